package dev.lanelog.query.logsql.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Utf8;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How values are read and written. */
class FormatTest {
    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, -0",
        "007, 7",
        "1_000, 1000",
        "1.5, 1.5",
        "-2.50, -2.5",
        "1e3, 1000",
        "0x1F, 31",
        "0b101, 5",
        "1h, 3600000000000",
        "1.5s, 1500000000",
        "200µs, 200000",
        "1h30m, 5400000000000",
        "-1m, -60000000000",
        "1y, 31536000000000000",
        "10KB, 10000",
        "1.5KiB, 1536",
        "3G, 3000000000",
        "inf, +Inf",
        "-Inf, -Inf",
        "1.2.3.4, 16909060",
        "2026-01-02T03:04:05Z, 1767323045000000000",
        "2026-01-02 03:04:05.5+01:00, 1767319445500000000",
        "abc, NaN",
        "'', NaN",
        "1.2.3, NaN",
        "1h2, NaN",
        "5 s, NaN",
        "nan, NaN",
        "1..2, NaN",
        "1e, NaN",
        "18446744073709551615, 18446744073709552000",
        "12345678901234567890123, 12345678901234568000000",
        ".5, 0.5",
        "5., 5",
        "+5, 5"
    })
    void numbersAreReadInAllTheirForms(String text, String number) {
        assertEquals(number, NumberText.format(NumberText.parse(text)));
    }

    @Test
    void plainNumbersAreRoundedCorrectly() {
        for (int i = 0; i < 50_000; i++) {
            String s = new BigDecimal(random.nextLong() >> random.nextInt(60))
                    .movePointLeft(random.nextInt(12))
                    .toPlainString();
            byte[] b = Utf8.bytes(s);
            assertEquals(Double.parseDouble(s), NumberText.parsePlain(b, 0, b.length), () -> "seed " + seed + ": " + s);
        }
    }

    @Test
    void printedNumbersReadBackAndHaveNoExponent() {
        for (int i = 0; i < 50_000; i++) {
            double d = Double.longBitsToDouble(random.nextLong());
            String s = NumberText.format(d);
            if (Double.isFinite(d)) {
                assertEquals(d, Double.parseDouble(s), () -> "seed " + seed + ": " + d);
                assertTrue(s.indexOf('E') < 0 && !s.endsWith(".0"), s);
            }
        }
        assertEquals("1267650600228229400000000000000", NumberText.format(Math.pow(2, 100)));
        assertEquals("0.00001", NumberText.format(0.00001));
        assertEquals("0." + "0".repeat(323) + "5", NumberText.format(Double.MIN_VALUE));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "999, 999ns",
        "1500000, 1ms500µs",
        "1500000000, 1.5s",
        "90061000000000, 1d1h1m1s",
        "-5, -5ns",
        "604800000000000, 1w",
        "-9223372036854775808, -15250w1d23h47m16.854775807s"
    })
    void durationsPrintInTheirUnits(long ns, String text) {
        assertEquals(text, DurationText.format(ns));
    }

    @ParameterizedTest
    @CsvSource({
        "9, 10",
        "-5, 3",
        "10ms, 1s",
        "1KB, 1KiB",
        "2026-01-01T00:00:00Z, 2026-01-01T00:00:00.1Z",
        "a2, a10",
        "v1.9.9, v1.10.0",
        "a, b",
        "'', a",
        "1, a",
        "a1, a01",
        "file9.txt, file10.txt",
        "9223372036854775807, 18446744073709551615",
        "abc, abcd",
        "a-1, a-2"
    })
    void naturalOrderKnowsNumbersInText(String a, String b) {
        byte[] x = Utf8.bytes(a);
        byte[] y = Utf8.bytes(b);
        assertTrue(NaturalOrder.COMPARATOR.compare(x, y) < 0, a + " < " + b);
        assertTrue(NaturalOrder.COMPARATOR.compare(y, x) > 0, b + " > " + a);
        assertEquals(0, NaturalOrder.COMPARATOR.compare(x, x.clone()));
    }

    @Test
    void textOrderIsTotal() {
        String[] pieces = {"a", "b", "0", "1", "01", "10", "-", "é"};
        byte[][] values = new byte[60][];
        for (int i = 0; i < values.length; i++) {
            StringBuilder sb = new StringBuilder();
            for (int n = random.nextInt(5); n > 0; n--) {
                sb.append(pieces[random.nextInt(pieces.length)]);
            }
            values[i] = Utf8.bytes(sb.toString());
        }
        for (byte[] a : values) {
            for (byte[] b : values) {
                int ab = compare(a, b);
                assertEquals(-Integer.signum(ab), Integer.signum(compare(b, a)), () -> "seed " + seed);
                assertEquals(Arrays.equals(a, b), ab == 0, () -> "seed " + seed);
                for (byte[] c : values) {
                    assertTrue(!(ab < 0 && compare(b, c) < 0) || compare(a, c) < 0, () -> "seed " + seed);
                }
            }
        }
    }

    private static int compare(byte[] a, byte[] b) {
        return NaturalOrder.compareText(a, 0, a.length, b, 0, b.length);
    }

    @Test
    void jsonStringsAreEscapedAsRecorded() {
        assertEquals("\"\\u003cb>&amp;\\\"\\u0027\"", json(Utf8.bytes("<b>&amp;\"'")));
        assertEquals("\"a\\n\\t\\u0001\\\\\"", json(Utf8.bytes("a\n\t\u0001\\")));
        assertEquals("\"é\\ufffd山\"", json(Utf8.bytes("é\uDCFF山")));
    }

    private static String json(byte[] value) {
        return new String(JsonText.quote(value), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void jsonStringsReadBack() throws Exception {
        for (int i = 0; i < 5_000; i++) {
            StringBuilder sb = new StringBuilder();
            for (int n = random.nextInt(10); n > 0; n--) {
                int cp = random.nextInt(4) == 0 ? random.nextInt(0x10000) : random.nextInt(0x80);
                sb.appendCodePoint(cp >= 0xD800 && cp <= 0xDFFF ? 'x' : cp);
            }
            byte[] quoted = JsonText.quote(Utf8.bytes(sb.toString()));
            assertEquals(sb.toString(), Utf8.string(new JsonReader(quoted, 0, quoted.length).string()));
        }
    }

    @Test
    void jsonStringsOfAnyLengthAreEscapedByteByByte() {
        for (int i = 0; i < 20_000; i++) {
            byte[] value = new byte[random.nextInt(40)];
            for (int k = 0; k < value.length; k++) {
                value[k] = (byte) (random.nextInt(12) == 0 ? random.nextInt(256) : 'a' + random.nextInt(26));
            }
            StringBuilder expected = new StringBuilder();
            for (int at = 0; at < value.length; ) {
                int n = value[at] < 0 ? Math.max(1, Utf8.sequenceLength(value, at, value.length)) : 1;
                byte[] one = Arrays.copyOfRange(value, at, at + n);
                String quoted = json(one);
                expected.append(quoted, 1, quoted.length() - 1);
                at += n;
            }
            assertEquals('"' + expected.toString() + '"', json(value), () -> "seed " + seed);
            boolean plain = JsonText.isPlain(value, 0, value.length);
            boolean unchanged = Arrays.equals(value, Utf8.bytes(expected.toString()));
            boolean ascii = true;
            for (byte b : value) {
                ascii &= b >= 0;
            }
            assertEquals(unchanged && ascii, plain, () -> "seed " + seed);
        }
    }

    @Test
    void goLiteralsReadBackWhateverBytesTheyHold() {
        for (int i = 0; i < 20_000; i++) {
            byte[] b = new byte[random.nextInt(12)];
            random.nextBytes(b);
            String s = Utf8.string(b);
            assertTrue(Arrays.equals(b, Utf8.bytes(s)), () -> "seed " + seed);
            String quoted = GoQuote.quote(s);
            GoQuote.Literal literal = GoQuote.read(quoted + "tail", 0);
            assertNotNull(literal, () -> "seed " + seed + ": " + quoted);
            assertEquals(s, literal.value());
            assertEquals(quoted.length(), literal.end());
        }
        assertEquals("\"\\x00\\u00ad\\U000e0001é\\xff\"", GoQuote.quote("\0\u00ad\udb40\udc01é\uDCFF"));
    }

    @Test
    void addressesReadAndPrint() {
        for (String s :
                new String[] {"::1", "2001:db8::1", "::", "1:2:3:4:5:6:7:8", "::ffff:10.0.0.1", "fe80::1:0:0:1"}) {
            byte[] b = Utf8.bytes(s);
            byte[] ip = Ipv6Text.parse(b, 0, b.length);
            assertNotNull(ip, s);
            assertEquals(s, Ipv6Text.format(ip));
        }
        for (String s : new String[] {
            ":", ":::", "1::2::3", "12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "g::", "1:", "::1.2.3"
        }) {
            byte[] b = Utf8.bytes(s);
            assertTrue(Ipv6Text.parse(b, 0, b.length) == null, s);
        }
        assertEquals(-1, Ipv4Text.parse("1.2.3"));
        assertEquals(-1, Ipv4Text.parse("1.2.3.256"));
        assertEquals("10.0.0.1", Ipv4Text.format(Ipv4Text.parse("10.0.0.1")));
    }

    @ParameterizedTest
    @CsvSource({
        "1768521600, 2026-01-16T00:00:00Z", "1768521600123, 2026-01-16T00:00:00.123Z",
                "1768521600123456, 2026-01-16T00:00:00.123456Z",
        "1768521600123456789, 2026-01-16T00:00:00.123456789Z", "1768521600.5, 2026-01-16T00:00:00.5Z",
                "3.14, 1970-01-01T00:00:03.14Z",
        "1e3, 1970-01-01T00:16:40Z", "-1, 1969-12-31T23:59:59Z"
    })
    void unixTimesTellTheirUnitBySize(String text, String time) {
        assertEquals(time, TimeText.format(TimeText.parseUnix(text)));
    }
}
