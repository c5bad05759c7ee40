package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.EncodeBuffers;
import dev.lanelog.columnar.column.EncodedColumn;
import dev.lanelog.columnar.column.TextCodec;
import dev.lanelog.columnar.io.ArrayGroupOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gathers rows and makes groups of them in the encodings that are cheap to build: constant, dictionary, integers and
 * plain text. One slice per tenant and UTC day, rows by time with ties in arrival order. Remembers from one group to the
 * next what suits a column. Not thread-safe.
 */
public final class HeadChunkWriter {
    /** Tenants that had no rows for this many chunks are forgotten with what was learnt about their columns. */
    private static final int FORGET_AFTER = 32;

    /** Memory of a finished group that is kept for the next one. */
    private static final int KEEP_BYTES = 16 << 20;

    private final GroupOptions options;
    private final Map<Tenant, TenantRows> tenants = new TreeMap<>();
    private ArrayGroupOutput out = new ArrayGroupOutput();
    private final EncodeBuffers buffers = new EncodeBuffers();
    private int rows;
    private int chunk;

    public HeadChunkWriter(GroupOptions options) {
        this.options = options;
    }

    /** Adds rows behind those that are here. Copies what it needs. */
    public void add(RowBlock block) {
        if (block.rows() == 0) {
            return;
        }
        tenants.computeIfAbsent(block.tenant(), TenantRows::new).add(block);
        rows += block.rows();
    }

    /** Rows added since the last {@link #finish}. */
    public int rows() {
        return rows;
    }

    /** Bytes of memory that the rows take, about. */
    public long estimatedBytes() {
        long sum = 0;
        for (TenantRows tenant : tenants.values()) {
            sum += tenant.bytes();
        }
        return sum;
    }

    /** The rows as the bytes of a group, which may have none; this writer is empty afterwards. */
    public byte[] finish() {
        out.clear();
        try (TextCodec codec = new TextCodec(options.zstdLevel(), options.zstdMinMatch())) {
            GroupWriter writer = new GroupWriter(out, options, codec, buffers);
            for (TenantRows tenant : tenants.values()) {
                tenant.write(writer, options.pageRows());
            }
            writer.finish();
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        clear();
        byte[] group = out.toByteArray();
        if (out.capacity() > KEEP_BYTES) {
            out = new ArrayGroupOutput();
        }
        buffers.trim();
        return group;
    }

    private void clear() {
        chunk++;
        rows = 0;
        tenants.values().removeIf(tenant -> {
            if (tenant.rows > 0) {
                tenant.lastChunk = chunk;
            }
            tenant.clear();
            return chunk - tenant.lastChunk > FORGET_AFTER;
        });
    }

    /** The rows of one tenant. */
    private static final class TenantRows {
        private final Tenant tenant;
        private final Map<String, HeadColumn> columns = new HashMap<>();

        /** Columns by their place in the last block: blocks of one sender look alike. */
        private final List<HeadColumn> byPlace = new ArrayList<>();

        private long[] times = new long[1024];
        private int rows;
        private int lastChunk;

        TenantRows(Tenant tenant) {
            this.tenant = tenant;
        }

        void add(RowBlock block) {
            int count = block.rows();
            if (times.length - rows < count) {
                times = Arrays.copyOf(times, Math.max(rows + count, times.length * 2));
            }
            System.arraycopy(block.timesNs(), 0, times, rows, count);
            int place = 0;
            for (InputColumn input : block.columns()) {
                HeadColumn column = column(input.name(), place++);
                column.fillTo(rows);
                column.add(input, count);
            }
            rows += count;
        }

        private HeadColumn column(String name, int place) {
            if (place < byPlace.size() && byPlace.get(place).name().equals(name)) {
                return byPlace.get(place);
            }
            HeadColumn column = columns.computeIfAbsent(name, HeadColumn::new);
            if (place < byPlace.size()) {
                byPlace.set(place, column);
            } else {
                byPlace.add(column);
            }
            return column;
        }

        long bytes() {
            long sum = 8L * rows;
            for (HeadColumn column : columns.values()) {
                sum += column.bytes();
            }
            return sum;
        }

        void write(GroupWriter writer, int pageRows) throws IOException {
            if (rows == 0) {
                return;
            }
            for (HeadColumn column : columns.values()) {
                if (column.rows() > 0) {
                    column.fillTo(rows);
                }
            }
            int[] order = TimeOrder.of(times, rows);
            int from = 0;
            while (from < rows) {
                int day = GroupFormat.day(time(order, from));
                int to = endOfDay(order, from, day);
                writeSlice(writer, order, from, to, day, pageRows);
                from = to;
            }
        }

        private long time(int @Nullable [] order, int i) {
            return times[order == null ? i : order[i]];
        }

        /** The first row at or behind {@code from} of a later day. */
        private int endOfDay(int @Nullable [] order, int from, int day) {
            int lo = from;
            int hi = rows;
            while (lo < hi) {
                int mid = (lo + hi) >>> 1;
                if (GroupFormat.day(time(order, mid)) <= day) {
                    lo = mid + 1;
                } else {
                    hi = mid;
                }
            }
            return lo;
        }

        private void writeSlice(GroupWriter writer, int @Nullable [] order, int from, int to, int day, int pageRows)
                throws IOException {
            long[] sorted = new long[to - from];
            for (int i = 0; i < sorted.length; i++) {
                sorted[i] = time(order, from + i);
            }
            GroupWriter.SliceBlock slice = writer.slice(tenant, day, sorted, pageRows);
            for (HeadColumn column : columns.values()) {
                if (column.rows() == 0) {
                    continue;
                }
                EncodedColumn encoded = column.encode(order, from, to - from, pageRows, writer.encoder());
                if (encoded != null) {
                    slice.column(column.name(), encoded);
                }
            }
        }

        void clear() {
            rows = 0;
            // Columns that no row had this time are dropped: names that a sender invents must not pile up.
            columns.values().removeIf(column -> column.rows() == 0);
            byPlace.removeIf(column -> column.rows() == 0);
            columns.values().forEach(HeadColumn::clear);
        }
    }
}
