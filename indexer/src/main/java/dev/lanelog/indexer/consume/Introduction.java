package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.proto.topic.CatalogKeys;
import dev.lanelog.proto.topic.Topics;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.IndexerInfo;
import java.util.Collection;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What an indexer does before it owns anything: topics are there, and query-services know where it is. */
final class Introduction {
    /** Keeps the record below the largest that brokers take by default; the rest is told after the next start. */
    private static final int MAX_LOST_FILES = 20_000;

    private final IndexerContext context;
    private final Admin admin;
    private final IndexerInfo info;

    Introduction(IndexerContext context, Admin admin, IndexerInfo info) {
        this.context = context;
        this.admin = admin;
        this.info = info;
    }

    /** Creates the topics that are missing. */
    void ensureTopics() throws CatalogException {
        IndexerConfig config = context.config();
        IndexerConfig.TopicDefaults topic = config.topic();
        try {
            Topics.ensure(
                    admin,
                    config.logsTopic(),
                    config.catalogTopic(),
                    topic.partitions(),
                    topic.replication(),
                    topic.retention().toMillis(),
                    topic.retentionBytes());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CatalogException("interrupted while creating topics", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new CatalogException("topics can't be looked up or created: " + e, e);
        }
    }

    /**
     * Writes to the catalog where this indexer is.
     *
     * @param lostFiles ids of live files that should be on its disk and are not
     */
    void announce(Collection<String> lostFiles) throws CatalogException {
        if (info.getGrpcPort() == 0) {
            // A replay: it serves nobody.
            return;
        }
        write(info.toBuilder()
                .addAllLostFileIds(lostFiles.stream().limit(MAX_LOST_FILES).toList())
                .build());
    }

    /** Writes the record of an indexer. */
    void write(IndexerInfo record) throws CatalogException {
        String key = CatalogKeys.indexer(record.getStore(), record.getIndexerId());
        byte[] value = CatalogRecord.newBuilder().setIndexer(record).build().toByteArray();
        try (Producer<String, byte[]> producer = context.clients().plain()) {
            var unused = producer.send(new ProducerRecord<>(context.config().catalogTopic(), key, value))
                    .get(context.config().kafkaTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CatalogException("interrupted while writing " + key, e);
        } catch (ExecutionException | TimeoutException e) {
            throw new CatalogException(key + " can't be written to the catalog: " + e, e);
        }
    }
}
