package dev.lanelog.columnar.column;

/**
 * A way to write numbers that gives the same text back.
 *
 * @param radix 10 or 16, lower case
 * @param digits all numbers have so many digits, leading zeros included; 0: no leading zeros
 */
record NumberForm(int radix, int digits) {
    static final NumberForm DECIMAL = new NumberForm(10, 0);
    static final NumberForm HEX = new NumberForm(16, 0);

    /** Digits that fit 63 bits in decimal, 64 in hex. */
    int maxDigits() {
        return radix == 10 ? 18 : 16;
    }

    private static int digit(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        return b >= 'a' && b <= 'f' ? b - 'a' + 10 : 99;
    }

    /** Where the number at the end of {@code buf[off, off + len)} starts, or -1 when there is none. */
    int numberAt(byte[] buf, int off, int len) {
        int end = off + len;
        int at = end;
        if (radix == 16) {
            // Hex has no prefix: which letters belong to the number would be a guess.
            if (len == 0 || len > 16 || (digits > 0 ? len != digits : len > 1 && buf[off] == '0')) {
                return -1;
            }
            for (int i = off; i < end; i++) {
                if (digit(buf[i]) >= 16) {
                    return -1;
                }
            }
            return off;
        }
        int least = Math.max(off, end - maxDigits());
        while (at > least && digit(buf[at - 1]) < 10) {
            at--;
        }
        if (at == end) {
            return -1;
        }
        while (at < end - 1 && buf[at] == '0') {
            at++;
        }
        return at;
    }

    long parse(byte[] buf, int from, int to) {
        long v = 0;
        for (int i = from; i < to; i++) {
            v = v * radix + digit(buf[i]);
        }
        return v;
    }

    /** Writes the text of {@code v} to {@code out[at...)}, which has 20 bytes of room; its length. */
    int write(long v, byte[] out, int at) {
        if (radix == 10) {
            return Decimal.write(v, out, at);
        }
        int n = digits > 0 ? digits : Math.max(1, (67 - Long.numberOfLeadingZeros(v)) / 4);
        long rest = v;
        for (int i = at + n - 1; i >= at; i--) {
            int d = (int) (rest & 15);
            out[i] = (byte) (d < 10 ? '0' + d : 'a' + d - 10);
            rest >>>= 4;
        }
        return n;
    }
}
