package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.UnsupportedQueryException;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.Timestamps;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.QueryOptions;
import dev.lanelog.query.logsql.ast.TimeRange;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterOr;
import dev.lanelog.query.logsql.filter.FilterStreamId;
import dev.lanelog.query.logsql.filter.FilterTime;
import dev.lanelog.query.logsql.filter.Filters;
import dev.lanelog.query.logsql.filter.InValues;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeFields;
import dev.lanelog.query.logsql.pipe.PipeStreamContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code stream_context}: the rows, with their neighbours in time in the same stream, whatever those hold. A first subquery
 * per stream reads times only and finds out which spans are needed; a second one reads these. Between spans goes a row
 * with the message {@code ---}.
 */
final class StreamContextProcessor implements AggregateProcessor {
    private static final byte[] DELIMITER = "---".getBytes(StandardCharsets.UTF_8);
    private static final int ROWS_PER_BATCH = 1024;

    private final PipeStreamContext pipe;
    private final QueryRun run;
    private final MemoryBudget.Account memory;
    private final Map<String, Times> streams = new LinkedHashMap<>();
    private final ValueRef ref = new ValueRef();
    private long bytes;

    /** Growing list of times. */
    private static final class Times {
        long[] ns = new long[4];
        int count;

        void add(long timeNs) {
            if (count == ns.length) {
                ns = Arrays.copyOf(ns, count * 2);
            }
            ns[count++] = timeNs;
        }

        long[] sortedDistinct() {
            return Arrays.stream(ns, 0, count).sorted().distinct().toArray();
        }
    }

    /** A stream and the times of its rows that neighbours are wanted for, ascending, at least one. */
    private record Wanted(String id, long[] timesNs) {}

    /** A row that a subquery gave. */
    private record Found(long timeNs, Batch batch, int row) {}

    StreamContextProcessor(PipeStreamContext pipe, QueryRun run) {
        this.pipe = pipe;
        this.run = run;
        this.memory = run.memory().account("stream_context");
    }

    @Override
    public void accept(Batch batch) {
        ColumnVector ids = batch.column(Names.STREAM_ID);
        long[] times = times(batch);
        for (int row = 0; row < batch.rows(); row++) {
            ids.get(row, ref);
            Times ofStream = streams.computeIfAbsent(Utf8.string(ref.buf, ref.off, ref.len), _ -> {
                bytes += 256;
                return new Times();
            });
            ofStream.add(times[row]);
            bytes += 16;
        }
        memory.use(bytes);
    }

    private static long[] times(Batch batch) {
        if (batch.column(Names.TIME) instanceof TimeVector times) {
            return times.timesNs();
        }
        throw new UnsupportedQueryException(
                "stream_context needs the rows' own _time and _stream_id; put it in front of pipes that change them");
    }

    @Override
    public void merge(AggregateProcessor other) {
        StreamContextProcessor o = (StreamContextProcessor) other;
        o.streams.forEach((id, theirs) -> {
            Times mine = streams.computeIfAbsent(id, _ -> new Times());
            for (int i = 0; i < theirs.count; i++) {
                mine.add(theirs.ns[i]);
            }
        });
        bytes += o.bytes;
        o.memory.close();
        memory.use(bytes);
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        List<Wanted> order = new ArrayList<>();
        streams.forEach((id, times) -> order.add(new Wanted(id, times.sortedDistinct())));
        order.sort(Comparator.<Wanted>comparingLong(w -> w.timesNs[0]).thenComparing(Wanted::id));
        RowTable table = new RowTable();
        for (Wanted wanted : order) {
            run.check();
            List<List<Found>> spans = spans(wanted.id, wanted.timesNs);
            for (List<Found> span : spans) {
                for (Found found : span) {
                    write(found, table, next);
                }
                if (order.size() > 1 || spans.size() > 1) {
                    delimit(span.getLast(), wanted.id, table);
                }
            }
        }
        if (table.rows() > 0) {
            next.accept(table.take());
        }
        memory.close();
    }

