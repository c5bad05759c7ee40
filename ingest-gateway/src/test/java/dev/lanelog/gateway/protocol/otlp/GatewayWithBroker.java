package dev.lanelog.gateway.protocol.otlp;

import dev.lanelog.broker.BrokerOptions;
import dev.lanelog.broker.EmbeddedBroker;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A broker of its own, and ports for the listeners of the gateway under test. */
public class GatewayWithBroker implements QuarkusTestResourceLifecycleManager {
    static final String TOPIC = "otlp-logs";

    private @Nullable Path directory;
    private @Nullable EmbeddedBroker broker;

    @Override
    public Map<String, String> start() {
        try {
            directory = Files.createTempDirectory("otlp-broker");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        broker = EmbeddedBroker.start(BrokerOptions.in(directory));
        Map<String, String> config = new HashMap<>();
        config.put("kafka.bootstrap.servers", broker.bootstrap());
        config.put("lanelog.topic.logs", TOPIC);
        config.put("lanelog.gateway.otlp.grpc-port", Integer.toString(EmbeddedBroker.freePort()));
        config.put("lanelog.gateway.otlp.http-port", Integer.toString(EmbeddedBroker.freePort()));
        config.put("lanelog.gateway.body.max-whole-bytes", "1M");
        config.put("lanelog.gateway.kafka.delivery-timeout", "3s");
        config.put("lanelog.gateway.kafka.max-block", "1s");
        config.put("quarkus.devservices.enabled", "false");
        config.put("quarkus.http.test-port", "0");
        return config;
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(broker, new TestInjector.MatchesType(EmbeddedBroker.class));
    }

    @Override
    public void stop() {
        if (broker != null) {
            broker.close();
        }
        Path files = directory;
        if (files == null) {
            return;
        }
        try (Stream<Path> all = Files.walk(files)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
