package dev.lanelog.query.api.logsql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeArgumentTest {
    private static final Instant NOW = Instant.parse("2026-01-20T00:00:00Z");

    private static long parse(String text, ZoneId zone) {
        return TimeArgument.parse("start", text, NOW.getEpochSecond() * 1_000_000_000L, zone);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "now, 2026-01-20T00:00:00Z",
                "now-1h30m, 2026-01-19T22:30:00Z",
                "-1h, 2026-01-19T23:00:00Z",
                "5d, 2026-01-15T00:00:00Z",
                "now-5, 2026-01-19T23:59:55Z",
                "-1, 2026-01-19T23:59:59Z",
                "2026, 2026-01-01T00:00:00Z",
                "2026Z, 2026-01-01T00:00:00Z",
                "2026-01, 2026-01-01T00:00:00Z",
                "2026-01-05:00, 2026-01-01T05:00:00Z",
                "2026-01-15, 2026-01-15T00:00:00Z",
                "2026-01-15+02:00, 2026-01-14T22:00:00Z",
                "2026-01-15T10Z, 2026-01-15T10:00:00Z",
                "2026-01-15T10:30, 2026-01-15T10:30:00Z",
                "2026-01-15T10:30:05, 2026-01-15T10:30:05Z",
                "2026-01-15T10:30:05.25, 2026-01-15T10:30:05.25Z",
                "2026-01-15T10:00:00.123456789Z, 2026-01-15T10:00:00.123456789Z",
                "2026-01-15T12:00:00.5+02:00, 2026-01-15T10:00:00.5Z",
                "2026-01-15T05:00:00-05:00, 2026-01-15T10:00:00Z",
                "1768471200, 2026-01-15T10:00:00Z",
                "1768471200.25, 2026-01-15T10:00:00.25Z",
                "1768471200123, 2026-01-15T10:00:00.123Z",
                "1768471200123456, 2026-01-15T10:00:00.123456Z",
                "1768471200123456789, 2026-01-15T10:00:00.123456789Z",
                "1.7684712e9, 2026-01-15T10:00:00Z",
                "1.768471200123E12, 2026-01-15T10:00:00.123Z",
                "20260115, 1970-08-23T11:48:35Z",
                "0, 1970-01-01T00:00:00Z",
                "1969, 1969-01-01T00:00:00Z"
            })
    void readsEveryForm(String text, Instant expected) {
        assertEquals(
                expected.getEpochSecond() * 1_000_000_000L + expected.getNano(), parse(text, ZoneOffset.UTC), text);
    }

    @ParameterizedTest
    @CsvSource({"9999, 9223372036854775807", "2263, 9223372036854775807", "1600, -9223372036854775808"})
    void timesBeyondTheRangeAreHeldAtItsEnds(String text, long expected) {
        assertEquals(expected, parse(text, ZoneOffset.UTC));
    }

    @ParameterizedTest
    @CsvSource({"2026-01-15T10:00, 2026-01-15T01:00:00Z", "2026-01-15T10:00Z, 2026-01-15T10:00:00Z"})
    void datesWithoutZoneAreTheServers(String text, Instant expected) {
        assertEquals(expected.getEpochSecond() * 1_000_000_000L, parse(text, ZoneId.of("Asia/Tokyo")));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "now+1h|cannot parse duration \"+1h\"",
                "abc|cannot parse duration \"abc\"",
                "2026-13-01|parsing time \"2026-13-01\": month out of range",
                "2026-02-30|parsing time \"2026-02-30\": day out of range",
                "2026-01-15T25:00:00Z|parsing time \"2026-01-15T25:00:00\": hour out of range",
                "2026-1-5|parsing time \"2026-1-5\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"1-5\" as \"01\"",
                "2026-01-15 10:00:00|parsing time \"2026-01-15 10:00:00\" as \"2006-01-02T15:04:05\": cannot parse \" 10:00:00\" as \"T\"",
                "2026-01-15T10:00:00+0200|parsing time \"2026-01-15T10:00:00+0200\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"+0200\" as \"Z07:00\"",
                "15/01/2026|cannot parse numeric timestamp \"15/01/2026\"",
                "Z|cannot parse numeric timestamp \"Z\"",
                "+02:00|cannot parse numeric timestamp \"+02:00\"",
                "-|cannot parse duration \"-\"",
                "now-|cannot parse duration \"-\"",
                "1_000|cannot parse numeric timestamp \"1_000\"",
                "NaN|cannot parse duration \"NaN\"",
                "0x1f|cannot parse duration \"0x1f\"",
                "9999999999999999999999|cannot parse numeric timestamp \"9999999999999999999999\"",
                "2026-01-15T10:00:00z|cannot parse duration \"2026-01-15T10:00:00z\"",
                "2026-01-15t10:00:00Z|parsing time \"2026-01-15t10:00:00\" as \"2006-01-02T15:04:05\": cannot parse \"t10:00:00\" as \"T\"",
                " 2026|cannot parse numeric timestamp \" 2026\""
            })
    void sayWhatIsWrongWithTheRest(String text, String error) {
        ApiException thrown = assertThrows(ApiException.class, () -> parse(text, ZoneOffset.UTC), text);
        assertEquals("cannot parse start=" + text + ": " + error, thrown.getMessage());
        assertEquals(400, thrown.status());
    }
}
