package dev.lanelog.query.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Queries that return rows: many pages, several threads, pieces of a page, and text that was decoded before. */
final class RowAnswerTest {
    private static final int ROWS = 30_000;
    private static final int PAGE = 4096;

    private static String level(int i) {
        return i % 7 == 0 ? "error" : i % 3 == 0 ? "" : "info";
    }

    /** Unique, so that it is kept as text; every 1,000th has something to escape. */
    private static String message(int i) {
        return i % 1000 == 999
                ? "got \"" + i + "\" <é> row"
                : "row " + i * 7919L + " of " + Integer.toHexString(i * 31);
    }

    private static EngineFixture fixture() throws IOException {
        EngineFixture fixture = new EngineFixture(3);
        List<MemorySnapshot.Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Map<String, String> fields = new TreeMap<>();
            fields.put("app", "a");
            fields.put("level", level(i));
            fields.put("n", Integer.toString(i));
            fields.put("_msg", message(i));
            rows.add(new MemorySnapshot.Row(EngineFixture.START + i * 1_700_000L, fields));
        }
        fixture.add(rows, PAGE);
        return fixture;
    }

    private static String line(int i) {
        String time =
                Instant.ofEpochSecond(0, EngineFixture.START + i * 1_700_000L).toString();
        String fraction = time.replaceAll("\\.(\\d+?)0*Z$", ".$1Z");
        return "{\"_msg\":\"" + message(i).replace("\"", "\\\"").replace("<", "\\u003c") + "\",\"_time\":\"" + fraction
                + "\"" + (level(i).isEmpty() ? "" : ",\"level\":\"" + level(i) + "\"") + ",\"n\":\"" + i + "\"}\n";
    }

    private static String lines(Predicate<Integer> filter) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            if (filter.test(i)) {
                sb.append(line(i));
            }
        }
        return sb.toString();
    }

    @Test
    void rowsOfManyPagesComeInOrderAndWhole() throws IOException {
        try (EngineFixture f = fixture()) {
            String fields = " | delete app, _stream, _stream_id";
            for (int repeat = 0; repeat < 2; repeat++) {
                assertEquals(lines(i -> true), f.run("*" + fields), "all");
                assertEquals(lines(i -> level(i).equals("error")), f.run("level:=error" + fields), "a seventh");
                assertEquals(lines(i -> message(i).contains("got")), f.run("_msg:got" + fields), "few");
                assertEquals(lines(i -> !message(i).contains("11")), f.run("!_msg:~11" + fields), "most");
                assertEquals(lines(i -> i == 29_999), f.run("_msg:=" + quote(message(29_999)) + fields), "the last");
                assertEquals("", f.run("_msg:nowhere" + fields));
            }
        }
    }

    private static String quote(String value) {
        return '"' + value.replace("\"", "\\\"") + '"';
    }

    @Test
    void pipesSeeTheRowsOfAPageInPieces() throws IOException {
        try (EngineFixture f = fixture()) {
            StringBuilder formatted = new StringBuilder();
            for (int i = 0; i < ROWS; i++) {
                if (level(i).equals("info")) {
                    formatted.append("{\"x\":\"info-").append(i).append("\"}\n");
                }
            }
            assertEquals(formatted.toString(), f.run("level:=info | format '<level>-<n>' as x | fields x"));
            assertEquals(
                    lines(i -> i >= 20 && i < 9020),
                    f.run("* | delete app, _stream, _stream_id | offset 20 | limit 9000"));
            assertEquals(
                    lines(i -> level(i).equals("error") && i % 2 == 0),
                    f.run("level:=error | math n % 2 as odd | filter odd:=0 | delete odd, app, _stream, _stream_id"));
        }
    }

    @Test
    void blocksHoldWholeLines() throws IOException {
        try (EngineFixture f = fixture()) {
            List<String> blocks = new ArrayList<>();
            QueryRequest request = f.request("*", Long.MIN_VALUE, Long.MAX_VALUE, 0, Duration.ofSeconds(30), 1L << 30);
            f.engine.run(
                    request,
                    f.snapshot,
                    (buf, off, len) -> blocks.add(new String(buf, off, len, StandardCharsets.UTF_8)),
                    new Cancellation());
            assertTrue(blocks.size() > 3, () -> blocks.size() + " blocks");
            assertTrue(blocks.stream().allMatch(b -> b.startsWith("{") && b.endsWith("}\n")));
            assertEquals(
                    ROWS, blocks.stream().collect(Collectors.joining()).lines().count());
        }
    }

    @Test
    void readerThatLeavesEndsTheQuery() throws IOException {
        try (EngineFixture f = fixture()) {
            QueryRequest request = f.request("*", Long.MIN_VALUE, Long.MAX_VALUE, 0, Duration.ofSeconds(30), 1L << 30);
            ByteArrayOutputStream taken = new ByteArrayOutputStream();
            IOException gone = assertThrows(
                    IOException.class,
                    () -> f.engine.run(
                            request,
                            f.snapshot,
                            (buf, off, len) -> {
                                if (taken.size() > 0) {
                                    throw new IOException("the client is gone");
                                }
                                taken.write(buf, off, len);
                            },
                            new Cancellation()));
            assertEquals("the client is gone", gone.getMessage());
            assertTrue(taken.size() > 0);
        }
    }
}
