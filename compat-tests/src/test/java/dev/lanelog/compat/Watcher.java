package dev.lanelog.compat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks for the number of numbered rows over and over while a test does its worst. An answer must never hold a row twice
 * nor count fewer rows than an earlier one; a refusal (502, 503) is allowed and counted. It also measures how long
 * acknowledged rows take to be counted.
 */
final class Watcher implements AutoCloseable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Pattern ANSWER = Pattern.compile("\"rows\":\"(\\d+)\",\"distinct\":\"(\\d+)\"");

    /** Rows that were acknowledged at a moment, and not yet counted. */
    private record Mark(long nanos, int rows) {}

    private final String base;
    private final IntSupplier acknowledged;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile int answers;
    private volatile int refusals;
    private volatile long counted;
    private volatile long longestNanos;
    private volatile String fault = "";
    private volatile String lastRefusal = "";

    /**
     * @param base of a query-service
     * @param acknowledged rows acknowledged up to now
     */
    Watcher(String base, IntSupplier acknowledged) {
        this.base = base;
        this.acknowledged = acknowledged;
        thread = Thread.ofPlatform().name("watcher").start(this::run);
    }

    /** The newest count. */
    long counted() {
        return counted;
    }

    /** What was wrong with an answer; empty when nothing was. */
    String fault() {
        return fault;
    }

    @Override
    public String toString() {
        return String.format(
                "%d answers, %d refusals, longest from acknowledged to visible %.1f s%s",
                answers, refusals, longestNanos / 1e9, lastRefusal.isEmpty() ? "" : "; last refusal: " + lastRefusal);
    }

    private void run() {
        List<Mark> marks = new ArrayList<>();
        while (!stopping && fault.isEmpty()) {
            marks.add(new Mark(System.nanoTime(), acknowledged.getAsInt()));
            try {
                Wire.Answer answer = Wire.form(
                        base,
                        "/select/logsql/query",
                        List.of(
                                new Wire.Pair("query", "app:=numbered | stats count() rows, count_uniq(n) distinct"),
                                new Wire.Pair("start", "0")));
                if (answer.status() == 200) {
                    take(answer.text());
                    long now = System.nanoTime();
                    while (!marks.isEmpty() && marks.getFirst().rows() <= counted) {
                        longestNanos =
                                Math.max(longestNanos, now - marks.removeFirst().nanos());
                    }
                } else if (answer.status() == 502 || answer.status() == 503) {
                    refusals++;
                    lastRefusal = answer.text().strip();
                } else {
                    fault = answer.status() + " " + answer.text();
                }
            } catch (IOException e) {
                fault = "the query-service is gone: " + e;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void take(String text) {
        Matcher matcher = ANSWER.matcher(text);
        if (!matcher.find()) {
            fault = "no count: " + text;
            return;
        }
        long rows = Long.parseLong(matcher.group(1));
        long distinct = Long.parseLong(matcher.group(2));
        if (distinct != rows) {
            fault = rows + " rows, but only " + distinct + " different ones";
        } else if (rows < counted) {
            fault = rows + " rows after " + counted;
        }
        counted = rows;
        answers++;
    }

    /** Ends the loop. */
    @Override
    public void close() throws InterruptedException {
        stopping = true;
        thread.join(TimeUnit.MINUTES.toMillis(2));
    }
}
