package dev.lanelog.standalone;

import dev.lanelog.broker.BrokerOptions;
import dev.lanelog.broker.Durability;
import dev.lanelog.broker.EmbeddedBroker;
import dev.lanelog.proto.launch.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;

/**
 * {@code --role broker}: the embedded broker alone, on the loopback address, for services that run as processes of their
 * own on this machine. Its port is kept in the data directory.
 */
final class BrokerRole {
    private final DataDirectory data;
    private final Durability durability;

    BrokerRole(DataDirectory data, Durability durability) {
        this.data = data;
        this.durability = durability;
    }

    /** Returns when the process is told to stop or the broker failed. */
    void run() throws StartException {
        Launcher.QUIET_UNTIL_CONFIGURED.forEach(logger -> logger.setLevel(Level.WARNING));
        CountDownLatch failed = new CountDownLatch(1);
        EmbeddedBroker broker;
        try {
            broker = EmbeddedBroker.start(BrokerOptions.in(data.kafka())
                    .withPorts(
                            data.port("kafka.broker", InetAddress.getLoopbackAddress()),
                            data.port("kafka.controller", InetAddress.getLoopbackAddress()))
                    .withDurability(durability)
                    .withOnFatal(message -> {
                        System.err.println("lanelog: the kafka broker failed (" + message
                                + "). Look for a full or failing disk, then start again.");
                        failed.countDown();
                    }));
        } catch (IllegalStateException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
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
