package dev.lanelog.query.engine.batch;

/** Writes decimal numbers into byte arrays, last digit first. */
public final class Decimals {
    private Decimals() {}

    /**
     * Writes {@code value} so that it ends before {@code end}, which leaves room for 20 bytes.
     *
     * @return where it starts
     */
    public static int write(long value, byte[] buf, int end) {
        int at = end;
        long rest = value;
        // Negative remainders let Long.MIN_VALUE through without a case of its own.
        boolean negative = rest < 0;
        if (!negative) {
            rest = -rest;
        }
        do {
            long next = rest / 10;
            buf[--at] = (byte) ('0' - (rest - next * 10));
            rest = next;
        } while (rest != 0);
        if (negative) {
            buf[--at] = '-';
        }
        return at;
    }
}
