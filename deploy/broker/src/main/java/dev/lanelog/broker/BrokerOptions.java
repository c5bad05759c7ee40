package dev.lanelog.broker;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * How to run an {@link EmbeddedBroker}.
 *
 * @param directory the broker's files; created when missing, kept when the broker stops
 * @param port port of the Kafka listener on the loopback address; 0 takes a free one
 * @param controllerPort port of the KRaft controller on the loopback address; 0 takes a free one
 * @param durability whether a batch is on disk before it is acknowledged
 * @param retentionBytes bytes kept per partition of topics that do not say so themselves; -1 for no bound
 * @param onFatal told once, with a message for the operator, when the broker gives up, for example because its disk
 *     failed or is full. The JVM is not ended: that is the callback's business. It runs on a thread of the broker and
 *     must not call {@link EmbeddedBroker#close()} on it.
 */
public record BrokerOptions(
        Path directory,
        int port,
        int controllerPort,
        Durability durability,
        long retentionBytes,
        Consumer<String> onFatal) {

    /** Free ports, no bound on bytes, acknowledged from the page cache; a fatal failure is written to stderr. */
    public static BrokerOptions in(Path directory) {
        return new BrokerOptions(
                directory, 0, 0, Durability.OS, -1, message -> System.err.println("kafka broker failed: " + message));
    }

    /** The same options with these ports. */
    public BrokerOptions withPorts(int kafka, int controller) {
        return new BrokerOptions(directory, kafka, controller, durability, retentionBytes, onFatal);
    }

    /** The same options with this durability. */
    public BrokerOptions withDurability(Durability value) {
        return new BrokerOptions(directory, port, controllerPort, value, retentionBytes, onFatal);
    }

    /** The same options with this bound on the bytes of a partition. */
    public BrokerOptions withRetentionBytes(long bytes) {
        return new BrokerOptions(directory, port, controllerPort, durability, bytes, onFatal);
    }

    /** The same options with this callback. */
    public BrokerOptions withOnFatal(Consumer<String> callback) {
        return new BrokerOptions(directory, port, controllerPort, durability, retentionBytes, callback);
    }
}
