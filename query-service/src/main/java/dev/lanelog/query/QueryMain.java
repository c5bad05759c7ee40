package dev.lanelog.query;

import dev.lanelog.proto.launch.ServiceCommand;
import dev.lanelog.proto.launch.ServiceLauncher;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Entry point of the query-service as a service of its own. */
@Command(
        name = "lanelog-query",
        sortOptions = false,
        header =
                "Lanelog query-service: answers LogsQL over HTTP from the groups of all indexers. Keeps nothing itself.",
        footer = {
            "",
            "Each flag is also read from the environment: --http is LANELOG_HTTP.",
            "Port 0 takes a free port. Ctrl-C or SIGTERM lets running queries end."
        })
public final class QueryMain extends ServiceCommand {
    private static final int HTTP_PORT = 9471;

    @Option(
            names = "--store",
            paramLabel = "NAME",
            defaultValue = "main",
            description = "Name of the store. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    private String store;

    /** As the command line leaves it: nothing is set before {@link #parse}. */
    public QueryMain() {
        super("lanelog-query", HTTP_PORT);
    }

    /** See {@code --help}. */
    public static void main(String[] args) {
        ServiceLauncher.main(new QueryMain(), args);
    }

    @Override
    protected void addSettings(InetAddress address, Map<String, String> settings) {
        // The gRPC extension comes with its client and opens a server too, where it is not told to do otherwise.
        settings.put("quarkus.grpc.server.host", "127.0.0.1");
        settings.put("quarkus.grpc.server.port", "0");
        settings.put("lanelog.store", store);
    }

    @Override
    protected List<String> hints(String base) {
        return List.of(
                "query   curl -d 'query=hello' " + base + "/select/logsql/query",
                "newest  curl -d 'query=* | sort by (_time desc) | limit 10' " + base + "/select/logsql/query");
    }
}
