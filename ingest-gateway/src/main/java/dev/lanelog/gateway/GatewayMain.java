package dev.lanelog.gateway;

import dev.lanelog.proto.launch.FlagChecks;
import dev.lanelog.proto.launch.Listeners;
import dev.lanelog.proto.launch.ServiceCommand;
import dev.lanelog.proto.launch.ServiceLauncher;
import dev.lanelog.proto.launch.StartException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Entry point of the gateway as a service of its own. */
@Command(
        name = "lanelog-gateway",
        sortOptions = false,
        header =
                "Lanelog gateway: takes logs over HTTP, OTLP and syslog and hands them to Kafka. Keeps nothing itself.",
        footer = {
            "",
            "Each flag is also read from the environment: --otlp-http is LANELOG_OTLP_HTTP.",
            "Port 0 takes a free port. Ctrl-C or SIGTERM drains; nothing accepted is lost."
        })
public final class GatewayMain extends ServiceCommand {
    private static final int HTTP_PORT = 9428;

    @Option(
            names = "--otlp-grpc",
            paramLabel = "PORT",
            defaultValue = "4317",
            description = "OTLP over gRPC. Default: ${DEFAULT-VALUE}")
    private int otlpGrpc;

    @Option(
            names = "--otlp-http",
            paramLabel = "PORT",
            defaultValue = "4318",
            description = "OTLP over HTTP. Default: ${DEFAULT-VALUE}")
    private int otlpHttp;

    @Option(
            names = "--syslog",
            paramLabel = "PORT",
            defaultValue = "5514",
            description = "Syslog, UDP and TCP. Default: ${DEFAULT-VALUE}")
    private int syslog;

    /** See {@code --help}. */
    public static void main(String[] args) {
        ServiceLauncher.main(new GatewayMain(), args);
    }

    @Override
    public String name() {
        return "lanelog-gateway";
    }

    @Override
    public int defaultHttpPort() {
        return HTTP_PORT;
    }

    @Override
    protected void addSettings(InetAddress address, Map<String, String> settings) throws StartException {
        FlagChecks.port("--otlp-grpc", otlpGrpc);
        FlagChecks.port("--otlp-http", otlpHttp);
        FlagChecks.port("--syslog", syslog);
        otlpGrpc = Listeners.tcp("--otlp-grpc", address, otlpGrpc);
        otlpHttp = Listeners.tcp("--otlp-http", address, otlpHttp);
        syslog = Listeners.tcpAndUdp("--syslog", address, syslog);
        settings.put("lanelog.gateway.listen", listen());
        settings.put("lanelog.gateway.otlp.grpc-port", Integer.toString(otlpGrpc));
        settings.put("lanelog.gateway.otlp.http-port", Integer.toString(otlpHttp));
        settings.put("lanelog.gateway.syslog.port", Integer.toString(syslog));
    }

    @Override
    protected List<String> hints(String base) {
        return List.of(
                "send       curl -d '{\"_msg\":\"hello, lanelog\",\"level\":\"info\",\"app\":\"demo\"}' '" + base
                        + "/insert/jsonline?_stream_fields=app'",
                "otlp-grpc  " + FlagChecks.baseUrl(listen(), otlpGrpc),
                "otlp-http  " + FlagChecks.baseUrl(listen(), otlpHttp) + "/v1/logs",
                "syslog     " + listen() + ":" + syslog);
    }
}
