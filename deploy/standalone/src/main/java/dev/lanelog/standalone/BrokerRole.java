package dev.lanelog.standalone;

import dev.lanelog.broker.BrokerOptions;
import dev.lanelog.broker.Durability;
import dev.lanelog.broker.EmbeddedBroker;
import dev.lanelog.proto.launch.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * {@code --role broker}: the embedded broker alone, on the loopback address, for services that run as processes of their
 * own on this machine. Its port is kept in the data directory.
 */
final class BrokerRole {
    /**
     * Quarkus sets log levels when it starts, which is after the broker; until then everything would be logged, at ten
     * seconds of start. Held here because the log manager forgets loggers that nobody holds.
     */
    private static final List<Logger> QUIET_UNTIL_CONFIGURED = Stream.of(
                    "kafka", "org.apache.kafka", "state.change.logger", "javax.management", "sun.net")
            .map(Logger::getLogger)
            .toList();

    private final DataDirectory data;
    private final Durability durability;

    BrokerRole(DataDirectory data, Durability durability) {
        this.data = data;
        this.durability = durability;
    }

    /**
     * Starts the broker of a data directory, on the ports that it had there.
     *
     * @param onFatal as of {@link BrokerOptions#onFatal()}
     */
    static EmbeddedBroker start(DataDirectory data, Durability durability, Consumer<String> onFatal)
            throws StartException {
        QUIET_UNTIL_CONFIGURED.forEach(logger -> logger.setLevel(Level.WARNING));
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            return EmbeddedBroker.start(BrokerOptions.in(data.kafka())
                    .withPorts(data.port("kafka.broker", loopback), data.port("kafka.controller", loopback))
                    .withDurability(durability)
                    .withOnFatal(onFatal));
        } catch (IllegalStateException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns when the process is told to stop or the broker failed. */
    void run() throws StartException {
        CountDownLatch failed = new CountDownLatch(1);
        EmbeddedBroker broker = start(data, durability, message -> {
            System.err.println("lanelog: the kafka broker failed (" + message
                    + "). Look for a full or failing disk, then start again.");
            failed.countDown();
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(broker), "lanelog-stop"));
        System.out.println("lanelog: kafka broker ready at " + broker.bootstrap());
        try {
            failed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new StartException("the kafka broker in " + data.kafka() + " stopped");
    }

    private void close(EmbeddedBroker broker) {
        broker.close();
        try {
            data.close();
        } catch (IOException e) {
            System.err.println("lanelog: releasing the data directory failed: " + e);
        }
        System.out.println("lanelog: stopped");
    }
}
