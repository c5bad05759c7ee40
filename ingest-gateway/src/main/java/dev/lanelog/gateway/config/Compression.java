package dev.lanelog.gateway.config;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** How the bytes of a connection, or each datagram, are compressed; set per listener, since senders don't say. */
public enum Compression {
    NONE,
    GZIP,
    /** The zlib format. */
    DEFLATE,
    ZSTD;

    /** The plain bytes of {@code in}. */
    public InputStream decode(InputStream in) throws IOException {
        return switch (this) {
            case NONE -> in;
            case GZIP -> new GZIPInputStream(in, 8 << 10);
            case DEFLATE -> new InflaterInputStream(in);
            case ZSTD -> new ZstdInputStream(in);
        };
    }
}
