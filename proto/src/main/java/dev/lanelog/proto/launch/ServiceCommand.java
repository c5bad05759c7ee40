package dev.lanelog.proto.launch;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * The flags that every service has. A service's own command extends it, is annotated with {@code @Command} and turns its
 * flags into settings.
 */
public abstract class ServiceCommand {
    private static final String HTTP = "--http";

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9092",
            description = "The brokers, comma-separated; Kafka 4.0 or newer. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    String kafka;

    @Option(
            names = HTTP,
            paramLabel = "PORT",
            description = "HTTP port, also of /-/ready and /metrics. Default: ${DEFAULT-VALUE}")
    private int http;

    @Mixin
    private final ListenFlags listen = new ListenFlags();

    @Option(names = "--help", usageHelp = true, description = "Show this text")
    boolean help;

    private final String name;
    private final int defaultHttpPort;

    /**
     * @param name as it is said in messages, such as {@code lanelog-gateway}
     * @param defaultHttpPort the HTTP port when none is given; different per service, so that all run on one machine
     */
    protected ServiceCommand(String name, int defaultHttpPort) {
        this.name = name;
        this.defaultHttpPort = defaultHttpPort;
    }

    /** As it is said in messages. */
    public final String name() {
        return name;
    }

    /** The HTTP port when none is given. */
    public final int defaultHttpPort() {
        return defaultHttpPort;
    }

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
        return listen.listen();
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
        listen.read(variables, commandLine);
    }

    /**
     * Checks all flags and turns them into the keys that the service reads.
     *
     * @return key to value; {@code quarkus.http.port} is never 0
     * @throws StartException when a flag is wrong or a port is taken
     */
    public final Map<String, String> settings() throws StartException {
        FlagChecks.port(HTTP, http);
        FlagChecks.brokers("--kafka", kafka);
        InetAddress address = listen.address();
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("kafka.bootstrap.servers", kafka);
        settings.put("quarkus.http.host", listen());
        settings.put("quarkus.http.port", Integer.toString(Listeners.tcp(HTTP, address, http)));
        addSettings(address, settings);
        return settings;
    }

    private CommandLine commandLine(FlagEnvironment variables) {
        return new CommandLine(this)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setUsageHelpLongOptionsMaxWidth(24)
                .setDefaultValueProvider(flag -> {
                    String value = variables.defaultValue(flag);
                    boolean isHttp = flag instanceof OptionSpec option
                            && option.longestName().equals(HTTP);
                    return value == null && isHttp ? Integer.toString(defaultHttpPort) : value;
                });
    }
}
