package dev.lanelog.standalone;

import dev.lanelog.broker.Durability;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * The command line of standalone. Every flag that takes a value can also come from the environment, {@code --otlp-http}
 * as {@code LANELOG_OTLP_HTTP} and so on; the flag wins.
 */
@Command(
        name = "run",
        sortOptions = false,
        usageHelpAutoWidth = true,
        header = "Lanelog standalone: gateway, indexer, query-service and an embedded Kafka broker in one process.",
        footer = {
            "",
            "Each flag is also read from the environment: --otlp-http is LANELOG_OTLP_HTTP.",
            "Everything but the broker's files is under DIR/store; those are under DIR/kafka.",
            "Port 0 takes a free port. Ctrl-C or SIGTERM drains; nothing accepted is lost."
        })
final class Options {
    private static final String ENVIRONMENT_PREFIX = "LANELOG_";
    private static final int MAX_PORT = 65535;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "Data directory. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    Path data;

    @Option(
            names = "--http",
            paramLabel = "PORT",
            description = "HTTP: /insert, /select, /metrics. Default: 9428 (--role indexer: 9492, query: 9471)")
    @Nullable Integer http;

    @Option(
            names = "--otlp-grpc",
            paramLabel = "PORT",
            defaultValue = "4317",
            description = "OTLP over gRPC. Default: ${DEFAULT-VALUE}")
    int otlpGrpc;

    @Option(
            names = "--otlp-http",
            paramLabel = "PORT",
            defaultValue = "4318",
            description = "OTLP over HTTP. Default: ${DEFAULT-VALUE}")
    int otlpHttp;

    @Option(
            names = "--syslog",
            paramLabel = "PORT",
            defaultValue = "5514",
            description = "Syslog, UDP and TCP. Default: ${DEFAULT-VALUE}")
    int syslog;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Use these brokers. Default: one embedded in this process, with its files under DIR/kafka")
    @Nullable String kafka;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "all",
            description = "all, gateway, indexer or query; the single roles need --kafka. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    Role role;

    @Option(
            names = "--listen",
            paramLabel = "ADDR",
            defaultValue = "127.0.0.1",
            description = "Address of all listeners. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    String listen;

    @Option(names = "--insecure-http", description = "Allow listeners without TLS on an address that others can reach")
    boolean insecureHttp;

    @Option(
            names = "--durability",
            paramLabel = "fsync|os",
            defaultValue = "fsync",
            description = "fsync: what is acknowledged survives a power cut; os: it survives the process."
                    + " Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    Durability durability;

    @Option(names = "--help", usageHelp = true, description = "Show this text")
    boolean help;

    /**
     * Parses a command line.
     *
     * @param environment where values without a flag are looked for
     * @throws CommandLine.ParameterException for unknown flags and values that are none
     */
    static Options parse(Map<String, String> environment, String... arguments) {
        Options options = new Options();
        CommandLine commandLine = options.commandLine(environment);
        commandLine.parseArgs(arguments);
        String insecure = environment.get(ENVIRONMENT_PREFIX + "INSECURE_HTTP");
        if (insecure != null && !insecure.isEmpty()) {
            if (!insecure.equals("true") && !insecure.equals("false")) {
                throw new CommandLine.ParameterException(
                        commandLine, "LANELOG_INSECURE_HTTP is true or false, not '" + insecure + "'");
            }
            options.insecureHttp |= insecure.equals("true");
        }
        return options;
    }

    /** The text of {@code --help}. */
    static String usage() {
        return new Options().commandLine(Map.of()).getUsageMessage();
    }

    private CommandLine commandLine(Map<String, String> environment) {
        return new CommandLine(this)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpLongOptionsMaxWidth(24)
                .setDefaultValueProvider(new EnvironmentValues(environment));
    }

    /** The HTTP port that was asked for, or the role's. */
    int httpPort() {
        return http == null ? role.defaultHttpPort() : http;
    }

    /** Refuses combinations that can't work or that would expose data unasked. */
    void check() throws StartException {
        checkPort("--http", httpPort());
        checkPort("--otlp-grpc", otlpGrpc);
        checkPort("--otlp-http", otlpHttp);
        checkPort("--syslog", syslog);
        if (role != Role.ALL && kafka == null) {
            throw new StartException("--role " + role.name().toLowerCase(Locale.ROOT)
                    + " needs --kafka HOST:PORT: the roles of a store meet at one broker");
        }
        if (kafka != null) {
            for (String broker : kafka.split(",", -1)) {
                checkBroker(broker);
            }
        }
        InetAddress address = listenAddress();
        if (!address.isLoopbackAddress() && !insecureHttp) {
            throw new StartException("--listen " + listen + " would take plain HTTP from other machines."
                    + " If that is meant (a trusted network, or TLS in front), add --insecure-http");
        }
    }

    /** The resolved {@code --listen}. */
    InetAddress listenAddress() throws StartException {
        try {
            return InetAddress.getByName(listen);
        } catch (UnknownHostException e) {
            throw new StartException("--listen " + listen + " is not an address of this machine", e);
        }
    }

    private static void checkPort(String flag, int port) throws StartException {
        if (port < 0 || port > MAX_PORT) {
            throw new StartException(flag + " " + port + ": a port is 1 to " + MAX_PORT + ", or 0 for a free one");
        }
    }

    private static void checkBroker(String broker) throws StartException {
        int colon = broker.lastIndexOf(':');
        int port = -1;
        if (colon > 0) {
            try {
                port = Integer.parseInt(broker.substring(colon + 1));
            } catch (NumberFormatException e) {
                port = -1;
            }
        }
        if (port < 1 || port > MAX_PORT) {
            throw new StartException("--kafka: '" + broker + "' is not HOST:PORT");
        }
    }

    /** Values of the environment; an empty variable counts as none. */
    private record EnvironmentValues(Map<String, String> environment) implements IDefaultValueProvider {
        @Override
        public @Nullable String defaultValue(ArgSpec argument) {
            // A flag without a value means the opposite of its default to picocli: see parse().
            if (!(argument instanceof OptionSpec option) || option.typeInfo().isBoolean()) {
                return null;
            }
            String name = option.longestName().substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
            String value = environment.get(ENVIRONMENT_PREFIX + name);
            return value == null || value.isEmpty() ? null : value;
        }
    }
}
