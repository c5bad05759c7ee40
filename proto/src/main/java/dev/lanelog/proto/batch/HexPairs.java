package dev.lanelog.proto.batch;

/** Lower-case hex text as half as many bytes: trace and span ids are most of an incompressible record. */
final class HexPairs {
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    /** Value of a digit, -1 for other bytes. */
    private static final byte[] VALUE = new byte[256];

    static {
        java.util.Arrays.fill(VALUE, (byte) -1);
        for (int i = 0; i < 16; i++) {
            VALUE[DIGITS[i]] = (byte) i;
        }
    }

    private HexPairs() {}

    static boolean isLowerHex(byte[] src, int off, int len) {
        int bad = 0;
        for (int i = 0; i < len; i++) {
            bad |= VALUE[src[off + i] & 0xFF];
            if (bad < 0) {
                return false;
            }
        }
        return true;
    }

    /** Packs {@code len} digits (even) into {@code len / 2} bytes at {@code dst[at]}. */
    static void pack(byte[] src, int off, int len, byte[] dst, int at) {
        for (int i = 0; i < len; i += 2) {
            dst[at + i / 2] = (byte) (VALUE[src[off + i] & 0xFF] << 4 | VALUE[src[off + i + 1] & 0xFF]);
        }
    }

    /** Writes {@code 2 * len} digits. */
    static void unpack(byte[] src, int off, int len, byte[] dst) {
        for (int i = 0; i < len; i++) {
            int b = src[off + i];
            dst[2 * i] = DIGITS[b >> 4 & 15];
            dst[2 * i + 1] = DIGITS[b & 15];
        }
    }
}
