package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.pipe.Pipe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * {@code /select/logsql/tail}: new rows of a query as they come, as NDJSON, until the client leaves. Every
 * {@code refresh_interval} (1s) the rows of the time up to now minus {@code offset} (5s) are looked at, going back 5 s over
 * what was looked at before, so that rows that come late are not lost; rows that were sent are known by their content and
 * not sent again. It begins {@code start_offset} (5s) back.
 */
final class TailEndpoint implements SelectEndpoint {
    private static final long LOOK_BACK_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long SHORTEST_REFRESH_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int MAX_REMEMBERED = 1_000_000;

    private final EndpointContext context;
    private final InstantSource clock;

    TailEndpoint(EndpointContext context, InstantSource clock) {
        this.context = context;
        this.clock = clock;
    }

    @Override
    public String path() {
        return "/select/logsql/tail";
    }

    @Override
    public boolean endless() {
        return true;
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = CommonArgs.ofTail(request, context.limits(), context.texts());
        for (Pipe pipe : args.query().pipes()) {
            if (!PipeTraits.isRowWise(pipe)) {
                throw ApiException.badRequest("the query [" + args.query() + "] cannot be used in live tailing; see"
                        + " https://docs.victoriametrics.com/victorialogs/querying/#live-tailing for details");
            }
        }
        long refresh = Durations.argument(request.args(), "refresh_interval", "1s");
        if (refresh <= 0) {
            throw ApiException.badRequest("'refresh_interval' must be bigger than zero");
        }
        long startOffset = Durations.argument(request.args(), "start_offset", "5s");
        long offset = Durations.argument(request.args(), "offset", "5s");
        response.contentType("application/x-ndjson");
        if (request.head()) {
            return;
        }
        response.flush();
        new Tail(args, request, response).follow(Math.max(refresh, SHORTEST_REFRESH_NS), startOffset, offset);
    }

    /** A row that was found. */
    private record Row(long timeNs, RowId id, byte[] json) {}

    /** A digest of a row's content. */
    private record RowId(long high, long low) {}

    /** How often a row of this content was sent, and when it is too old to come again. */
    private record Sent(long timeNs, int count) {}

    /** One client. */
    private final class Tail {
        private final CommonArgs args;
        private final SelectRequest request;
        private final SelectResponse response;
        private final Map<RowId, Sent> sent = new HashMap<>();

        Tail(CommonArgs args, SelectRequest request, SelectResponse response) {
            this.args = args;
            this.request = request;
            this.response = response;
        }

        void follow(long refreshNs, long startOffsetNs, long offsetNs) throws IOException, InterruptedException {
            long end = minus(nowNs(), offsetNs);
            long start = minus(end, startOffsetNs);
            long failingSinceNs = 0;
            while (!request.cancellation().isCancelled()) {
                final long roundNs = System.nanoTime();
                try {
                    send(find(start, end));
                    start = minus(end, LOOK_BACK_NS);
                    failingSinceNs = 0;
                } catch (ApiException e) {
                    // A partition on its way to another owner: nothing is lost by looking again from the same start.
                    boolean passing = e.status() == 502 || e.status() == 503;
                    failingSinceNs = failingSinceNs == 0 ? roundNs : failingSinceNs;
                    if (!passing || System.nanoTime() - failingSinceNs > PATIENCE_NS) {
                        throw e;
                    }
                }
                nap(roundNs + refreshNs);
                end = minus(nowNs(), offsetNs);
                forgetBefore(start);
            }
        }

        private long nowNs() {
            Instant now = clock.instant();
            return now.getEpochSecond() * 1_000_000_000L + now.getNano();
        }

        private void nap(long untilNs) throws InterruptedException {
            while (!request.cancellation().isCancelled()) {
                long left = untilNs - System.nanoTime();
                if (left <= 0) {
                    return;
                }
                LockSupport.parkNanos(Math.min(left, NAP_NS));
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }

        private List<Row> find(long startNs, long endNs) throws IOException, InterruptedException {
            Query query = context.texts().query(args.query().toString(), endNs);
            CommonArgs window =
                    args.withQuery(query).withRange(Math.max(startNs, args.startNs()), Math.min(endNs, args.endNs()));
            List<Row> rows = new ArrayList<>();
            if (window.startNs() >= window.endNs()) {
                return rows;
            }
            long[] bytes = new long[1];
            context.runs().runRows(window.call(request, context.limits(), 0, 0), response, (names, values) -> {
                Row row = row(names, values);
                bytes[0] += row.json.length;
                if (bytes[0] > context.limits().queryMemoryBytes()) {
                    throw ApiException.badRequest("more rows come in one refresh than the "
                            + context.limits().queryMemoryBytes() + " bytes that one query may use; add a filter");
                }
                rows.add(row);
            });
            rows.sort((a, b) -> Long.compare(a.timeNs, b.timeNs));
            return rows;
        }

        private void send(List<Row> rows) throws IOException {
            Map<RowId, Integer> seen = new HashMap<>();
            boolean any = false;
            for (Row row : rows) {
                int times = seen.merge(row.id, 1, Integer::sum);
                Sent before = sent.get(row.id);
                if (before == null || times > before.count) {
                    response.write(row.json, 0, row.json.length);
                    sent.put(row.id, new Sent(row.timeNs, times));
                    any = true;
                }
            }
            if (sent.size() > MAX_REMEMBERED) {
                throw ApiException.badRequest("more than " + MAX_REMEMBERED + " rows in "
                        + TimeUnit.NANOSECONDS.toSeconds(LOOK_BACK_NS) + " seconds can't be tailed; add a filter");
            }
            if (any) {
                response.flush();
            }
        }

        private void forgetBefore(long startNs) {
            for (Iterator<Sent> it = sent.values().iterator(); it.hasNext(); ) {
                if (it.next().timeNs < startNs) {
                    it.remove();
                }
            }
        }
    }

    private static long minus(long a, long b) {
        try {
            return Math.subtractExact(a, b);
        } catch (ArithmeticException e) {
            return b > 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    private static Row row(String[] names, byte[][] values) {
        JsonWriter json = new JsonWriter().raw("{");
        byte @Nullable [] time = null;
        for (int i = 0; i < names.length; i++) {
            json.separator(i == 0).string(names[i]).raw(":").string(values[i]);
            if (names[i].equals(Names.TIME)) {
                time = values[i];
            }
        }
        if (time == null) {
            throw ApiException.badRequest("missing _time field in a row; keep it in the query of a live tail");
        }
        byte[] line = json.raw("}\n").toBytes();
        return new Row(nanos(time), id(line), line);
    }

    private static long nanos(byte[] time) {
        String text = new String(time, StandardCharsets.UTF_8);
        try {
            Instant instant = Instant.parse(text);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new ApiException(
                    400, "the _time field of a row is " + GoSyntax.quote(text) + ", which is no time", e);
        }
    }

    private static RowId id(byte[] line) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(line);
            long high = 0;
            long low = 0;
            for (int i = 0; i < 8; i++) {
                high = high << 8 | (digest[i] & 0xFF);
                low = low << 8 | (digest[i + 8] & 0xFF);
            }
            return new RowId(high, low);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
