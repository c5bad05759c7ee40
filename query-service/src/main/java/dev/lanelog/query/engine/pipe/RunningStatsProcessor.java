package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.stats.GroupKeys;
import dev.lanelog.query.engine.stats.IndexSort;
import dev.lanelog.query.engine.stats.RunningState;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.pipe.PipeRunningStats;
import dev.lanelog.query.logsql.pipe.PipeTotalStats;
import dev.lanelog.query.logsql.stats.RunningCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@code running_stats} and {@code total_stats}: rows group by group, within a group in the order of their {@code _time} text,
 * each with what was counted up to it, or over all rows of the group.
 */
final class RunningStatsProcessor implements AggregateProcessor {
    private static final int ROWS_PER_BATCH = 1024;

    private final List<String> by;
    private final List<RunningCall> calls;
    private final boolean total;
    private final QueryRun run;
    private final MemoryBudget.Account memory;
    private final List<Batch> batches = new ArrayList<>();
    private long bytes;
    private int rows;
    private final ValueRef a = new ValueRef();
    private final ValueRef b = new ValueRef();

    RunningStatsProcessor(PipeRunningStats pipe, QueryRun run) {
        this(pipe.by(), pipe.calls(), false, "running_stats", run);
    }

    RunningStatsProcessor(PipeTotalStats pipe, QueryRun run) {
        this(pipe.by(), pipe.calls(), true, "total_stats", run);
    }

    private RunningStatsProcessor(List<String> by, List<RunningCall> calls, boolean total, String name, QueryRun run) {
        this.by = by;
        this.calls = calls;
        this.total = total;
        this.run = run;
        this.memory = run.memory().account(name);
    }

    @Override
    public void accept(Batch batch) {
        Batch held = batch.detach();
        batches.add(held);
        rows = Math.addExact(rows, held.rows());
        // A reference, a group number and a place in the order are kept for every row when it comes to that.
        bytes += held.heapBytes() + 20L * held.rows();
        memory.use(bytes);
    }

    @Override
    public void merge(AggregateProcessor other) {
        RunningStatsProcessor o = (RunningStatsProcessor) other;
        batches.addAll(o.batches);
        rows = Math.addExact(rows, o.rows);
        bytes += o.bytes;
        o.memory.close();
        memory.use(bytes);
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        GroupKeys keys = new GroupKeys(by.size());
        long[] refs = new long[rows];
        int[] groups = new int[rows];
        int n = 0;
        for (int i = 0; i < batches.size(); i++) {
            Batch batch = batches.get(i);
            int[] batchGroups = new int[batch.rows()];
            keys.groups(FieldsProcessor.columns(batch, by), batch.rows(), batchGroups);
            for (int row = 0; row < batch.rows(); row++) {
                refs[n] = (long) i << 32 | row;
                groups[n++] = batchGroups[row];
            }
        }
        int[] order = new int[rows];
        Arrays.setAll(order, i -> i);
        IndexSort.sort(order, 0, rows, (x, y) -> {
            int byGroup = groups[x] == groups[y] ? 0 : compareGroups(keys, groups[x], groups[y]);
            return byGroup != 0 ? byGroup : compareTimes(refs[x], refs[y]);
        });
        int from = 0;
        RowTable table = new RowTable();
        while (from < rows) {
            int to = from + 1;
            while (to < rows && groups[order[to]] == groups[order[from]]) {
                to++;
            }
            writeGroup(refs, order, from, to, table, next);
            from = to;
        }
        if (table.rows() > 0) {
            next.accept(table.take());
        }
        memory.close();
    }

    private int compareGroups(GroupKeys keys, int x, int y) {
        for (int field = 0; field < by.size(); field++) {
            keys.value(x, field, a);
            keys.value(y, field, b);
            int order = a.len != b.len ? Integer.compare(a.len, b.len) : compareBytes();
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int compareTimes(long x, long y) {
        batches.get((int) (x >>> 32)).column(Names.TIME).get((int) x, a);
        batches.get((int) (y >>> 32)).column(Names.TIME).get((int) y, b);
        return compareBytes();
    }

    private int compareBytes() {
        return Arrays.compareUnsigned(a.buf, a.off, a.off + a.len, b.buf, b.off, b.off + b.len);
    }

    private void writeGroup(long[] refs, int[] order, int from, int to, RowTable table, BatchConsumer next)
            throws IOException {
        List<RunningState> states = new ArrayList<>();
        for (RunningCall call : calls) {
            states.add(RunningState.of(call.function()));
        }
        if (total) {
            for (int i = from; i < to; i++) {
                update(states, refs[order[i]]);
            }
        }
        ByteBuilder text = new ByteBuilder(32);
        for (int i = from; i < to; i++) {
            long ref = refs[order[i]];
            if (!total) {
                update(states, ref);
            }
            table.next();
            Batch batch = batches.get((int) (ref >>> 32));
            List<String> names = batch.names();
            for (int f = 0; f < names.size(); f++) {
                if (!isResult(names.get(f))) {
                    ColumnVector column = batch.column(f);
                    column.get((int) ref, a);
                    table.set(names.get(f), a);
                }
            }
            for (int c = 0; c < states.size(); c++) {
                text.clear();
                states.get(c).write(text);
                table.set(calls.get(c).resultName(), text.buf, 0, text.size);
            }
            if (table.rows() == ROWS_PER_BATCH) {
                run.check();
                next.accept(table.take());
            }
        }
    }

    private void update(List<RunningState> states, long ref) {
        Batch batch = batches.get((int) (ref >>> 32));
        for (RunningState state : states) {
            state.update(batch, (int) ref);
        }
    }

    private boolean isResult(String name) {
        for (RunningCall call : calls) {
            if (call.resultName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
