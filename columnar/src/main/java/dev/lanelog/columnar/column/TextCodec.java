package dev.lanelog.columnar.column;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Compresses text where that makes it smaller.
 *
 * <pre>
 * Text --&gt; Codec, StoredLength, Stored       u8 (0: as it is, 1: one zstd frame), varint, bytes
 * </pre>
 *
 * Not thread-safe.
 */
public final class TextCodec implements AutoCloseable {
    static final int RAW = 0;
    static final int ZSTD = 1;

    /** The most that zstd can shrink: a block of 128 KiB that is one repeated byte takes 4. */
    private static final long MAX_RATIO = 32 << 10;

    private static final int MIN_TO_TRY = 32;

    private final @Nullable ZstdCompressCtx zstd;
    private byte[] scratch = new byte[0];

    /**
     * @param level of zstd, or 0 for no compression
     * @param minMatch of zstd, or 0 for what the level means
     */
    public TextCodec(int level, int minMatch) {
        if (level == 0) {
            zstd = null;
        } else {
            zstd = new ZstdCompressCtx();
            zstd.setLevel(level);
            if (minMatch != 0) {
                zstd.setMinMatch(minMatch);
            }
        }
    }

    /** Whether nothing is compressed. */
    boolean isRaw() {
        return zstd == null;
    }

    /** Writes a Text of {@code buf[off, off + len)}. */
    void write(ByteWriter out, byte[] buf, int off, int len) {
        int n = compressed(buf, off, len);
        if (n >= 0) {
            out.u8(ZSTD);
            out.blob(scratch, 0, n);
            return;
        }
        out.u8(RAW);
        out.blob(buf, off, len);
    }

    /**
     * Appends {@code buf[0, len)} compressed, or as it is when that saves too little.
     *
     * @return the bytes appended, or -1 when they are as they were
     */
    int compress(ByteWriter out, byte[] buf, int len) {
        int n = compressed(buf, 0, len);
        if (n < 0) {
            out.bytes(buf, 0, len);
        } else {
            out.bytes(scratch, 0, n);
        }
        return n;
    }

    /** Compresses to {@link #scratch}; the length, or -1 when that saves too little. */
    private int compressed(byte[] buf, int off, int len) {
        if (zstd == null || len < MIN_TO_TRY) {
            return -1;
        }
        int bound = Math.toIntExact(Zstd.compressBound(len));
        if (scratch.length < bound) {
            scratch = new byte[bound];
        }
        int n = zstd.compressByteArray(scratch, 0, bound, buf, off, len);
        // A saving below 1/32 is not worth decompressing for.
        return n < len - (len >>> 5) ? n : -1;
    }

    /** Reads a Text of {@code length} bytes. */
    static byte[] read(ByteReader in, int length) throws IOException {
        int codec = in.u8();
        int stored = in.count("stored length", 0, in.remaining());
        checkLengths(in, codec, stored, length);
        int at = in.skip(stored);
        byte[] out = new byte[length];
        try {
            decode(codec, in.buffer(), at, stored, out);
        } catch (ZstdException e) {
            throw in.damaged("zstd: " + e.getMessage());
        }
        return out;
    }

    /** Refuses lengths that can't be right before anything is allocated for them. */
    static void checkLengths(ByteReader in, int codec, int stored, int length) throws IOException {
        switch (codec) {
            case RAW -> {
                if (stored != length) {
                    throw in.damaged("stored length " + stored + " instead of " + length);
                }
            }
            case ZSTD -> {
                if (length > stored * MAX_RATIO) {
                    throw in.damaged(stored + " bytes can't decompress to " + length);
                }
            }
            default -> throw in.damaged("unknown text codec " + codec);
        }
    }

    /**
     * @param out as long as the decoded text
     * @throws ZstdException when the frame is damaged or of another length
     */
    static void decode(int codec, byte[] buf, int off, int stored, byte[] out) {
        if (codec == RAW) {
            System.arraycopy(buf, off, out, 0, stored);
            return;
        }
        long n = Zstd.decompressByteArray(out, 0, out.length, buf, off, stored);
        if (Zstd.isError(n)) {
            throw new ZstdException(n);
        }
        if (n != out.length) {
            throw new ZstdException(Zstd.errGeneric(), "frame holds " + n + " bytes instead of " + out.length);
        }
    }

    @Override
    public void close() {
        if (zstd != null) {
            zstd.close();
        }
    }
}
