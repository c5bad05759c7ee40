package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.stats.IndexSort;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.SortField;
import dev.lanelog.query.logsql.format.JsonText;
import dev.lanelog.query.logsql.pipe.PipeSort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code sort}, {@code first} and {@code last}. Rows stay in the batches they came in; what is sorted is references to
 * them. With a limit only rows that can still be among the first ones are kept, and only their columns are made.
 */
public final class SortProcessor implements AggregateProcessor {
    private static final int ROWS_PER_BATCH = 1024;

    /** References beyond twice the limit before those that are out are dropped. */
    private static final int SLACK = 1024;

    private final PipeSort pipe;
    private final QueryRun run;
    private final MemoryBudget.Account memory;
    private final boolean[] descending;

    /** Rows to keep per partition, or -1 for all. */
    private final long kept;

    private final @Nullable TimeBound timeBound;
    private List<Held> batches = new ArrayList<>();
    private long[] refs = new long[64];
    private int count;
    private long bytes;

    /** Where the last row that is certainly kept is, once there are enough rows; -1 before. Not used with partitions. */
    private long threshold = -1;

    private final ValueRef a = new ValueRef();
    private final ValueRef b = new ValueRef();

    /** A batch with the keys of its rows. */
    private record Held(Batch batch, SortKey[] keys, List<ColumnVector> partitions) {
        long heapBytes() {
            long sum = batch.heapBytes();
            for (SortKey key : keys) {
                sum += key.heapBytes();
            }
            return sum;
        }
    }

    /** @param timeBound shared by all instances when the first key is the rows' own time and there is a limit, else null */
    SortProcessor(PipeSort pipe, QueryRun run, String name, @Nullable TimeBound timeBound) {
        this.pipe = pipe;
        this.run = run;
        this.memory = run.memory().account(name);
        this.timeBound = timeBound;
        this.kept = pipe.limit() > 0 ? saturatedSum(pipe.offset(), pipe.limit()) : -1;
        this.descending = new boolean[Math.max(1, pipe.by().size())];
        for (int i = 0; i < descending.length; i++) {
            descending[i] = pipe.descending()
                    ^ (i < pipe.by().size() && pipe.by().get(i).descending());
        }
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    @Override
    public void accept(Batch batch) {
        if (kept < 0) {
            hold(batch.detach());
        } else if (kept > 0) {
            Batch better = candidates(batch);
            if (better.rows() > 0) {
                hold(better.detach());
                if (count - SLACK > 2 * Math.min(kept, Integer.MAX_VALUE / 4)) {
                    compact();
                } else if (threshold < 0 && count >= kept && pipe.partitionBy().isEmpty()) {
                    compact();
                }
            }
        }
        memory.use(bytes + 8L * refs.length + 64L * batches.size());
    }

    /** The rows that can still be among the first ones. */
    private Batch candidates(Batch batch) {
        if (!pipe.partitionBy().isEmpty()) {
            return batch;
        }
        Held held = held(batch);
        int[] rows = new int[batch.rows()];
        int n = 0;
        for (int row = 0; row < batch.rows(); row++) {
            if (threshold < 0 || compareKeys(held, row, at(threshold), (int) threshold) < 0) {
                rows[n++] = row;
            }
        }
        if (n > kept) {
            int better = (int) kept;
            if (!isAscendingTime(held)) {
                IndexSort.sort(rows, 0, n, (x, y) -> compareKeys(held, x, held, y));
            } else if (descending[0]) {
                System.arraycopy(rows, n - better, rows, 0, better);
            }
            n = better;
        }
        if (n == batch.rows()) {
            return batch;
        }
        Bitmap selected = new Bitmap(batch.rows());
        for (int i = 0; i < n; i++) {
            selected.set(rows[i]);
        }
        return batch.select(selected);
    }

    /** Whether the only key is a time that rises from row to row, as in every stored page. */
    private boolean isAscendingTime(Held held) {
        if (held.keys.length != 1 || !(held.keys[0].column instanceof TimeVector times)) {
            return false;
        }
        long[] ns = times.timesNs();
        for (int row = 1; row < held.batch.rows(); row++) {
            if (ns[row] < ns[row - 1]) {
                return false;
            }
        }
        return true;
    }

    private void hold(Batch batch) {
        Held held = held(batch);
        int rows = batch.rows();
        if (refs.length - count < rows) {
            refs = Arrays.copyOf(refs, Math.max(Math.addExact(count, rows), (int)
                    Math.min(Integer.MAX_VALUE - 8L, refs.length * 2L)));
        }
        long base = (long) batches.size() << 32;
        for (int row = 0; row < rows; row++) {
            refs[count++] = base | row;
        }
        batches.add(held);
        bytes += held.heapBytes();
    }

    private Held held(Batch batch) {
        int rows = batch.rows();
        SortKey[] keys = new SortKey[descending.length];
        if (pipe.by().isEmpty()) {
            keys[0] = new SortKey(rowTexts(batch), rows, true);
        } else {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = new SortKey(batch.column(pipe.by().get(i).name()), rows, kept >= 0);
            }
        }
        return new Held(batch, keys, FieldsProcessor.columns(batch, pipe.partitionBy()));
    }

