package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.io.ArrayByteSource;
import dev.lanelog.columnar.io.ArrayGroupOutput;
import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Rows as plain objects, random ones, and the way between them and groups. */
final class TestRows {
    static final long DAY = GroupFormat.DAY_NS;

    private TestRows() {}

    /** A row; absent and empty values are the same and never in the map. */
    record Row(Tenant tenant, long time, Map<String, String> fields) {}

    /** Text as ISO-8859-1, so that any byte can stand in a test string. */
    static byte[] bytes(String s) {
        return s.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text0(byte[] buf) {
        return text(buf, 0, buf.length);
    }

    static String text(byte[] buf, int off, int len) {
        return new String(buf, off, len, StandardCharsets.ISO_8859_1);
    }

    static RowBlock block(List<Row> rows, boolean dictionaries) {
        int n = rows.size();
        long[] times = new long[n];
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < n; i++) {
            times[i] = rows.get(i).time();
            names.addAll(rows.get(i).fields().keySet());
        }
        List<InputColumn> columns = new ArrayList<>();
        for (String name : names) {
            columns.add(dictionaries ? dictionaryInput(name, rows) : textInput(name, rows));
        }
        return new RowBlock(rows.getFirst().tenant(), n, times, columns);
    }

    private static InputColumn textInput(String name, List<Row> rows) {
        ValueBuffer values = new ValueBuffer();
        int[] offsets = new int[rows.size() + 1];
        for (int i = 0; i < rows.size(); i++) {
            byte[] v = bytes(rows.get(i).fields().getOrDefault(name, ""));
            values.add(v, 0, v.length);
            offsets[i + 1] = values.bytes();
        }
        return new InputColumn.TextInput(name, values.arena, offsets);
    }

    private static InputColumn dictionaryInput(String name, List<Row> rows) {
        Map<String, Integer> ids = new LinkedHashMap<>();
        int[] of = new int[rows.size()];
        ValueBuffer values = new ValueBuffer();
        for (int i = 0; i < rows.size(); i++) {
            String v = rows.get(i).fields().getOrDefault(name, "");
            Integer id = ids.get(v);
            if (id == null) {
                id = ids.size();
                ids.put(v, id);
                values.add(bytes(v), 0, v.length());
            }
            of[i] = id;
        }
        int[] offsets = new int[ids.size() + 1];
        System.arraycopy(values.ends, 0, offsets, 1, ids.size());
        return new InputColumn.DictionaryInput(name, values.arena, offsets, of);
    }

