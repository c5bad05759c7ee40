package dev.lanelog.columnar.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.Encoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a merge finds in columns that a head chunk keeps as text. */
class SettledEncodingsTest {
    private static final GroupOptions HEAD = new GroupOptions(2048, 0, 0, true, 1 << 20);
    static final GroupOptions FILE = new GroupOptions(1984, 1, 6, false, 1 << 20);

    /** Messages that repeat the row's fields, ids, paths, and a few rows that fit no pattern. */
    static List<TestRows.Row> rows(long seed, int n) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestRows.Row> rows = new ArrayList<>();
        long time = 20_000 * TestRows.DAY;
        for (int i = 0; i < n; i++) {
            time += 1000L * random.nextInt(800);
            Map<String, String> fields = new TreeMap<>();
            String method = List.of("GET", "POST", "PUT").get(random.nextInt(3));
            String path =
                    "/api/v1/" + List.of("users", "orders").get(random.nextInt(2)) + "/" + random.nextInt(100_000);
            String took = Integer.toString(random.nextInt(9000));
            String user = "u" + random.nextInt(20_000);
            String trace = i == n / 2 ? "NEEDLE" : String.format("%016x", random.nextLong());
            fields.put("method", method);
            fields.put("path", path);
            fields.put("took", took);
            fields.put("user", user);
            fields.put("trace", trace);
            fields.put("span", Integer.toHexString(random.nextInt() | 1 << 31));
            fields.put("zeros", String.format("%08x", random.nextInt(1 << 20)));
            if (random.nextInt(500) > 0) {
                fields.put("_msg", message(random, method, path, took, user));
            }
            if (i % 997 == 5) {
                fields.put("path", "weird\0path " + i);
                fields.put("span", "0" + fields.get("span"));
            }
            rows.add(new TestRows.Row(Tenant.DEFAULT, time, fields));
        }
        return rows;
    }

    private static String message(SplittableRandom random, String method, String path, String took, String user) {
        return switch (random.nextInt(7)) {
            case 0, 1, 2 -> method + " " + path + " " + took + "ms";
            case 3, 4 -> "request of " + user + " timed out after " + took;
            case 5 -> "zero \0 byte, \0\1 and " + user + method + "\0";
            default -> random.nextInt(20) == 0 ? "free text " + random.nextLong() : user + "=" + took + took;
        };
    }

    static Group settled(List<TestRows.Row> rows) throws IOException {
        List<byte[]> heads = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += 2000) {
            heads.add(TestRows.head(rows.subList(from, Math.min(rows.size(), from + 2000)), HEAD, 700, true));
        }
        return TestRows.open(TestRows.merged(heads, FILE));
    }

    @Test
    void columnsOfAKnownNatureAreFoundAndComeBack() throws IOException {
        List<TestRows.Row> rows = rows(1, 12_000);
        Group group = settled(rows);
        group.verify();
        assertEquals(rows, TestRows.read(group));
        Slice slice = group.slices().getFirst();
        assertEncoding(slice, "path", Encoding.PREFIXED_NUMBER, 2.7);
        assertEncoding(slice, "trace", Encoding.PREFIXED_NUMBER, 8.1);
        assertEncoding(slice, "span", Encoding.PREFIXED_NUMBER, 4.2);
        assertEncoding(slice, "zeros", Encoding.PREFIXED_NUMBER, 2.6);
        assertEncoding(slice, "user", Encoding.PREFIXED_NUMBER, 2.0);
        // A third of it is digits that stand in no other column.
        assertEncoding(slice, "_msg", Encoding.REFERENCES, 3.5);
    }

    private static void assertEncoding(Slice slice, String name, Encoding encoding, double bytes) {
        Column column = slice.column(name);
        assertNotNull(column, name);
        assertEquals(encoding, column.encoding(), name);
        double perRow = (double) column.encodedBytes() / slice.rows();
        assertTrue(perRow <= bytes, name + " takes " + perRow + " bytes a row");
    }

    @Test
    void mergedAgainTheyAreTheSame() throws IOException {
        List<TestRows.Row> rows = rows(2, 9000);
        byte[] once = TestRows.merged(List.of(TestRows.head(rows, HEAD, 700, false)), FILE);
        byte[] twice = TestRows.merged(List.of(once), FILE);
        assertEquals(rows, TestRows.read(TestRows.open(twice)));
        assertTrue(twice.length <= once.length + 200, twice.length + " against " + once.length);
    }

    @Test
    void smallSlicesComeBackToo() throws IOException {
        for (int n : new int[] {1, 2, 3, 64, 65, 513, 514, 1100}) {
            List<TestRows.Row> rows = rows(n, n);
            assertEquals(rows, TestRows.read(settled(rows)), n + " rows");
        }
    }

    @Test
    void timesAsDistancesAreFoundByTime() throws IOException {
        List<TestRows.Row> rows = rows(3, 5000);
        Slice slice = settled(rows).slices().getFirst();
        long[] bytes = new long[1];
        for (int page = 0; page < slice.pageCount(); page++) {
            slice.time().ranges(page, (offset, length) -> bytes[0] += length - 64);
        }
        assertTrue(bytes[0] < 1.4 * rows.size(), bytes[0] + " bytes of times");
        for (int i = 0; i < rows.size(); i += 7) {
            for (long t = rows.get(i).time() - 1; t <= rows.get(i).time() + 1; t++) {
                int expected = 0;
                while (expected < rows.size() && rows.get(expected).time() < t) {
                    expected++;
                }
                assertEquals(expected, slice.time().lowerBound(t));
            }
        }
    }
}
