package dev.lanelog.gateway.kafka;

import dev.lanelog.broker.BrokerOptions;
import dev.lanelog.broker.EmbeddedBroker;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/** A real broker for all tests of this module; tests may stop and start it. */
@NullUnmarked
public class BrokerResource implements QuarkusTestResourceLifecycleManager {
    private static Path directory;
    private static int port;
    private static EmbeddedBroker broker;

    @Override
    public Map<String, String> start() {
        try {
            directory = Files.createTempDirectory("lanelog-gateway-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port = EmbeddedBroker.freePort();
        up();
        return Map.of("kafka.bootstrap.servers", bootstrap());
    }

    public static String bootstrap() {
        return "127.0.0.1:" + port;
    }

    public static synchronized void up() {
        if (broker == null) {
            broker = EmbeddedBroker.start(BrokerOptions.in(directory).withPorts(port, 0));
        }
    }

    public static synchronized void down() {
        if (broker != null) {
            broker.close();
            broker = null;
        }
    }

    @Override
    public void stop() {
        down();
    }
}
