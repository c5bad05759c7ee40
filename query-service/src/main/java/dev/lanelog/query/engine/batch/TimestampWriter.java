package dev.lanelog.query.engine.batch;

/**
 * Writes times as {@link Timestamps} does, quicker when many lie in one second: the text up to the second is kept. Used by
 * one thread at a time.
 */
public final class TimestampWriter {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** Bytes up to the second: {@code 2006-01-02T15:04:05}. */
    private static final int SECOND_BYTES = 19;

    private static final byte[] PAIRS = pairs();

    private final byte[] text = new byte[Timestamps.MAX_BYTES];
    private long second = Long.MIN_VALUE;

    /**
     * Writes a time with as many digits of the fraction as it needs.
     *
     * @param out has room for {@link Timestamps#MAX_BYTES} bytes from {@code at}
     * @return one past the last byte written
     */
    public int write(long timeNs, byte[] out, int at) {
        long ofTime = Math.floorDiv(timeNs, NS_PER_SECOND);
        int fraction = (int) (timeNs - ofTime * NS_PER_SECOND);
        if (ofTime != second) {
            Timestamps.write(timeNs - fraction, text, 0);
            second = ofTime;
        }
        System.arraycopy(text, 0, out, at, SECOND_BYTES);
        int to = at + SECOND_BYTES;
        if (fraction != 0) {
            to = writeFraction(fraction, out, to);
        }
        out[to] = 'Z';
        return to + 1;
    }

    private static int writeFraction(int fraction, byte[] out, int at) {
        int first = fraction / 100_000_000;
        int rest = fraction - first * 100_000_000;
        int high = rest / 10_000;
        int low = rest - high * 10_000;
        out[at] = '.';
        out[at + 1] = (byte) ('0' + first);
        pair(high / 100, out, at + 2);
        pair(high % 100, out, at + 4);
        pair(low / 100, out, at + 6);
        pair(low % 100, out, at + 8);
        int end = at + 10;
        while (out[end - 1] == '0') {
            end--;
        }
        return end;
    }

    private static void pair(int value, byte[] out, int at) {
        out[at] = PAIRS[2 * value];
        out[at + 1] = PAIRS[2 * value + 1];
    }

    private static byte[] pairs() {
        byte[] pairs = new byte[200];
        for (int i = 0; i < 100; i++) {
            pairs[2 * i] = (byte) ('0' + i / 10);
            pairs[2 * i + 1] = (byte) ('0' + i % 10);
        }
        return pairs;
    }
}
