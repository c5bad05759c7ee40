package dev.lanelog.query.engine.batch;

/** Writes times as RFC 3339 text in UTC. */
public final class Timestamps {
    /** Most bytes that {@link #write} needs. */
    public static final int MAX_BYTES = 30;

    private static final long NS_PER_DAY = 86_400_000_000_000L;

    private Timestamps() {}

    /**
     * Writes a time with as many digits of the fraction as it needs.
     *
     * @param timeNs nanoseconds since the epoch; its year, 1677 to 2262, always has four digits
     * @return bytes written
     */
    public static int write(long timeNs, byte[] buf, int off) {
        long day = Math.floorDiv(timeNs, NS_PER_DAY);
        long ofDay = timeNs - day * NS_PER_DAY;
        int at = writeDay(day, buf, off);
        int seconds = (int) (ofDay / 1_000_000_000L);
        int fraction = (int) (ofDay - seconds * 1_000_000_000L);
        buf[at++] = 'T';
        at = two(seconds / 3600, buf, at);
        buf[at++] = ':';
        at = two(seconds / 60 % 60, buf, at);
        buf[at++] = ':';
        at = two(seconds % 60, buf, at);
        if (fraction != 0) {
            buf[at++] = '.';
            int divisor = 100_000_000;
            while (fraction != 0) {
                int digit = fraction / divisor;
                buf[at++] = (byte) ('0' + digit);
                fraction -= digit * divisor;
                divisor /= 10;
            }
        }
        buf[at++] = 'Z';
        return at - off;
    }

    /** Howard Hinnant's civil-from-days: eras of 400 years that begin in March. */
    private static int writeDay(long day, byte[] buf, int off) {
        long z = day + 719_468;
        long era = Math.floorDiv(z, 146_097);
        int doe = (int) (z - era * 146_097);
        int yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
        int doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
        int mp = (5 * doy + 2) / 153;
        int dayOfMonth = doy - (153 * mp + 2) / 5 + 1;
        int month = mp < 10 ? mp + 3 : mp - 9;
        int year = (int) (yoe + era * 400) + (month <= 2 ? 1 : 0);
        int at = two(year / 100, buf, off);
        at = two(year % 100, buf, at);
        buf[at++] = '-';
        at = two(month, buf, at);
        buf[at++] = '-';
        return two(dayOfMonth, buf, at);
    }

    private static int two(int value, byte[] buf, int at) {
        buf[at] = (byte) ('0' + value / 10);
        buf[at + 1] = (byte) ('0' + value % 10);
        return at + 2;
    }
}
