package dev.lanelog.indexer.kit;

import dev.lanelog.indexer.config.IndexerConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Configurations as an operator would write them. */
public final class TestConfig {
    private TestConfig() {}

    /** @param settings key and value in turns, without the prefix {@code lanelog.indexer.} */
    public static IndexerConfig of(Path dataDir, String store, String... settings) {
        Map<String, String> all = new HashMap<>();
        all.put("lanelog.indexer.data-dir", dataDir.toString());
        all.put("lanelog.indexer.store", store);
        all.put("lanelog.indexer.logs-topic", "logs-" + store);
        all.put("lanelog.indexer.catalog-topic", "catalog-" + store);
        all.put("lanelog.indexer.bootstrap-servers", SharedBroker.bootstrap());
        all.put("lanelog.indexer.topic.partitions", "2");
        all.put("lanelog.indexer.min-free-disk", "0");
        // Tests flush when they say so.
        all.put("lanelog.indexer.flush.age", "10m");
        all.put("lanelog.indexer.flush.retry", "100ms");
        for (int i = 0; i < settings.length; i += 2) {
            all.put("lanelog.indexer." + settings[i], settings[i + 1]);
        }
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(all, "test", 500))
                .withMapping(IndexerConfig.class)
                .build()
                .getConfigMapping(IndexerConfig.class);
    }
}
