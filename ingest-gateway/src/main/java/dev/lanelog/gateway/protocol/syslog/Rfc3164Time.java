package dev.lanelog.gateway.protocol.syslog;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * The time of RFC 3164, {@code Mmm dd hh:mm:ss}, which says neither year nor zone. The zone is the listener's; the year is
 * the present one there, or the one before where that would be more than a day ahead, as in a message of December that
 * comes in January.
 */
final class Rfc3164Time {
    /** Bytes of such a time. */
    static final int LENGTH = 15;
    /** In place of a time. */
    static final long NONE = Long.MIN_VALUE;

    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
    private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private final InstantSource clock;
    private final ZoneId zone;

    Rfc3164Time(InstantSource clock, ZoneId zone) {
        this.clock = clock;
        this.zone = zone;
    }

    /** Seconds since 1970 of the time at {@code off}, {@link #NONE} if none is there. */
    long seconds(byte[] text, int off, int end) {
        if (end - off < LENGTH
                || text[off + 3] != ' '
                || text[off + 6] != ' '
                || text[off + 9] != ':'
                || text[off + 12] != ':') {
            return NONE;
        }
        int month = month(text, off);
        int day = text[off + 4] == ' ' ? number(text, off + 5, 1) : number(text, off + 4, 2);
        int hour = number(text, off + 7, 2);
        int minute = number(text, off + 10, 2);
        int second = number(text, off + 13, 2);
        if (month < 0
                || day < 1
                || day > DAYS[month]
                || hour < 0
                || hour > 23
                || minute < 0
                || minute > 59
                || second < 0
                || second > 59) {
            return NONE;
        }
        Instant now = clock.instant();
        int year = now.atZone(zone).getYear();
        long seconds = at(year, month, day, hour, minute, second);
        return seconds - 86_400 > now.getEpochSecond() ? at(year - 1, month, day, hour, minute, second) : seconds;
    }

    private long at(int year, int month, int day, int hour, int minute, int second) {
        // The 29th of February of another year than a leap year is the 1st of March.
        return LocalDateTime.of(year, month + 1, 1, hour, minute, second)
                .plusDays(day - 1L)
                .atZone(zone)
                .toEpochSecond();
    }

    private static int month(byte[] text, int off) {
        for (int month = 0; month < 12; month++) {
            boolean same = true;
            for (int i = 0; i < 3; i++) {
                same &= (text[off + i] | 0x20) == MONTHS.charAt(month * 3 + i);
            }
            if (same) {
                return month;
            }
        }
        return -1;
    }

    private static int number(byte[] text, int off, int digits) {
        int number = 0;
        for (int i = off; i < off + digits; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return -1;
            }
            number = number * 10 + text[i] - '0';
        }
        return number;
    }
}
