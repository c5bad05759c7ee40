package dev.lanelog.query;

import dev.lanelog.broker.BrokerOptions;
import dev.lanelog.broker.EmbeddedBroker;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A broker for the tests of this module. */
public class BrokerResource implements QuarkusTestResourceLifecycleManager {
    private @Nullable EmbeddedBroker broker;
    private @Nullable Path directory;

    @Override
    public Map<String, String> start() {
        try {
            directory = Files.createTempDirectory("query-broker");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        broker = EmbeddedBroker.start(BrokerOptions.in(directory));
        return Map.of(
                "kafka.bootstrap.servers", broker.bootstrap(),
                "lanelog.query.catalog.snapshot-wait", "2s",
                "lanelog.query.catalog.reconnect-max", "300ms",
                "lanelog.query.catalog.read-timeout", "5s",
                "lanelog.query.page-cache.bytes", "32M",
                "lanelog.query.page-cache.in-flight-bytes", "8M");
    }

    @Override
    public void stop() {
        if (broker != null) {
            broker.close();
        }
        if (directory != null) {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
