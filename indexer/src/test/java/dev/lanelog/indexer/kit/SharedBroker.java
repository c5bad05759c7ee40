package dev.lanelog.indexer.kit;

import dev.lanelog.broker.BrokerOptions;
import dev.lanelog.broker.EmbeddedBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** One broker for all test classes of the JVM; tests keep apart by topic and store names. */
public final class SharedBroker {
    private static final EmbeddedBroker BROKER = start();

    private SharedBroker() {}

    private static EmbeddedBroker start() {
        try {
            Path directory = Files.createTempDirectory("lanelog-indexer-test-broker");
            EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(directory));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                broker.close();
                delete(directory);
            }));
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
        } catch (IOException e) {
            System.err.println("left behind: " + directory + ": " + e);
        }
    }

    public static String bootstrap() {
        return BROKER.bootstrap();
    }
}
