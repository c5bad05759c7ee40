package dev.lanelog.query.logsql.format;

import java.nio.charset.StandardCharsets;

/** Sizes as text: {@code 10KB}, {@code 1.5MiB}, {@code 3G}, {@code 17}; bytes as numbers. */
public final class SizeText {
    /** Returned for text that is no size. */
    public static final long INVALID = Long.MIN_VALUE;

    private SizeText() {}

    /** Bytes of a size, at most {@code Long.MAX_VALUE}; {@link #INVALID} when it is none. */
    public static long parse(byte[] b, int off, int len) {
        int i = off;
        int end = off + len;
        boolean minus = len > 0 && b[i] == '-';
        if (minus) {
            i++;
        }
        if (len == 0) {
            return INVALID;
        }
        long n = 0;
        while (i < end) {
            int from = i;
            while (i < end && (b[i] >= '0' && b[i] <= '9' || b[i] == '.' || b[i] == '_')) {
                i++;
            }
            double f = NumberText.parsePlain(b, from, i - from);
            if (Double.isNaN(f) || (i == end && f != Math.rint(f))) {
                return INVALID;
            }
            if (i == end) {
                n = DurationText.addSaturated(n, f);
                continue;
            }
            int power = switch (b[i]) {
                case 'B' -> 0;
                case 'K' -> 1;
                case 'M' -> 2;
                case 'G' -> 3;
                case 'T' -> 4;
                default -> -1;
            };
            if (power < 0) {
                return INVALID;
            }
            i++;
            long unit = 1;
            boolean binary = power > 0 && i < end && b[i] == 'i';
            if (binary) {
                i++;
            }
            for (int k = 0; k < power; k++) {
                unit *= binary ? 1024 : 1000;
            }
            if (power > 0 && i < end && b[i] == 'B') {
                i++;
            }
            n = DurationText.addSaturated(n, f * unit);
        }
        return minus ? -n : n;
    }

    /** As {@link #parse(byte[], int, int)}. */
    public static long parse(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        return parse(b, 0, b.length);
    }
}
