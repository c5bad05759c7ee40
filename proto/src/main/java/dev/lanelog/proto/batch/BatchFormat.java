package dev.lanelog.proto.batch;

/** Constants of the layout that {@link LogBatch} describes. */
final class BatchFormat {
    /** "LLB" and the format version, little endian. */
    static final int MAGIC = 'L' | 'L' << 8 | 'B' << 16;

    static final int VERSION = 1;
    static final int HEADER_BYTES = 32;
    static final int CRC_AT = 28;

    static final int CODEC_NONE = 0;
    static final int CODEC_ZSTD = 1;

    static final int KIND_DICTIONARY = 1;
    static final int KIND_PLAIN = 2;
    static final int KIND_HEX = 3;

    /** Bodies below this are stored as they are: a zstd frame would not be smaller. */
    static final int MIN_COMPRESS_BYTES = 128;

    private BatchFormat() {}

    /** Bytes of the narrowest of 0, 1, 2, 4, 8 byte unsigned integers that hold {@code max}, taken as unsigned. */
    static int widthFor(long max) {
        if (max == 0) {
            return 0;
        }
        if ((max & ~0xFFL) == 0) {
            return 1;
        }
        if ((max & ~0xFFFFL) == 0) {
            return 2;
        }
        return (max & ~0xFFFF_FFFFL) == 0 ? 4 : 8;
    }
}
