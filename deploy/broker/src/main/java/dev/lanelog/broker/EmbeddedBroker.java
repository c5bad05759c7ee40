package dev.lanelog.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.metadata.storage.FormatterException;

/**
 * A real Kafka broker in this JVM: one KRaft node that is both controller and broker, listening on the loopback address
 * only. Its data stays in {@link BrokerOptions#directory()} and is found again by the next start, also after a kill.
 *
 * <p>At most one broker runs in a JVM at a time where {@link BrokerOptions#onFatal()} matters: Kafka's exit and halt
 * procedures are process-wide, and the last one started owns them.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int NODE_ID = 1;
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    private final KafkaRaftServer server;
    private final int port;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedBroker(KafkaRaftServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Formats the directory if it is new, starts the broker and returns when it takes requests.
     *
     * @throws IllegalStateException when the broker could not start; the message says why
     */
    public static EmbeddedBroker start(BrokerOptions options) {
        int port = options.port() == 0 ? freePort() : options.port();
        int controllerPort = options.controllerPort() == 0 ? freePort() : options.controllerPort();
        replaceExitProcedures(options.onFatal());
        try {
            Files.createDirectories(options.directory());
            format(options.directory());
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot prepare the broker's directory " + options.directory() + ": " + e.getMessage(), e);
        }
        KafkaRaftServer server = null;
        try {
            server = new KafkaRaftServer(
                    KafkaConfig.fromProps(properties(options, port, controllerPort), false), Time.SYSTEM);
            server.startup();
        } catch (RuntimeException e) {
            if (server != null) {
                server.shutdown();
            }
            throw new IllegalStateException(
                    "the kafka broker in " + options.directory() + " did not start: " + rootMessage(e), e);
        }
        return new EmbeddedBroker(server, port);
    }

    /** {@code host:port} for clients in this machine. */
    public String bootstrap() {
        return LOOPBACK + ":" + port;
    }

    /** The port of the Kafka listener. */
    public int port() {
        return port;
    }

    /** Stops in order: leaders resign, logs are flushed and marked clean. Returns when done; later calls do nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            server.shutdown();
            server.awaitShutdown();
        }
    }

    /** A TCP port of the loopback address that nobody listens on at this moment. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback address", e);
        }
    }

    /**
     * Kafka ends the JVM when its only log directory fails. Here that would take the head of the indexer and every open
     * request along, silently. The callback is told instead, once.
     */
    private static void replaceExitProcedures(Consumer<String> onFatal) {
        AtomicBoolean told = new AtomicBoolean();
        Exit.Procedure procedure = (status, message) -> {
            if (told.compareAndSet(false, true)) {
                onFatal.accept("status " + status + (message == null ? "" : ": " + message));
            }
        };
        Exit.setExitProcedure(procedure);
        Exit.setHaltProcedure(procedure);
    }

    private static void format(Path directory) throws IOException {
        if (Files.exists(directory.resolve("meta.properties"))) {
            return;
        }
        try (PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(silent)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(NODE_ID)
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(directory.toString())
                    .setDirectories(List.of(directory.toString()))
                    .run();
        } catch (FormatterException e) {
            throw new IOException(e.getMessage(), e);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("formatting failed: " + e, e);
        }
    }

    private static Properties properties(BrokerOptions options, int port, int controllerPort) {
        Properties p = new Properties();
        p.put("process.roles", "broker,controller");
        p.put("node.id", Integer.toString(NODE_ID));
        p.put("controller.quorum.voters", NODE_ID + "@" + LOOPBACK + ":" + controllerPort);
        p.put("listeners", "PLAINTEXT://" + LOOPBACK + ":" + port + ",CONTROLLER://" + LOOPBACK + ":" + controllerPort);
        p.put("advertised.listeners", "PLAINTEXT://" + LOOPBACK + ":" + port);
        p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("controller.listener.names", "CONTROLLER");
        p.put("inter.broker.listener.name", "PLAINTEXT");
        p.put("log.dirs", options.directory().toString());
        // Topics are created on purpose (see Topics.ensure), never by a mistyped name.
        p.put("auto.create.topics.enable", "false");
        // After a kill the controller waits for the old registration to expire: 9 s by default, measured 12 s to start.
        p.put("broker.session.timeout.ms", "1500");
        p.put("broker.heartbeat.interval.ms", "300");
        // One node: its internal topics have one replica and few partitions, each of which costs files and start time.
        p.put("default.replication.factor", "1");
        p.put("offsets.topic.replication.factor", "1");
        p.put("offsets.topic.num.partitions", "4");
        p.put("transaction.state.log.replication.factor", "1");
        p.put("transaction.state.log.min.isr", "1");
        p.put("transaction.state.log.num.partitions", "1");
        p.put("share.coordinator.state.topic.replication.factor", "1");
        p.put("share.coordinator.state.topic.min.isr", "1");
        p.put("share.coordinator.state.topic.num.partitions", "1");
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("message.max.bytes", Integer.toString(MAX_MESSAGE_BYTES));
        p.put("replica.fetch.max.bytes", Integer.toString(MAX_MESSAGE_BYTES));
        p.put("log.retention.bytes", Long.toString(options.retentionBytes()));
        // Records are large batches, so that a sparse index of 2 MiB covers the largest segment many times over.
        p.put("log.index.size.max.bytes", Integer.toString(2 << 20));
        p.put("log.cleaner.dedupe.buffer.size", Integer.toString(2 << 20));
        // Bounds what a start after a kill reads again.
        p.put("log.flush.offset.checkpoint.interval.ms", "5000");
        p.put("num.network.threads", "2");
        p.put("num.io.threads", "4");
        if (options.durability() == Durability.FSYNC) {
            p.put("log.flush.interval.messages", "1");
        }
        return p;
    }

    private static String rootMessage(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }
}
