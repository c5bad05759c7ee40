package dev.lanelog.standalone;

import dev.lanelog.broker.Durability;
import dev.lanelog.gateway.GatewayPorts;
import dev.lanelog.proto.launch.FlagChecks;
import dev.lanelog.proto.launch.FlagEnvironment;
import dev.lanelog.proto.launch.ListenFlags;
import dev.lanelog.proto.launch.StartException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    final GatewayPorts gateway = new GatewayPorts();

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Use these brokers. Default: one embedded in this process, with its files under DIR/kafka")
    @Nullable String kafka;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "all",
            description =
                    "all, gateway, indexer or query, which need --kafka, or broker: only the embedded one. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    Role role;

    @Mixin
    final ListenFlags listen = new ListenFlags();

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
        FlagEnvironment variables = new FlagEnvironment(environment);
        CommandLine commandLine = options.commandLine(variables);
        commandLine.parseArgs(arguments);
        options.listen.read(variables, commandLine);
        return options;
    }

    /** The text of {@code --help}. */
    static String usage() {
        return new Options().commandLine(new FlagEnvironment(Map.of())).getUsageMessage();
    }

    private CommandLine commandLine(FlagEnvironment variables) {
        return new CommandLine(this)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpLongOptionsMaxWidth(24)
                .setDefaultValueProvider(variables);
    }

    /** The HTTP port that was asked for, or the role's. */
    int httpPort() {
        return http == null ? role.defaultHttpPort() : http;
    }

    /** Refuses combinations that can't work or that would expose data unasked. */
    void check() throws StartException {
        FlagChecks.port("--http", httpPort());
        gateway.check();
        if (role == Role.BROKER && kafka != null) {
            throw new StartException("--role broker is a broker itself: leave --kafka out");
        }
        if (role != Role.ALL && role != Role.BROKER && kafka == null) {
            throw new StartException("--role " + role.name().toLowerCase(Locale.ROOT)
                    + " needs --kafka HOST:PORT: the roles of a store meet at one broker");
        }
        if (kafka != null) {
            FlagChecks.brokers("--kafka", kafka);
        }
        var unused = listen.address();
    }
}
