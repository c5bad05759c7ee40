package dev.lanelog.gateway.http;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.lanelog.gateway.insert.BodyTooLargeException;
import dev.lanelog.gateway.insert.ByteBudget;
import dev.lanelog.gateway.row.BadRequestException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyFramedInputStream;

/**
 * Decodes bodies as {@code Content-Encoding} says: gzip (members one after the other), deflate (zlib, and the raw form that
 * some senders mean by it), zstd, snappy (framed, or a raw block) and identity. The server's own decoding is off: it has no
 * bound and does not know raw snappy.
 */
public final class BodyDecoder {
    private static final int BUFFER = 1 << 16;
    private static final int ZSTD_WINDOW_LOG = 25;
    private static final byte[] SNAPPY_FRAME = {(byte) 0xFF, 6, 0, 0, 's', 'N', 'a', 'P', 'p', 'Y'};
    private static final String SUPPORTED = "gzip, deflate, zstd, snappy, identity";

    private final long maxDecoded;
    private final int maxRatio;
    private final int maxWhole;

    /**
     * @param maxDecoded bytes of a decoded body
     * @param maxRatio decoded bytes per byte received
     * @param maxWhole bytes of a body that is read as a whole
     */
    public BodyDecoder(long maxDecoded, int maxRatio, int maxWhole) {
        this.maxDecoded = maxDecoded;
        this.maxRatio = maxRatio;
        this.maxWhole = maxWhole;
    }

    /**
     * @param encoding as the header names it
     * @param raw the body as it came; closed by closing the result
     * @param lease charged with what must be held as a whole
     * @param endless whether the decoded size has no bound
     * @throws BadRequestException with status 415 if the encoding is none of the above
     * @throws IOException if the body is not in that encoding
     */
    public InputStream decode(String encoding, InputStream raw, ByteBudget.Lease lease, boolean endless)
            throws BadRequestException, IOException {
        CountingInputStream counted = new CountingInputStream(raw);
        InputStream decoded = switch (encoding.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity", "none" -> counted;
            case "gzip", "x-gzip" -> gzip(counted);
            case "deflate" -> inflate(counted);
            case "zstd" -> zstd(counted);
            case "snappy" -> snappy(counted, lease);
            default ->
                throw new BadRequestException(
                        415, "unsupported Content-Encoding \"" + encoding + "\"; supported are " + SUPPORTED);
        };
        return new BoundedInputStream(
                decoded, counted, endless ? Long.MAX_VALUE : maxDecoded, maxRatio, maxWhole, lease);
    }

    private static InputStream gzip(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
        buffered.mark(1);
        if (buffered.read() < 0) {
            return buffered;
        }
        buffered.reset();
        return new GZIPInputStream(buffered, BUFFER);
    }

    private static InputStream inflate(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
        buffered.mark(2);
        int first = buffered.read();
        int second = buffered.read();
        buffered.reset();
        boolean zlib = (first & 15) == 8 && ((first << 8) + second) % 31 == 0;
        Inflater inflater = new Inflater(!zlib);
        return new InflaterInputStream(buffered, inflater, BUFFER) {
            @Override
            public void close() throws IOException {
                super.close();
                inflater.end();
            }
        };
    }

    private static InputStream zstd(InputStream in) throws IOException {
        ZstdInputStreamNoFinalizer zstd = new ZstdInputStreamNoFinalizer(in);
        // The window is native memory that no other bound sees.
        zstd.setLongMax(ZSTD_WINDOW_LOG);
        return zstd;
    }

    private InputStream snappy(InputStream in, ByteBudget.Lease lease) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
        buffered.mark(SNAPPY_FRAME.length);
        byte[] start = buffered.readNBytes(SNAPPY_FRAME.length);
        buffered.reset();
        if (java.util.Arrays.equals(start, SNAPPY_FRAME)) {
            return new SnappyFramedInputStream(buffered);
        }
        byte[] block = BoundedInputStream.readWhole(buffered, maxWhole, lease);
        if (block.length == 0) {
            return buffered;
        }
        int size = Snappy.uncompressedLength(block);
        if (size < 0 || size > maxWhole) {
            throw new BodyTooLargeException("a snappy block of " + size + " bytes; the limit is " + maxWhole);
        }
        lease.grow(size);
        byte[] out = new byte[size];
        Snappy.uncompress(block, 0, block.length, out, 0);
        return new ByteArrayInputStream(out);
    }
}
