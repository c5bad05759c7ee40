package dev.lanelog.gateway;

import dev.lanelog.proto.launch.FlagChecks;
import dev.lanelog.proto.launch.ServiceCommand;
import dev.lanelog.proto.launch.ServiceLauncher;
import dev.lanelog.proto.launch.StartException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    @Mixin
    private final GatewayPorts ports = new GatewayPorts();

    /** As the command line leaves it: nothing is set before {@link #parse}. */
    public GatewayMain() {
        super("lanelog-gateway", HTTP_PORT);
    }

    /** See {@code --help}. */
    public static void main(String[] args) {
        ServiceLauncher.main(new GatewayMain(), args);
    }

    @Override
    protected void addSettings(InetAddress address, Map<String, String> settings) throws StartException {
        ports.check();
        ports.choose(address);
        ports.addSettings(listen(), settings);
    }

    @Override
    protected List<String> hints(String base) {
        return List.of(
                "send       curl -d '{\"_msg\":\"hello, lanelog\",\"level\":\"info\",\"app\":\"demo\"}' '" + base
                        + "/insert/jsonline?_stream_fields=app'",
                "otlp-grpc  " + FlagChecks.baseUrl(listen(), ports.otlpGrpc()),
                "otlp-http  " + FlagChecks.baseUrl(listen(), ports.otlpHttp()) + "/v1/logs",
                "syslog     " + listen() + ":" + ports.syslog());
    }
}
