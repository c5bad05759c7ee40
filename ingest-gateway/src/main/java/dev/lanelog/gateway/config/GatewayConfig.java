package dev.lanelog.gateway.config;

import dev.lanelog.gateway.row.RowLimits;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All settings of the gateway, and the only place that reads configuration. */
@ConfigMapping(prefix = "lanelog.gateway")
public interface GatewayConfig {
    /** Whether this process takes inserts. */
    @WithDefault("true")
    boolean enabled();

    /** Address that the listeners beside the main HTTP port bind to. */
    @WithDefault("127.0.0.1")
    String listen();

    /** Kafka brokers, {@code host:port,...}. */
    @WithDefault("${kafka.bootstrap.servers:127.0.0.1:9092}")
    String bootstrapServers();

    /** Topic of the batches. */
    @WithDefault("${lanelog.topic.logs:logs}")
    String topicLogs();

    /** Topic of the catalog; the gateway only creates it when it is missing. */
    @WithDefault("${lanelog.topic.catalog:logs-catalog}")
    String topicCatalog();

    /** How topics are created when they are missing. */
    Topics topics();

    /** Bounds of rows and lines. */
    Rows rows();

    /** Bounds of request bodies. */
    Body body();

    /** When a batch is full. */
    Batch batch();

    /** The producer. */
    Kafka kafka();

    /** OTLP listeners. */
    Otlp otlp();

    /** What clients of Elasticsearch are told. */
    Elasticsearch elasticsearch();

    /** Syslog listeners. */
    Syslog syslog();

    /** Journald uploads. */
    Journald journald();

    /** What requests of a protocol (by its name in metrics) get where they leave something open. */
    Map<String, Defaults> defaults();

    /** Tenants, as {@code account:project}, whose batches are spread over all partitions. */
    @WithDefault("0:0")
    Set<String> largeTenants();

    /** Partitions over which the batches of any other tenant are spread. */
    @WithDefault("1")
    int tenantWindow();

    /** Bytes of requests that may be worked on at a time, over all protocols; beyond, senders are told to come back. */
    @WithDefault("128M")
    MemorySize inFlightBytes();

    /** Longest wait for requests under way when the service stops. */
    @WithDefault("20s")
    Duration drainTimeout();

    interface Topics {
        /** Partitions of a new batch topic. */
        @WithDefault("${lanelog.topic.partitions:16}")
        int partitions();

        /** Replicas of new topics; -1 leaves it to the brokers. */
        @WithDefault("${lanelog.topic.replication:-1}")
        short replication();

        /** How long Kafka keeps batches, which is how far back a store can be rebuilt. */
        @WithDefault("${lanelog.topic.retention:7d}")
        Duration retention();

        /** Bytes kept per partition; -1 for no bound. */
        @WithDefault("${lanelog.topic.retention-bytes:-1}")
        long retentionBytes();
    }

    interface Rows {
        /** How far back the time of a row may lie. */
        @WithDefault("36500d")
        Duration retention();

        /** How far ahead the time of a row may lie. */
        @WithDefault("2d")
        Duration future();

        /** Lines of this many bytes and more are rejected. */
        @WithDefault("256K")
        MemorySize maxLineBytes();

        /** Fields of a row. */
        @WithDefault("1000")
        int maxFields();

        /** Bytes of a field name. */
        @WithDefault("128")
        int maxFieldNameBytes();

        /** Bytes of all names and values of a row. */
        @WithDefault("2M")
        MemorySize maxRowBytes();

        /** Message of rows that have none. */
        @WithDefault(RowLimits.MISSING_MESSAGE)
        String defaultMessage();

        /** The same for the row rules. */
        default RowLimits limits() {
            return new RowLimits(
                    maxFields(),
                    maxFieldNameBytes(),
                    Math.toIntExact(maxRowBytes().asLongValue()),
                    retention().toNanos(),
                    future().toNanos(),
                    defaultMessage());
        }
    }

    interface Body {
        /** Bytes of a body after decoding. */
        @WithDefault("1G")
        MemorySize maxDecodedBytes();

        /** Decoded bytes per byte received, judged from 16 MiB on. */
        @WithDefault("500")
        int maxRatio();

