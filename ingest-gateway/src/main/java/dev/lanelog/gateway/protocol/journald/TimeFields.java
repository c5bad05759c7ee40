package dev.lanelog.gateway.protocol.journald;

import dev.lanelog.gateway.row.TimeParser;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The fields that may hold an entry's time, in microseconds since 1970; the first one that an entry has counts. */
final class TimeFields {
    private static final int US = 1000;

    private final byte[][] names;

    TimeFields(List<String> names) {
        this.names = names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Place of a name in the list, or -1. */
    int rank(byte[] data, int off, int len) {
        for (int i = 0; i < names.length; i++) {
            if (Arrays.equals(names[i], 0, names[i].length, data, off, off + len)) {
                return i;
            }
        }
        return -1;
    }

    /** Nanoseconds, or {@link TimeParser#NOW} for what is no time, as for a missing one. */
    static long parse(byte[] data, int off, int len) {
        boolean negative = len > 0 && data[off] == '-';
        int digits = negative ? len - 1 : len;
        if (digits < 1 || digits > 18) {
            return TimeParser.NOW;
        }
        long us = 0;
        for (int i = off + len - digits; i < off + len; i++) {
            if (data[i] < '0' || data[i] > '9') {
                return TimeParser.NOW;
            }
            us = us * 10 + (data[i] - '0');
        }
        if (us == 0 || us > Long.MAX_VALUE / US) {
            return TimeParser.NOW;
        }
        return (negative ? -us : us) * US;
    }
}
