package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.EncodedColumn;
import dev.lanelog.columnar.column.StoredColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Merges the slices of one tenant and day. */
final class SliceMerger {
    /** Text of one column that is in memory at once, about; larger slices are cut. */
    private static final long MAX_COLUMN_BYTES = 512L << 20;

    private final Tenant tenant;
    private final int day;
    private final List<StoredSlice> inputs;
    private final GroupOptions options;
    private final GroupWriter writer;
    private final BooleanSupplier cancelled;
    private final int rows;

    /** First row of each input when they stand one behind the other, and the row count. */
    private final int[] base;

    SliceMerger(
            Tenant tenant,
            int day,
            List<StoredSlice> inputs,
            GroupOptions options,
            GroupWriter writer,
            BooleanSupplier cancelled)
            throws IOException {
        this.tenant = tenant;
        this.day = day;
        this.inputs = inputs;
        this.options = options;
        this.writer = writer;
        this.cancelled = cancelled;
        base = new int[inputs.size() + 1];
        long sum = 0;
        for (int i = 0; i < inputs.size(); i++) {
            sum += inputs.get(i).rows();
            if (sum > Integer.MAX_VALUE - 64) {
                throw new IOException(
                        "tenant " + tenant + " day " + day + " has " + sum + " rows; merge fewer groups at once");
            }
            base[i + 1] = (int) sum;
        }
        rows = (int) sum;
    }

    int rows() {
        return rows;
    }

    void run() throws IOException {
        long[] times = times();
        int[] order = TimeOrder.of(times, rows);
        int pageRows = options.pageRows();
        long sliceRows = options.maxSliceRows();
        long widest = widestColumn();
        if (widest > MAX_COLUMN_BYTES) {
            sliceRows = Math.min(sliceRows, Math.max(64, rows * MAX_COLUMN_BYTES / widest));
            while (pageRows > 64 && pageRows > sliceRows) {
                pageRows = Math.max(64, (pageRows / 2 + 63) / 64 * 64);
            }
        }
        sliceRows = Math.max(pageRows, sliceRows / pageRows * pageRows);
        for (int from = 0; from < rows; ) {
            int to = (int) Math.min(rows, from + sliceRows);
            slice(times, order, from, to, pageRows);
            from = to;
        }
    }

    private long widestColumn() {
        long widest = 0;
        for (long sum : columnBytes().values()) {
            widest = Math.max(widest, sum);
        }
        return widest;
    }

    /** Bytes of all values by column. */
    private Map<String, Long> columnBytes() {
        Map<String, Long> bytes = new HashMap<>();
        for (StoredSlice input : inputs) {
            for (StoredColumn column : input.stored()) {
                bytes.merge(column.name(), column.rawBytes(), Long::sum);
            }
        }
        return bytes;
    }

    private long[] times() throws IOException {
        long[] times = new long[rows];
        for (int i = 0; i < inputs.size(); i++) {
            StoredSlice input = inputs.get(i);
            long[] page = new long[Math.min(input.rows(), input.pageRows())];
            for (int p = 0; p < input.pageCount(); p++) {
                checkCancelled();
                input.time().times(p, page);
                System.arraycopy(page, 0, times, base[i] + p * input.pageRows(), input.rowsInPage(p));
            }
        }
        return times;
    }

    void checkCancelled() {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("merge cancelled");
        }
    }

    /** Writes the rows {@code [from, to)} of the merged order as one slice. */
    private void slice(long[] times, int @Nullable [] order, int from, int to, int pageRows) throws IOException {
        int n = to - from;
        int k = inputs.size();
        // In merged order the rows of an input stay in order, so a stretch of it takes a stretch of each input.
        int[] lo = new int[k];
        int[] hi = new int[k];
        java.util.Arrays.fill(lo, Integer.MAX_VALUE);
        long[] sorted = new long[n];
        int[] inputOf = order == null ? null : new int[n];
        int current = 0;
        for (int r = from; r < to; r++) {
            int row = order == null ? r : order[r];
            sorted[r - from] = times[row];
            if (row < base[current] || row >= base[current + 1]) {
                current = inputOf(row);
            }
            int local = row - base[current];
            lo[current] = Math.min(lo[current], local);
            hi[current] = Math.max(hi[current], local + 1);
            if (inputOf != null) {
                inputOf[r - from] = current;
            }
        }
        int[] localBase = new int[k + 1];
        for (int i = 0; i < k; i++) {
            lo[i] = Math.min(lo[i], hi[i]);
            localBase[i + 1] = localBase[i] + hi[i] - lo[i];
        }
        if (order != null && inputOf != null) {
            for (int r = 0; r < n; r++) {
                int i = inputOf[r];
                inputOf[r] = order[from + r] - base[i] - lo[i] + localBase[i];
            }
        }
        GroupWriter.SliceBlock slice = writer.slice(tenant, day, sorted, pageRows);
        ColumnGatherer gatherer = new ColumnGatherer(inputs, lo, hi, localBase, inputOf, this::checkCancelled);
        List<String> written = new ArrayList<>();
        List<String> deferred = new ArrayList<>();
        for (String name : names()) {
            checkCancelled();
            ColumnGatherer.Outcome outcome = gatherer.encode(name, writer.encoder(), pageRows);
            EncodedColumn column = outcome.column();
            if (outcome.deferred()) {
                deferred.add(name);
            } else if (column != null) {
                slice.column(name, column);
                written.add(name);
            }
        }
        // Short ones first: a long text may refer to a shorter one that is plain text.
        Map<String, Long> bytes = columnBytes();
        deferred.sort(Comparator.comparing(name -> bytes.getOrDefault(name, 0L)));
        for (String name : deferred) {
            checkCancelled();
            ColumnGatherer.Outcome outcome = gatherer.encodeDeferred(name, written, writer.encoder(), pageRows);
            EncodedColumn column = outcome.column();
            if (column != null) {
                slice.column(name, column);
            }
            if (!outcome.deferred()) {
                written.add(name);
            }
        }
    }

    private int inputOf(int row) {
        int lo = 0;
        int hi = base.length - 2;
        while (lo < hi) {
            int mid = (lo + hi + 1) >>> 1;
            if (base[mid] <= row) {
                lo = mid;
            } else {
                hi = mid - 1;
            }
        }
        return lo;
    }

    private Iterable<String> names() {
        TreeMap<String, Boolean> names = new TreeMap<>(GroupWriter.NAME_ORDER);
        for (StoredSlice input : inputs) {
            for (StoredColumn column : input.stored()) {
                names.put(column.name(), true);
            }
        }
        return names.keySet();
    }
}
