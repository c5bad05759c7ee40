package dev.lanelog.gateway.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TimeParserTest {
    private static long parse(String text) {
        byte[] b = (">" + text + "<").getBytes(StandardCharsets.UTF_8);
        return TimeParser.parse(b, 1, b.length - 2, false);
    }

    @Test
    void numbersAreSecondsToNanosecondsBySize() {
        long want = Instant.parse("2026-11-30T20:36:40Z").getEpochSecond() * 1_000_000_000L;
        assertEquals(want, parse("1796071000"));
        assertEquals(want + 123_000_000, parse("1796071000123"));
        assertEquals(want + 123_456_000, parse("1796071000123456"));
        assertEquals(want + 123_456_789, parse("1796071000123456789"));
        assertEquals(want + 500_000_000, parse("1796071000.5"));
        assertEquals(want, parse("1.796071e9"));
        assertEquals(-1_000_000_000L, parse("-1"));
    }

    @Test
    void nothingMeansNow() {
        for (String now : new String[] {"", "-", "0", "00", "0.0", "0e5", "1970-01-01T00:00:00Z"}) {
            assertEquals(TimeParser.NOW, parse(now), now);
        }
    }

    @Test
    void otherTextIsNoTime() {
        for (String bad : new String[] {
            "now",
            "2026-01-15",
            "2026-01-15T10:00",
            "2026-01-15T10:00:00.Z",
            "2026-01-15T10:00:00+02",
            "1e999999999",
            "99999999999999999999",
            "0x10",
            "--1",
            "1-2",
            "2026-01-15T10:00:00z",
            " 1796071000",
            "+-1",
            "e",
            "."
        }) {
            assertEquals(TimeParser.BAD, parse(bad), bad);
        }
        assertEquals(TimeParser.OUT_OF_RANGE, parse("2290-01-01T00:00:00Z"));
        assertEquals(TimeParser.OUT_OF_RANGE, parse("0001-01-01T00:00:00Z"));
    }

    @Property
    void readsWhatJavaPrints(
            @ForAll @LongRange(min = -2_000_000_000L, max = 8_000_000_000L) long seconds,
            @ForAll @IntRange(max = 999_999_999) int nanos,
            @ForAll @IntRange(min = -1079, max = 1079) int zoneMinutes) {
        long want = seconds * 1_000_000_000L + nanos;
        if (want == 0) {
            return;
        }
        OffsetDateTime time = OffsetDateTime.ofInstant(
                Instant.ofEpochSecond(seconds, nanos), ZoneOffset.ofTotalSeconds(zoneMinutes * 60));
        String text = time.toString();
        if (text.matches(".*T\\d\\d:\\d\\d(Z|[+-].*)")) {
            return; // Java leaves out seconds that are 0.
        }
        assertEquals(want, parse(text), text);
        assertEquals(want, parse(text.replace('T', ' ').replace('.', ',')), text);
    }
}