    /** The rows around the needed ones of a stream, a list for each of them that has rows no list before it has. */
    private List<List<Found>> spans(String id, long[] needed) throws IOException {
        long window = pipe.timeWindowNs();
        long first = pipe.before() > 0 ? TimeRange.subtract(needed[0], window) : needed[0];
        long last =
                pipe.after() > 0 ? TimeRange.subtract(needed[needed.length - 1], -window) : needed[needed.length - 1];
        Times all = new Times();
        query(
                id,
                List.of(time(first, last)),
                List.of(new PipeFields(List.of(FieldPattern.exact(Names.TIME)))),
                batch -> {
                    long[] times = times(batch);
                    for (int row = 0; row < batch.rows(); row++) {
                        all.add(times[row]);
                    }
                    memory.use(bytes + 8L * all.ns.length);
                });
        long[] times = Arrays.copyOf(all.ns, all.count);
        Arrays.sort(times);
        List<Filter> ranges = new ArrayList<>();
        for (int i = 0; i < needed.length; i++) {
            int[] span = span(times, needed, i);
            if (span[0] < span[1]) {
                ranges.add(time(times[span[0]], times[span[1] - 1]));
            }
        }
        return ranges.isEmpty() ? List.of() : rows(id, needed, ranges);
    }

    private List<List<Found>> rows(String id, long[] needed, List<Filter> ranges) throws IOException {
        List<Found> found = new ArrayList<>();
        long[] held = {bytes};
        query(id, List.of(ranges.size() == 1 ? ranges.get(0) : new FilterOr(ranges)), List.of(), batch -> {
            Batch detached = batch.detach();
            long[] times = times(detached);
            for (int row = 0; row < batch.rows(); row++) {
                found.add(new Found(times[row], detached, row));
            }
            held[0] += detached.heapBytes() + 40L * batch.rows();
            memory.use(held[0]);
        });
        found.sort(Comparator.comparingLong(Found::timeNs));
        long[] times = found.stream().mapToLong(Found::timeNs).toArray();
        List<List<Found>> spans = new ArrayList<>();
        int done = 0;
        for (int i = 0; i < needed.length; i++) {
            int[] span = span(times, needed, i);
            int from = Math.max(done, span[0]);
            if (from < span[1]) {
                spans.add(found.subList(from, span[1]));
                done = span[1];
            }
        }
        return spans;
    }

    /** Where, in sorted times, the rows around the i-th needed one are: not past its needed neighbours. */
    private int[] span(long[] times, long[] needed, int i) {
        int from = lowerBound(times, needed[i]);
        int to = lowerBound(times, needed[i] + 1);
        int least = i == 0 ? 0 : lowerBound(times, needed[i - 1] + 1);
        int most = i == needed.length - 1 ? times.length : lowerBound(times, needed[i + 1]);
        return new int[] {
            (int) Math.max(least, from - pipe.before()), (int) Math.min(most, Math.max(to, to + pipe.after()))
        };
    }

    private static int lowerBound(long[] times, long timeNs) {
        int low = 0;
        int high = times.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Filter time(long minNs, long maxNs) {
        return new FilterTime(new TimeRange(minNs, maxNs), "[" + minNs + ", " + maxNs + "]");
    }

    private void query(String id, List<Filter> filters, List<Pipe> pipes, BatchConsumer rows) throws IOException {
        List<Filter> all = new ArrayList<>(filters);
        all.add(new FilterStreamId(InValues.of(List.of(id))));
        Query query = new Query(
                QueryOptions.NONE,
                Filters.and(all),
                pipes,
                run.request().query().nowNs());
        run.subqueries().run(run, run.request().withQuery(query, Long.MIN_VALUE, Long.MAX_VALUE), rows);
    }

    private void write(Found found, RowTable table, BatchConsumer next) throws IOException {
        table.next();
        List<String> names = found.batch.names();
        for (int i = 0; i < names.size(); i++) {
            found.batch.column(i).get(found.row, ref);
            table.set(names.get(i), ref);
        }
        if (table.rows() == ROWS_PER_BATCH) {
            run.check();
            next.accept(table.take());
        }
    }

    private void delimit(Found last, String id, RowTable table) {
        byte[] time = new byte[Timestamps.MAX_BYTES];
        table.next();
        table.set(Names.TIME, time, 0, Timestamps.write(last.timeNs + 1, time, 0));
        table.set(Names.STREAM_ID, Utf8.bytes(id));
        last.batch.column(Names.STREAM).get(last.row, ref);
        table.set(Names.STREAM, ref);
        table.set(Names.MSG, DELIMITER);
    }
}
