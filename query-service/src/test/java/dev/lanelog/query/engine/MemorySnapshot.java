package dev.lanelog.query.engine;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.group.GroupOptions;
import dev.lanelog.columnar.group.HeadChunkWriter;
import dev.lanelog.columnar.group.InputColumn;
import dev.lanelog.columnar.group.RowBlock;
import dev.lanelog.columnar.group.Slice;
import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.columnar.io.ArrayByteSource;
import dev.lanelog.query.logsql.ast.GoQuote;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Slices in memory, written and opened as head chunks are. */
public final class MemorySnapshot implements Snapshot {
    private final List<Slice> slices = new ArrayList<>();
    private int chunks;

    /** A row. */
    public record Row(long timeNs, Map<String, String> fields) {}

    /** Adds rows as one chunk with pages of this many rows. */
    public void add(Tenant tenant, List<Row> rows, List<String> streamFields, int pageRows) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        for (Row row : rows) {
            names.addAll(row.fields.keySet());
        }
        List<InputColumn> columns = new ArrayList<>();
        for (String name : names) {
            columns.add(column(
                    name,
                    rows.stream().map(r -> r.fields.getOrDefault(name, "")).toList()));
        }
        columns.add(column(
                Slice.STREAM, rows.stream().map(r -> stream(r, streamFields)).toList()));
        GroupOptions head = GroupOptions.head();
        HeadChunkWriter writer = new HeadChunkWriter(new GroupOptions(
                pageRows, head.zstdLevel(), head.zstdMinMatch(), head.laneAligned(), head.maxSliceRows()));
        long[] times = rows.stream().mapToLong(Row::timeNs).toArray();
        writer.add(new RowBlock(tenant, rows.size(), times, columns));
        Group group = Group.open(new ArrayByteSource("chunk-" + chunks++, writer.finish()));
        slices.addAll(group.slices());
    }

    private static InputColumn column(String name, List<String> values) {
        ValueBuffer buffer = new ValueBuffer();
        int[] offsets = new int[values.size() + 1];
        for (int i = 0; i < values.size(); i++) {
            byte[] value = Json.bytes(values.get(i));
            buffer.add(value, 0, value.length);
            offsets[i + 1] = buffer.bytes();
        }
        return new InputColumn.TextInput(name, Arrays.copyOf(buffer.arena, buffer.bytes()), offsets);
    }

    /** Canonical text of a row's stream. */
    public static String stream(Row row, List<String> streamFields) {
        TreeMap<String, String> labels = new TreeMap<>();
        for (String field : streamFields) {
            String value = row.fields.getOrDefault(field, "");
            if (!value.isEmpty()) {
                labels.put(field, value);
            }
        }
        StringBuilder sb = new StringBuilder("{");
        labels.forEach((name, value) ->
                sb.append(sb.length() > 1 ? "," : "").append(name).append('=').append(GoQuote.quote(value)));
        return sb.append('}').toString();
    }

    @Override
    public List<Slice> slices(Tenant tenant, long startNs, long endNsExclusive) {
        return slices.stream().filter(s -> s.tenant().equals(tenant)).toList();
    }

    @Override
    public List<Tenant> tenants(long startNs, long endNsExclusive) {
        return slices.stream().map(Slice::tenant).distinct().sorted().toList();
    }

    @Override
    public List<Integer> missingPartitions() {
        return List.of();
    }

    @Override
    public void close() {}
}
