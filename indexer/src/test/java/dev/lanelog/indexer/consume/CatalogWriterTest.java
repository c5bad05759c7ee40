package dev.lanelog.indexer.consume;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.indexer.consume.CatalogWriter.Entry;
import dev.lanelog.indexer.consume.CatalogWriter.FencedException;
import dev.lanelog.indexer.consume.CatalogWriter.GroupOffset;
import dev.lanelog.indexer.consume.CatalogWriter.RejectedException;
import dev.lanelog.indexer.consume.CatalogWriter.UnknownOutcomeException;
import dev.lanelog.proto.v1.CatalogRecord;
import java.util.List;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Which failure of a transaction means what. */
class CatalogWriterTest {
    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    private final CatalogWriter writer = new CatalogWriter("catalog", producer);
    private final List<Entry> entries =
            List.of(new Entry("k", CatalogRecord.getDefaultInstance()), new Entry("gone", null));

    @Test
    void allEntriesAreWrittenInOneTransaction() throws Exception {
        writer.init();
        writer.commit(entries, null);
        assertTrue(producer.transactionCommitted());
        assertEquals(2, producer.history().size());
        assertEquals("gone", producer.history().get(1).key());
        assertEquals(null, producer.history().get(1).value());
    }

    @Test
    void aNewOwnerFencesThisOne() {
        writer.init();
        producer.commitTransactionException = new ProducerFencedException("newer");
        assertThrows(FencedException.class, () -> writer.commit(entries, null));
    }

    @Test
    void anOldEpochMeansTheSameAsFenced() {
        writer.init();
        producer.commitTransactionException = new InvalidProducerEpochException("old");
        assertThrows(FencedException.class, () -> writer.commit(entries, null));
    }

    @Test
    void aGroupThatRefusesTheOffsetLeavesNothingWritten() {
        writer.init();
        producer.sendOffsetsToTransactionException = new CommitFailedException("not a member");
        GroupOffset offset = new GroupOffset(new TopicPartition("logs", 0), 5, new ConsumerGroupMetadata("g"));
        assertThrows(RejectedException.class, () -> writer.commit(entries, offset));
        assertTrue(producer.transactionAborted());
        assertEquals(0, producer.history().size());
    }

    @Test
    void aCommitThatTimesOutIsNotTakenForAnAbort() {
        writer.init();
        producer.commitTransactionException = new TimeoutException("no answer");
        assertThrows(UnknownOutcomeException.class, () -> writer.commit(entries, null));
        assertFalse(producer.transactionAborted());
    }
}