    /** All fields of each row as one text, to sort by. */
    private static ColumnVector rowTexts(Batch batch) {
        List<String> names = batch.names();
        ValueBuffer out = new ValueBuffer(batch.rows(), 64 * batch.rows());
        ByteBuilder text = new ByteBuilder(256);
        ValueRef ref = new ValueRef();
        for (int row = 0; row < batch.rows(); row++) {
            text.clear();
            for (int i = 0; i < names.size(); i++) {
                batch.column(i).get(row, ref);
                text.add(names.get(i).getBytes(StandardCharsets.UTF_8));
                text.add(':');
                text.reserve(JsonText.maxLength(ref.len));
                text.size = JsonText.append(ref.buf, ref.off, ref.len, text.buf, text.size);
                text.add(',');
            }
            out.add(text.buf, 0, text.size);
        }
        return new TextVector(out);
    }

    private Held at(long ref) {
        return batches.get((int) (ref >>> 32));
    }

    private int compare(long x, long y) {
        Held left = at(x);
        Held right = at(y);
        for (int i = 0; i < left.partitions.size(); i++) {
            left.partitions.get(i).get((int) x, a);
            right.partitions.get(i).get((int) y, b);
            int order = a.len != b.len
                    ? Integer.compare(a.len, b.len)
                    : Arrays.compareUnsigned(a.buf, a.off, a.off + a.len, b.buf, b.off, b.off + b.len);
            if (order != 0) {
                return order;
            }
        }
        return compareKeys(left, (int) x, right, (int) y);
    }

    private boolean samePartition(long x, long y) {
        Held left = at(x);
        Held right = at(y);
        for (int i = 0; i < left.partitions.size(); i++) {
            left.partitions.get(i).get((int) x, a);
            right.partitions.get(i).get((int) y, b);
            if (!Arrays.equals(a.buf, a.off, a.off + a.len, b.buf, b.off, b.off + b.len)) {
                return false;
            }
        }
        return true;
    }

    private int compareKeys(Held left, int row, Held right, int otherRow) {
        for (int i = 0; i < descending.length; i++) {
            int order = left.keys[i].compare(row, right.keys[i], otherRow, a, b);
            if (order != 0) {
                return descending[i] ? -order : order;
            }
        }
        return 0;
    }

    /** Brings the references in order. */
    private void sort() {
        int[] order = new int[count];
        Arrays.setAll(order, i -> i);
        long[] unsorted = refs;
        int[] steps = {0};
        IndexSort.sort(order, 0, count, (x, y) -> {
            if ((++steps[0] & 0xFFFF) == 0) {
                run.check();
            }
            return compare(unsorted[x], unsorted[y]);
        });
        long[] sorted = new long[Math.max(64, count)];
        for (int i = 0; i < count; i++) {
            sorted[i] = unsorted[order[i]];
        }
        refs = sorted;
    }

    /** Drops the rows that are out. */
    private void compact() {
        sort();
        int n = 0;
        long ofPartition = 0;
        for (int i = 0; i < count; i++) {
            ofPartition = i > 0 && samePartition(refs[i - 1], refs[i]) ? ofPartition + 1 : 1;
            if (ofPartition <= kept) {
                refs[n++] = refs[i];
            }
        }
        count = n;
        gatherSurvivors();
        if (pipe.partitionBy().isEmpty() && count >= kept) {
            threshold = refs[count - 1];
            if (timeBound != null && at(threshold).keys[0].column instanceof TimeVector times) {
                timeBound.narrow(times.timesNs()[(int) threshold]);
            }
        }
    }

