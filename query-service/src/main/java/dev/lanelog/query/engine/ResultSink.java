package dev.lanelog.query.engine;

import java.io.IOException;

/**
 * Takes an answer as NDJSON, in order, block by block; a block holds whole lines. Called only on the query's driver
 * thread; blocking in it is how a slow reader slows the scan down.
 */
@FunctionalInterface
public interface ResultSink {
    /**
     * Takes {@code buf[off, off + len)}. The array is the caller's again after the call.
     *
     * @throws IOException when the reader is gone; the query ends with it
     */
    void write(byte[] buf, int off, int len) throws IOException;
}