    /** What a group with these rows holds: by tenant, day and time, ties in the order given. */
    static List<Row> sorted(List<Row> rows) {
        List<Row> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparing(Row::tenant)
                .thenComparingInt(row -> GroupFormat.day(row.time()))
                .thenComparingLong(Row::time));
        return sorted;
    }

    static byte[] head(List<Row> rows, GroupOptions options, int blockRows, boolean dictionaries) {
        HeadChunkWriter writer = new HeadChunkWriter(options);
        add(writer, rows, blockRows, dictionaries);
        return writer.finish();
    }

    static void add(HeadChunkWriter writer, List<Row> rows, int blockRows, boolean dictionaries) {
        int from = 0;
        while (from < rows.size()) {
            Tenant tenant = rows.get(from).tenant();
            int to = from;
            while (to < rows.size()
                    && to - from < blockRows
                    && rows.get(to).tenant().equals(tenant)) {
                to++;
            }
            writer.add(block(rows.subList(from, to), dictionaries));
            from = to;
        }
    }

    static byte[] merged(List<byte[]> groups, GroupOptions options) throws IOException {
        List<Group> inputs = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            inputs.add(Group.open(new ArrayByteSource("input-" + i, groups.get(i))));
        }
        ArrayGroupOutput out = new ArrayGroupOutput();
        GroupMerger.merge(inputs, options, out, () -> false);
        return out.toByteArray();
    }

    /** All rows of a group, in its order. */
    static List<Row> read(Group group) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (Slice slice : group.slices()) {
            long[] times = new long[Math.min(slice.rows(), slice.pageRows())];
            for (int page = 0; page < slice.pageCount(); page++) {
                int n = slice.rowsInPage(page);
                slice.time().times(page, times);
                List<Map<String, String>> fields = new ArrayList<>();
                for (int i = 0; i < n; i++) {
                    fields.add(new TreeMap<>());
                }
                Bitmap all = new Bitmap(n);
                all.setAll();
                for (Column column : slice.columns()) {
                    ValueBuffer values = new ValueBuffer();
                    column.page(page).append(all, values);
                    for (int i = 0; i < n; i++) {
                        if (values.length(i) > 0) {
                            fields.get(i).put(column.name(), text(values.arena, values.offset(i), values.length(i)));
                        }
                    }
                }
                for (int i = 0; i < n; i++) {
                    rows.add(new Row(slice.tenant(), times[i], fields.get(i)));
                }
            }
        }
        return rows;
    }

    static Group open(byte[] bytes) throws IOException {
        return Group.open(new ArrayByteSource("test.group", bytes));
    }

    /** Text that tempts an encoder to take it for something else. */
    static final List<String> ADVERSARIAL = List.of(
            "",
            "0",
            "-0",
            "007",
            "1e3",
            " 5",
            "5 ",
            "+1",
            "1.50",
            "-",
            "--1",
            "0x1F",
            "1.10",
            "\0",
            "a\0b",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            "99999999999999999999",
            "\u00ff\u00fe",
            "\u00c3",
            "DEADbeef",
            "deadbeef",
            "0deadbeef",
            "true",
            "null",
            "NaN",
            "10.0.0.1",
            "010.0.0.1",
            "2024-02-30T00:00:00Z",
            "1h",
            "x".repeat(300),
            "-1",
            "1",
            "10",
            "-10",
            "request 17 timed out",
            "timed out",
            "time",
            "d out");

    /** Rows with columns of every nature. */
    static List<Row> random(RandomGenerator random, int n, int tenants, int days) {
        long start = 20_000 * DAY + 5_000_000_000L;
        List<Row> rows = new ArrayList<>();
        Tenant[] all = new Tenant[tenants];
        for (int i = 0; i < tenants; i++) {
            all[i] = new Tenant(i % 3 - 1, i);
        }
        long time = start;
        for (int i = 0; i < n; i++) {
            time += random.nextInt(2_000) * 1000L - 500_000;
            long at = time + random.nextInt(days) * DAY;
            rows.add(new Row(all[random.nextInt(tenants)], at, fields(random, i)));
        }
        return rows;
    }

    private static Map<String, String> fields(RandomGenerator random, int i) {
        Map<String, String> fields = new TreeMap<>();
        put(fields, "constant", "same");
        put(fields, "level", List.of("info", "warn", "error", "").get(random.nextInt(4)));
        put(fields, "adversarial", ADVERSARIAL.get(random.nextInt(ADVERSARIAL.size())));
        put(fields, "number", Integer.toString(random.nextInt(100_000) - 50_000));
        put(fields, "sequence", Integer.toString(i * 7));
        put(fields, "wide", Long.toString(random.nextLong()));
        put(fields, "sometimes", random.nextInt(4) == 0 ? Long.toString(random.nextInt(1 << 20) * 1000L) : "");
        put(fields, "id", String.format("%016x", random.nextLong()));
        put(
                fields,
                "_msg",
                "request " + random.nextInt(50) + " to /api/v1/users/" + random.nextInt(100_000)
                        + (random.nextInt(10) == 0 ? " timed out" : " done"));
        put(fields, "almost", random.nextInt(500) == 0 ? "n/a" : Integer.toString(random.nextInt(1 << 24)));
        if (random.nextInt(300) == 0) {
            put(fields, "rare" + random.nextInt(3), "v" + random.nextInt(5));
        }
        put(fields, "user", "u" + (int) Math.pow(random.nextDouble() * 50, 3));
        return fields;
    }

    private static void put(Map<String, String> fields, String name, String value) {
        if (!value.isEmpty()) {
            fields.put(name, value);
        }
    }

    static boolean contains(byte[] buf, int off, int len, byte[] needle) {
        for (int i = off; i + needle.length <= off + len; i++) {
            if (Arrays.equals(buf, i, i + needle.length, needle, 0, needle.length)) {
                return true;
            }
        }
        return false;
    }
}
