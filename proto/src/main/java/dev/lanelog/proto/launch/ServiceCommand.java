package dev.lanelog.proto.launch;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * The flags that every service has. A service's own command extends it, is annotated with {@code @Command} and turns its
 * flags into settings.
 */
public abstract class ServiceCommand {
    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9092",
            description = "The brokers, comma-separated; Kafka 4.0 or newer. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    String kafka;

    @Option(
            names = "--http",
            paramLabel = "PORT",
            description = "HTTP port, also of /-/ready and /metrics. Default: ${sys:lanelog.default.http}")
    @Nullable Integer http;

    @Option(
            names = "--listen",
            paramLabel = "ADDR",
            defaultValue = "127.0.0.1",
            description = "Address of all listeners. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    String listen;

    @Option(names = "--insecure-http", description = "Allow listeners without TLS on an address that others can reach")
    boolean insecureHttp;

    @Option(names = "--help", usageHelp = true, description = "Show this text")
    boolean help;

    /** As it is said in messages, such as {@code lanelog-gateway}. */
    public abstract String name();

    /** The HTTP port when none is given; different per service, so that all of them run on one machine. */
    public abstract int defaultHttpPort();

    /**
     * Checks the service's own flags and adds the settings they stand for.
     *
     * @param address the checked {@code --listen}
     */
    protected abstract void addSettings(InetAddress address, Map<String, String> settings) throws StartException;

    /**
     * Lines for the person at the terminal once the service is ready.
     *
     * @param base address of the HTTP port, {@code http://host:port}
     */
    protected abstract List<String> hints(String base);

    /** {@code --listen} as the user gave it. */
    protected final String listen() {
        return listen;
    }

    /** The text of {@code --help}. */
    public final String usage() {
        return commandLine(new FlagEnvironment(Map.of())).getUsageMessage();
    }

    /**
     * Fills this command.
     *
     * @throws CommandLine.ParameterException for unknown flags and values that are none
     */
    public final void parse(Map<String, String> environment, String... arguments) {
        FlagEnvironment variables = new FlagEnvironment(environment);
        CommandLine commandLine = commandLine(variables);
        commandLine.parseArgs(arguments);
        insecureHttp |= variables.isSet(commandLine, "--insecure-http");
    }

    /**
     * Checks all flags and turns them into the keys that the service reads.
     *
     * @return key to value; {@code quarkus.http.port} is never 0
     * @throws StartException when a flag is wrong or a port is taken
     */
    public final Map<String, String> settings() throws StartException {
        int port = http == null ? defaultHttpPort() : http;
        FlagChecks.port("--http", port);
        FlagChecks.brokers("--kafka", kafka);
        InetAddress address = FlagChecks.listen(listen, insecureHttp);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("kafka.bootstrap.servers", kafka);
        settings.put("quarkus.http.host", listen);
        settings.put("quarkus.http.port", Integer.toString(Listeners.tcp("--http", address, port)));
        addSettings(address, settings);
        return settings;
    }

    private CommandLine commandLine(FlagEnvironment variables) {
        CommandLine commandLine = new CommandLine(this)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(24)
                .setDefaultValueProvider(variables);
        // Resolved by picocli in the descriptions, which annotations can't compute.
        System.setProperty("lanelog.default.http", Integer.toString(defaultHttpPort()));
        return commandLine;
    }
}