        /** Bytes of a body that its protocol can only read as a whole, after decoding. */
        @WithDefault("64M")
        MemorySize maxWholeBytes();

        /** Longest wait for the next bytes of a body. */
        @WithDefault("30s")
        Duration idleTimeout();
    }

    interface Batch {
        /** Rows of a Kafka record. */
        @WithDefault("4096")
        int rows();

        /** Bytes of a Kafka record before compression, about. */
        @WithDefault("512K")
        MemorySize bytes();
    }

    interface Kafka {
        /** How long the producer gathers batches for one request to a broker. */
        @WithDefault("2ms")
        Duration linger();

        /** Longest wait for room in the producer or for its metadata. */
        @WithDefault("2s")
        Duration maxBlock();

        /** Longest wait for an acknowledgement. */
        @WithDefault("10s")
        Duration deliveryTimeout();

        /** Bytes that the producer may hold. */
        @WithDefault("32M")
        MemorySize bufferBytes();
    }

    interface Otlp {
        /** Port of OTLP/HTTP; 0 takes a free one, -1 turns it off. */
        @WithDefault("4318")
        int httpPort();

        /** Port of OTLP/gRPC; 0 takes a free one, -1 turns it off. */
        @WithDefault("4317")
        int grpcPort();
    }

    interface Elasticsearch {
        /** Version that the server says it has; some clients refuse others than their own. */
        @WithDefault("8.9.0")
        String version();
    }

    interface Journald {
        /** Whether the fields that journald adds to each entry ({@code __CURSOR}, ...) are kept. */
        @WithDefault("false")
        boolean includeEntryMetadata();
    }

    interface Defaults {
        /** Tenant of requests that name none or 0:0, {@code account:project}. */
        Optional<String> tenant();

        /** The argument {@code _time_field}. */
        Optional<String> timeField();

        /** The argument {@code _msg_field}. */
        Optional<String> msgField();

        /** The argument {@code _stream_fields}. */
        Optional<String> streamFields();

        /** The argument {@code ignore_fields}. */
        Optional<String> ignoreFields();

        /** The argument {@code decolorize_fields}. */
        Optional<String> decolorizeFields();

        /** The argument {@code extra_fields}. */
        Optional<String> extraFields();

        /** The argument {@code preserve_json_keys}. */
        Optional<String> preserveJsonKeys();
    }

    interface Syslog {
        /** Port of the listener {@code default}, UDP and TCP; 0 takes free ones, -1 turns it off. */
        @WithDefault("-1")
        int port();

        /** Zone of times that name none, such as {@code Europe/Berlin}; the machine's own if it is not set. */
        Optional<String> timezone();

        /** Longer messages are rejected. */
        @WithDefault("1M")
        MemorySize maxMessageBytes();

        /** Connections of a TCP listener. */
        @WithDefault("128")
        int maxConnections();

        /** Bytes of datagrams that a UDP listener holds while Kafka does not take them; beyond, they are dropped. */
        @WithDefault("16M")
        MemorySize udpQueueBytes();

        /** Further listeners by name. */
        Map<String, SyslogListener> listeners();
    }

    /** How a syslog listener gets its messages. */
    enum SyslogTransport {
        TCP,
        UDP
    }

    interface SyslogListener {
        /** {@code tcp} or {@code udp}. */
        SyslogTransport transport();

        /** Port; 0 takes a free one. */
        int port();

        /** Tenant of the rows, {@code account:project}. */
        @WithDefault("0:0")
        String tenant();

        /** Fields that make up the stream; by default host, application and process, and the device of CEF. */
        Optional<List<String>> streamFields();

        /** Fields to leave out; a trailing {@code *} matches any rest. */
        Optional<List<String>> ignoreFields();

        /** Fields to strip of colour codes. */
        Optional<List<String>> decolorizeFields();

        /** Fields to add to each row, by name. */
        Map<String, String> extraFields();

        /** How connections or datagrams are compressed. */
        @WithDefault("none")
        Compression compression();

        /** Whether rows get the time of their arrival, and what the message says as the field {@code timestamp}. */
        @WithDefault("false")
        boolean useLocalTimestamp();

        /** Whether rows get the sender's address as {@code remote_ip}. */
        @WithDefault("false")
        boolean useRemoteIp();
    }
}
