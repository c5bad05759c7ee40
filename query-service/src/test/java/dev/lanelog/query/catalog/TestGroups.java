package dev.lanelog.query.catalog;

import dev.lanelog.columnar.group.GroupOptions;
import dev.lanelog.columnar.group.HeadChunkWriter;
import dev.lanelog.columnar.group.InputColumn;
import dev.lanelog.columnar.group.RowBlock;
import dev.lanelog.columnar.group.Tenant;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;

/** Makes groups of a few rows. */
@NullUnmarked
public final class TestGroups {
    private TestGroups() {}

    /** A row: its time and its fields. */
    public record Row(long timeNs, Map<String, String> fields) {}

    /** The bytes of a group of one tenant. */
    public static byte[] group(Tenant tenant, List<Row> rows) {
        TreeSet<String> names = new TreeSet<>();
        rows.forEach(row -> names.addAll(row.fields.keySet()));
        long[] times = rows.stream().mapToLong(Row::timeNs).toArray();
        List<InputColumn> columns = new ArrayList<>();
        for (String name : names) {
            byte[][] values = new byte[rows.size()][];
            for (int i = 0; i < values.length; i++) {
                values[i] = rows.get(i).fields.getOrDefault(name, "").getBytes(StandardCharsets.UTF_8);
            }
            columns.add(column(name, values));
        }
        HeadChunkWriter writer = new HeadChunkWriter(GroupOptions.head());
        writer.add(new RowBlock(tenant, rows.size(), times, columns));
        return writer.finish();
    }

    private static InputColumn column(String name, byte[][] values) {
        int total = 0;
        for (byte[] value : values) {
            total += value.length;
        }
        byte[] bytes = new byte[total];
        int[] offsets = new int[values.length + 1];
        int at = 0;
        for (int i = 0; i < values.length; i++) {
            System.arraycopy(values[i], 0, bytes, at, values[i].length);
            at += values[i].length;
            offsets[i + 1] = at;
        }
        return new InputColumn.TextInput(name, bytes, offsets);
    }

    /** Rows {@code from} to {@code to}, one a second after {@code startNs}. */
    public static List<Row> rows(long startNs, int from, int to) {
        List<Row> rows = new ArrayList<>();
        for (int i = from; i < to; i++) {
            Map<String, String> fields = new TreeMap<>();
            fields.put("_msg", "message " + i);
            fields.put("_stream", "{app=\"a" + i % 3 + "\"}");
            fields.put("app", "a" + i % 3);
            fields.put("seq", Integer.toString(i));
            rows.add(new Row(startNs + i * 1_000_000_000L, fields));
        }
        return rows;
    }
}
