package dev.lanelog.indexer.ops;

import dev.lanelog.indexer.kit.SharedBroker;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;

/** A broker and an empty data directory for the application under test. */
public class BrokerResource implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
        try {
            return Map.of(
                    "kafka.bootstrap.servers", SharedBroker.bootstrap(),
                    "lanelog.store", "app",
                    "lanelog.topic.logs", "logs-app",
                    "lanelog.topic.catalog", "catalog-app",
                    "lanelog.topic.partitions", "1",
                    "lanelog.indexer.min-free-disk", "0",
                    "lanelog.indexer.data-dir",
                            Files.createTempDirectory("lanelog-indexer-app").toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        // The broker ends with the JVM.
    }
}
