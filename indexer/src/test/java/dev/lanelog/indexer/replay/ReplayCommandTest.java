package dev.lanelog.indexer.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.indexer.kit.Await;
import dev.lanelog.indexer.kit.Batches;
import dev.lanelog.indexer.kit.FeedClient;
import dev.lanelog.indexer.kit.SharedBroker;
import dev.lanelog.indexer.kit.TestConfig;
import dev.lanelog.indexer.kit.TestIndexer;
import dev.lanelog.proto.v1.LiveFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCommandTest {
    @TempDir
    Path dir;

    private final String store = "t" + UUID.randomUUID().toString().substring(0, 8);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void topics() {
        System.setProperty("lanelog.topic.logs", "logs-" + store);
        System.setProperty("lanelog.topic.catalog", "catalog-" + store);
    }

    @AfterEach
    void defaults() {
        System.clearProperty("lanelog.topic.logs");
        System.clearProperty("lanelog.topic.catalog");
    }

    private int replay(String... arguments) {
        out.reset();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return ReplayCommand.run(Map.of("LANELOG_KAFKA", SharedBroker.bootstrap()), stream, stream, arguments);
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String> messages(int rows) {
        return IntStream.range(0, rows).mapToObj(i -> "m" + i).sorted().toList();
    }

    @Test
    void aSecondStoreGetsEveryRowOfTheLogOnceAndTheFirstIsLeftAlone() {
        try (TestIndexer first = new TestIndexer(TestConfig.of(dir.resolve("a"), store)).awaitConsuming();
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = first.watch()) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            batches.send(1, Batches.batch(3, "m", 10, 20));
            first.flush();
            batches.send(1, Batches.batch(3, "m", 20, 30));
            String data = dir.resolve("new").toString();
            assertEquals(0, replay("--into", store + "-new", "--data", data), this::said);
            assertTrue(said().contains("done, 30 rows"), said());
            assertTrue(said().contains("--store " + store + "-new"), said());

            assertEquals(0, replay("--into", store + "-new", "--data", data), this::said);
            assertTrue(said().contains("done, 0 rows"), "it goes on where it was: " + said());

            assertEquals(
                    1,
                    replay(
                            "--into",
                            store + "-new",
                            "--data",
                            dir.resolve("other").toString()));
            assertTrue(said().contains("belongs to indexer"), said());

            assertEquals(messages(30), feed.messages(), "the first store is as it was");
            try (TestIndexer second = new TestIndexer(TestConfig.of(
                                    dir.resolve("new"),
                                    store + "-new",
                                    "logs-topic",
                                    "logs-" + store,
                                    "catalog-topic",
                                    "catalog-" + store))
                            .awaitConsuming();
                    FeedClient copy = second.watch()) {
                Await.until(() -> copy.rows() == 30, () -> "rows " + copy.rows());
                assertEquals(messages(30), copy.messages());
                assertEquals(0, second.counter("rows"), "all of them are in files");
            }
        }
    }

    @Test
    void inPlaceEveryFileIsMadeAgainAndNoRowIsMissedMeanwhile() {
        try (TestIndexer indexer = new TestIndexer(TestConfig.of(dir.resolve("a"), store)).awaitConsuming();
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            for (int i = 0; i < 6; i++) {
                batches.send(i % 2, Batches.batch(0, "m", i * 10, i * 10 + 10));
                indexer.flush();
            }
            Set<String> before = ids(feed);
            assertEquals(0, replay("--in-place", "--store", store), this::said);
            assertTrue(said().contains("done, 60 rows"), said());
            assertEquals(messages(60), feed.messages());
            Set<String> after = ids(feed);
            after.retainAll(before);
            assertEquals(Set.of(), after, "every file is a new one");
            assertEquals(60, indexer.counter("rebuilt_rows"));
            assertEquals(List.of(), feed.violations());

            assertEquals(0, replay("--in-place", "--store", store, "--partition", "1"), this::said);
            assertEquals(90, indexer.counter("rebuilt_rows"), "only the partition that was asked for");
            assertEquals(messages(60), feed.messages());

            assertEquals(1, replay("--in-place", "--store", store, "--partition", "7"));
            assertTrue(said().contains("partition 7"), said());
            assertEquals(0, replay("--in-place", "--store", store + "-none"));
            assertTrue(said().contains("no files"), said());
        }
    }

    private static Set<String> ids(FeedClient feed) {
        Set<String> ids = new HashSet<>();
        for (LiveFile file : feed.live()) {
            ids.add(file.getFileId());
        }
        return ids;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--in-place --into x --data y",
                "--into x",
                "--in-place --data y",
                "--into x --data y --partition 1",
                "--in-place --partition -1",
                "--in-place --kafka nohost",
                "--nonsense"
            })
    void wrongCommandLinesAreRefusedBeforeAnythingIsAsked(String line) {
        assertEquals(2, replay(line.isEmpty() ? new String[0] : line.split(" ")), this::said);
        assertTrue(said().contains("--help"), said());
    }

    @Test
    void helpNamesEveryFlag() {
        assertEquals(0, replay("--help"));
        for (String flag :
                List.of("--kafka", "--into", "--data", "--in-place", "--store", "--partition", "--verbose")) {
            assertTrue(said().contains(flag), said());
        }
    }
}
