package dev.lanelog.query.logsql.format;

/** Decimal and hexadecimal runs in text, as {@code collapse_nums} and {@code pattern_match} see them. */
public final class NumberRuns {
    /** A run with letters is a number only from this length on, and only with an even one. */
    private static final int MIN_HEX = 4;

    private static final String SPECIAL_START = "_TXxvshm";
    private static final String SPECIAL_END = "_TZsmhun";

    private NumberRuns() {}

    /** The first place at or after {@code from} where a run may start, or -1; {@code begin} is where the text begins. */
    public static int start(byte[] b, int begin, int from, int end) {
        for (int i = from; i < end; i++) {
            if (isHex(b[i]) && (i == begin || !isTokenByte(b[i - 1]) || isUnitBefore(b[i - 1]))) {
                return i;
            }
        }
        return -1;
    }

    /** Where the run at {@code from} ends. */
    public static int end(byte[] b, int from, int end) {
        int i = from;
        while (i < end && isHex(b[i])) {
            i++;
        }
        return i;
    }

    /** Whether the run {@code [from, to)} is a number. */
    public static boolean isNumber(byte[] b, int from, int to, int end) {
        if (to == from || (to < end && isTokenByte(b[to]) && !isUnitAfter(b[to]))) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (b[i] > '9') {
                return to - from >= MIN_HEX && (to - from) % 2 == 0;
            }
        }
        return true;
    }

    private static boolean isHex(byte c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    private static boolean isTokenByte(byte c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    /** Letters that may stand in front of a number: of times such as {@code 2006-01-02T15:04}, of {@code 0x}, and units before it. */
    private static boolean isUnitBefore(byte c) {
        return SPECIAL_START.indexOf(c) >= 0;
    }

    /** Letters that may stand behind a number: of times and units. */
    private static boolean isUnitAfter(byte c) {
        return SPECIAL_END.indexOf(c) >= 0;
    }
}
