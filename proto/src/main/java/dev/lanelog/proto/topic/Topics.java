package dev.lanelog.proto.topic;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * The two topics of a Lanelog store and how they are created. A service that starts first creates what is missing;
 * an existing topic is left as it is.
 *
 * <ul>
 *   <li>{@code logs}: one record per batch ({@link dev.lanelog.proto.batch.LogBatch}); deleted by age, and by bytes
 *       where {@code retentionBytes} is set. A record is at most {@value #MAX_RECORD_BYTES} bytes.
 *   <li>{@code logs-catalog}: compacted, one partition, written in transactions (see {@code catalog.proto}).
 * </ul>
 */
public final class Topics {
    /** Largest record value in bytes; gateways split batches below it. */
    public static final int MAX_RECORD_BYTES = 8 << 20;

    private static final long ADMIN_SECONDS = 30;

    private Topics() {}

    /**
     * Creates the topics that are missing.
     *
     * @param logs name of the batch topic
     * @param catalog name of the catalog topic
     * @param partitions partitions of a new batch topic, at least 1
     * @param replication replication factor of new topics; -1 takes the broker's default
     * @param retentionMs how long batches are kept, in milliseconds; -1 for ever
     * @param retentionBytes bytes kept per partition; -1 for no bound
     * @throws TimeoutException when the brokers did not answer within 30 s
     * @throws ExecutionException when a topic could not be created; the cause says why
     */
    public static void ensure(
            Admin admin,
            String logs,
            String catalog,
            int partitions,
            short replication,
            long retentionMs,
            long retentionBytes)
            throws InterruptedException, ExecutionException, TimeoutException {
        Set<String> present = new HashSet<>(admin.listTopics().names().get(ADMIN_SECONDS, TimeUnit.SECONDS));
        if (!present.contains(logs)) {
            create(
                    admin,
                    new NewTopic(logs, partitions, replication)
                            .configs(Map.of(
                                    TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                                    TopicConfig.RETENTION_MS_CONFIG, Long.toString(retentionMs),
                                    TopicConfig.RETENTION_BYTES_CONFIG, Long.toString(retentionBytes),
                                    TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(128 << 20),
                                    TopicConfig.COMPRESSION_TYPE_CONFIG, "producer",
                                    TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(MAX_RECORD_BYTES + 4096))));
        }
        if (!present.contains(catalog)) {
            create(
                    admin,
                    new NewTopic(catalog, 1, replication)
                            .configs(Map.of(
                                    TopicConfig.CLEANUP_POLICY_CONFIG,
                                    TopicConfig.CLEANUP_POLICY_COMPACT,
                                    TopicConfig.SEGMENT_BYTES_CONFIG,
                                    Integer.toString(16 << 20),
                                    TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                                    "0.5")));
        }
    }

    private static void create(Admin admin, NewTopic topic)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            admin.createTopics(List.of(topic)).all().get(ADMIN_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            // Another service that started at the same moment won: that is as good.
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }
}
