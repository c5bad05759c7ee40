package dev.lanelog.proto.launch;

import java.net.InetAddress;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Where a process listens, and whether others may reach it without TLS; a mixin of every command that serves. */
public final class ListenFlags {
    private static final String INSECURE_HTTP = "--insecure-http";

    @Option(
            names = "--listen",
            paramLabel = "ADDR",
            defaultValue = "127.0.0.1",
            description = "Address of all listeners. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    private String listen;

    @Option(names = INSECURE_HTTP, description = "Allow listeners without TLS on an address that others can reach")
    private boolean insecureHttp;

    /** {@code --listen} as the user gave it. */
    public String listen() {
        return listen;
    }

    /** Whether plain HTTP is meant also beyond this machine. */
    public boolean insecureHttp() {
        return insecureHttp;
    }

    /**
     * Takes from the environment what picocli can't: a flag without a value.
     *
     * @throws CommandLine.ParameterException when the variable is neither {@code true} nor {@code false}
     */
    public void read(FlagEnvironment variables, CommandLine commandLine) {
        insecureHttp |= variables.isSet(commandLine, INSECURE_HTTP);
    }

    /** The resolved address; one that other machines reach is refused unless the user meant it. */
    public InetAddress address() throws StartException {
        return FlagChecks.listen(listen, insecureHttp);
    }
}
