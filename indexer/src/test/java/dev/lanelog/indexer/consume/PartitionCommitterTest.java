package dev.lanelog.indexer.consume;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.consume.CatalogWriter.Entry;
import dev.lanelog.indexer.kit.TestConfig;
import dev.lanelog.proto.topic.Topics;
import dev.lanelog.proto.v1.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction whose outcome the brokers did not tell is decided by the catalog, never guessed. */
class PartitionCommitterTest {
    @TempDir
    Path dir;

    private final String store = "t" + UUID.randomUUID().toString().substring(0, 8);
    private IndexerConfig config;
    private KafkaClients clients;
    private Admin admin;
    private CatalogReader reader;
    private int writers;

    @BeforeEach
    void topics() throws Exception {
        config = TestConfig.of(dir, store);
        clients = new KafkaClients(config, "one");
        admin = clients.admin();
        Topics.ensure(admin, config.logsTopic(), config.catalogTopic(), 1, (short) -1, -1, -1);
        reader = new CatalogReader(
                clients, admin, config.catalogTopic(), store, Duration.ofSeconds(20), System::nanoTime);
    }

    @AfterEach
    void close() {
        reader.close();
        admin.close();
    }

    private static Entry progress(String store, long nextOffset, long generation) {
        return CatalogRecords.progress(Progress.newBuilder()
                .setStore(store)
                .setPartition(0)
                .setNextOffset(nextOffset)
                .setOwnerGeneration(generation)
                .build());
    }

    private static boolean isAt(CatalogView view, long nextOffset) {
        Progress p = view.progress(0);
        return p != null && p.getNextOffset() == nextOffset;
    }

    /** The first writer never hears how its commit ended; later ones are real. */
    private CatalogWriter writer() {
        if (writers++ > 0) {
            return new CatalogWriter(config.catalogTopic(), clients.transactional(0));
        }
        MockProducer<String, byte[]> silent =
                new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
        silent.commitTransactionException = new TimeoutException("no answer");
        return new CatalogWriter(config.catalogTopic(), silent);
    }

    /** Writes as somebody else does, or as the transaction without an answer did. */
    private void written(Entry entry) throws Exception {
        try (CatalogWriter other = new CatalogWriter(config.catalogTopic(), clients.transactional(0))) {
            other.init();
            other.commit(List.of(entry), null);
        }
    }

    private CommitOutcome commit(long nextOffset) {
        try (PartitionCommitter committer = new PartitionCommitter(0, this::writer, reader)) {
            committer.generation(3);
            CommitOutcome outcome =
                    committer.commit(List.of(progress(store, nextOffset, 3)), null, v -> isAt(v, nextOffset));
            assertFalse(committer.isUndecided());
            return outcome;
        }
    }

    @Test
    void itWasWritten() throws Exception {
        written(progress(store, 7, 3));
        assertEquals(CommitOutcome.COMMITTED, commit(7));
    }

    @Test
    void itWasNotWritten() throws Exception {
        written(progress(store, 5, 3));
        assertEquals(CommitOutcome.REJECTED, commit(7));
    }

    @Test
    void somebodyElseTookOverMeanwhileAndIsNotDisturbed() throws Exception {
        try (CatalogWriter successor = new CatalogWriter(config.catalogTopic(), clients.transactional(0))) {
            successor.init();
            successor.commit(List.of(progress(store, 5, 4)), null);
            assertEquals(CommitOutcome.FENCED, commit(7));
            successor.commit(List.of(progress(store, 6, 4)), null);
        }
    }

    @Test
    void recordsOfOtherStoresAndKindsAreNoneOfItsBusiness() throws Exception {
        written(progress("x" + store, 9, 8));
        written(progress(store, 5, 3));
        assertTrue(isAt(reader.readToEnd(), 5));
    }
}
