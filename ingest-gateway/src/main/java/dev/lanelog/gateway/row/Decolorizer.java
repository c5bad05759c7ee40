package dev.lanelog.gateway.row;

/** Strips ANSI escape sequences ({@code ESC [ parameters letter}), the colours of terminals, from a value. */
final class Decolorizer {
    private static final byte ESC = 0x1B;

    private Decolorizer() {}

    /** Whether there is anything to strip. */
    static boolean coloured(byte[] value, int off, int len) {
        for (int i = off; i + 1 < off + len; i++) {
            if (value[i] == ESC && value[i + 1] == '[') {
                return true;
            }
        }
        return false;
    }

    /** Appends the value without its sequences. One that is not finished stays. */
    static void strip(Scratch out, byte[] value, int off, int len) {
        int end = off + len;
        int plain = off;
        int i = off;
        while (i < end) {
            int after = value[i] == ESC ? sequenceEnd(value, i, end) : -1;
            if (after < 0) {
                i++;
                continue;
            }
            out.add(value, plain, i - plain);
            i = after;
            plain = i;
        }
        out.add(value, plain, end - plain);
    }

    /** ECMA-48: parameter bytes 0x30-0x3F, intermediate bytes 0x20-0x2F, one final byte 0x40-0x7E. */
    private static int sequenceEnd(byte[] value, int at, int end) {
        int p = at + 1;
        if (p >= end || value[p] != '[') {
            return -1;
        }
        p++;
        while (p < end && value[p] >= 0x20 && value[p] <= 0x3F) {
            p++;
        }
        return p < end && value[p] >= 0x40 && value[p] <= 0x7E ? p + 1 : -1;
    }
}