    /** Copies the rows that are left out of their batches, so that the others can be freed; keeps the order of references. */
    private void gatherSurvivors() {
        int[] perBatch = new int[batches.size()];
        for (int i = 0; i < count; i++) {
            perBatch[(int) (refs[i] >>> 32)]++;
        }
        int[][] rows = new int[batches.size()][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new int[perBatch[i]];
        }
        int[] next = new int[batches.size()];
        int[] newIndex = new int[batches.size()];
        int used = 0;
        for (int i = 0; i < rows.length; i++) {
            newIndex[i] = perBatch[i] > 0 ? used++ : -1;
        }
        for (int i = 0; i < count; i++) {
            int batch = (int) (refs[i] >>> 32);
            rows[batch][next[batch]] = (int) refs[i];
            refs[i] = (long) newIndex[batch] << 32 | next[batch]++;
        }
        List<Held> before = batches;
        batches = new ArrayList<>();
        bytes = 0;
        for (int i = 0; i < rows.length; i++) {
            if (perBatch[i] > 0) {
                Held held = held(before.get(i).batch.gather(rows[i], 0, perBatch[i]));
                batches.add(held);
                bytes += held.heapBytes();
            }
        }
    }

    @Override
    public void merge(AggregateProcessor other) {
        SortProcessor o = (SortProcessor) other;
        // Rows that were dropped there have no reference, but may still lie in a batch.
        o.dropUnreferenced();
        for (Held held : o.batches) {
            hold(held.batch);
        }
        o.memory.close();
        memory.use(bytes + 8L * refs.length);
    }

    private void dropUnreferenced() {
        if (kept >= 0 && count > 0) {
            sort();
            gatherSurvivors();
        }
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        if (count > 0) {
            sort();
        }
        long[] chosen = new long[count];
        long[] ranks = new long[count];
        int n = 0;
        long place = 0;
        for (int i = 0; i < count; i++) {
            place = i > 0 && (pipe.partitionBy().isEmpty() || samePartition(refs[i - 1], refs[i])) ? place + 1 : 1;
            if (place > pipe.offset() && (kept < 0 || place <= kept)) {
                chosen[n] = refs[i];
                ranks[n++] = place;
            }
        }
        for (int from = 0; from < n; from += ROWS_PER_BATCH) {
            run.check();
            next.accept(output(chosen, ranks, from, Math.min(ROWS_PER_BATCH, n - from)));
        }
        memory.close();
    }

    /** Rank, keys, then the other fields in the order they first come. */
    private Batch output(long[] chosen, long[] ranks, int from, int rows) {
        Set<String> names = new LinkedHashSet<>();
        for (SortField key : pipe.by()) {
            names.add(key.name());
        }
        int last = -1;
        for (int i = 0; i < rows; i++) {
            int batch = (int) (chosen[from + i] >>> 32);
            if (batch != last) {
                names.addAll(batches.get(batch).batch.names());
                last = batch;
            }
        }
        List<String> outNames = new ArrayList<>();
        List<ColumnVector> columns = new ArrayList<>();
        if (pipe.rankName() != null && !isKey(pipe.rankName())) {
            outNames.add(pipe.rankName());
            columns.add(new LongVector(Arrays.copyOfRange(ranks, from, from + rows), null));
            names.remove(pipe.rankName());
        }
        for (String name : names) {
            outNames.add(name);
            columns.add(
                    name.equals(Names.TIME) && allTimes(chosen, from, rows)
                            ? times(chosen, from, rows)
                            : texts(name, chosen, from, rows));
        }
        return Batch.of(rows, outNames, columns);
    }

    /** A rank that would hide a key is left out, as in VictoriaLogs. */
    private boolean isKey(String name) {
        for (SortField key : pipe.by()) {
            if (key.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private boolean allTimes(long[] chosen, int from, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!(at(chosen[from + i]).batch.column(Names.TIME) instanceof TimeVector)) {
                return false;
            }
        }
        return true;
    }

    private ColumnVector times(long[] chosen, int from, int rows) {
        long[] out = new long[rows];
        for (int i = 0; i < rows; i++) {
            long ref = chosen[from + i];
            out[i] = ((TimeVector) at(ref).batch.column(Names.TIME)).timesNs()[(int) ref];
        }
        return new TimeVector(out);
    }

    private ColumnVector texts(String name, long[] chosen, int from, int rows) {
        ValueBuffer out = new ValueBuffer(rows, 16 * rows);
        for (int i = 0; i < rows; i++) {
            long ref = chosen[from + i];
            at(ref).batch.column(name).get((int) ref, a);
            out.add(a.buf, a.off, a.len);
        }
        return new TextVector(out);
    }
}
