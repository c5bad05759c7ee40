package dev.lanelog.gateway;

import dev.lanelog.proto.launch.FlagChecks;
import dev.lanelog.proto.launch.Listeners;
import dev.lanelog.proto.launch.StartException;
import java.net.InetAddress;
import java.util.Map;
import picocli.CommandLine.Option;

/** The ports of a gateway beside the one for HTTP; a mixin of every command that can be one. */
public final class GatewayPorts {
    private static final String OTLP_GRPC = "--otlp-grpc";
    private static final String OTLP_HTTP = "--otlp-http";
    private static final String SYSLOG = "--syslog";

    @Option(
            names = OTLP_GRPC,
            paramLabel = "PORT",
            defaultValue = "4317",
            description = "OTLP over gRPC. Default: ${DEFAULT-VALUE}")
    private int otlpGrpc;

    @Option(
            names = OTLP_HTTP,
            paramLabel = "PORT",
            defaultValue = "4318",
            description = "OTLP over HTTP. Default: ${DEFAULT-VALUE}")
    private int otlpHttp;

    @Option(
            names = SYSLOG,
            paramLabel = "PORT",
            defaultValue = "5514",
            description = "Syslog, UDP and TCP. Default: ${DEFAULT-VALUE}")
    private int syslog;

    /** Refuses what is no port. */
    public void check() throws StartException {
        FlagChecks.port(OTLP_GRPC, otlpGrpc);
        FlagChecks.port(OTLP_HTTP, otlpHttp);
        FlagChecks.port(SYSLOG, syslog);
    }

    /** Puts free ports in the place of 0, and refuses those that are taken. */
    public void choose(InetAddress address) throws StartException {
        otlpHttp = Listeners.tcp(OTLP_HTTP, address, otlpHttp);
        otlpGrpc = Listeners.tcp(OTLP_GRPC, address, otlpGrpc);
        syslog = Listeners.tcpAndUdp(SYSLOG, address, syslog);
    }

    /**
     * Adds the settings that the gateway reads.
     *
     * @param listen address of the listeners
     */
    public void addSettings(String listen, Map<String, String> settings) {
        settings.put("lanelog.gateway.listen", listen);
        settings.put("lanelog.gateway.otlp.http-port", Integer.toString(otlpHttp));
        settings.put("lanelog.gateway.otlp.grpc-port", Integer.toString(otlpGrpc));
        settings.put("lanelog.gateway.syslog.port", Integer.toString(syslog));
    }

    public int otlpGrpc() {
        return otlpGrpc;
    }

    public int otlpHttp() {
        return otlpHttp;
    }

    public int syslog() {
        return syslog;
    }
}
