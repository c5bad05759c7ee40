package dev.lanelog.query.api.logsql;

import java.io.IOException;

/**
 * The answer to one request. Headers may be set until the first byte is written; writing blocks while the reader is
 * slow. Used by the request's driver thread only.
 */
public interface SelectResponse {
    void contentType(String type);

    void header(String name, String value);

    /** Whether bytes went out already, so that an error can't become a status any more. */
    boolean started();

    /**
     * Sends the head of the answer now, before there is a body.
     *
     * @throws IOException when the reader is gone
     */
    void flush() throws IOException;

    /**
     * Takes {@code buf[off, off + len)}; the array is the caller's again after the call.
     *
     * @throws IOException when the reader is gone
     */
    void write(byte[] buf, int off, int len) throws IOException;
}
