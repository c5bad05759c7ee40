package dev.lanelog.indexer;

import dev.lanelog.indexer.replay.ReplayCommand;
import dev.lanelog.proto.launch.FlagChecks;
import dev.lanelog.proto.launch.Listeners;
import dev.lanelog.proto.launch.ServiceCommand;
import dev.lanelog.proto.launch.ServiceLauncher;
import dev.lanelog.proto.launch.StartException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Entry point of the indexer as a service of its own: it shares the partitions of its store with other indexers. */
@Command(
        name = "lanelog-indexer",
        sortOptions = false,
        header = "Lanelog indexer: turns its share of the Kafka partitions into group files and serves them over gRPC.",
        footer = {
            "",
            "Each flag is also read from the environment: --advertise is LANELOG_ADVERTISE.",
            "'replay' as the first argument makes a store again from Kafka: lanelog-indexer replay --help.",
            "Port 0 takes a free port. Ctrl-C or SIGTERM drains: heads are flushed, partitions go to others."
        })
public final class IndexerMain extends ServiceCommand {
    private static final int HTTP_PORT = 9492;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/indexer",
            description = "Group files; belongs to one indexer. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Option(
            names = "--id",
            paramLabel = "NAME",
            description =
                    "Name of this indexer, the same after every start. One with a lost disk is known by it and gets its"
                            + " files back from Kafka. Default: a random one, kept in DIR")
    private @Nullable String id;

    @Option(
            names = "--store",
            paramLabel = "NAME",
            defaultValue = "main",
            description = "Name of the store. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    private String store;

    @Option(
            names = "--grpc",
            paramLabel = "PORT",
            defaultValue = "9491",
            description = "gRPC port for query-services. Default: ${DEFAULT-VALUE}")
    private int grpc;

    @Option(
            names = "--advertise",
            paramLabel = "HOST[:PORT]",
            description = "Where query-services reach this indexer. Default: --listen and --grpc,"
                    + " and this machine's address if --listen is a wildcard")
    private @Nullable String advertise;

    /** As the command line leaves it: nothing is set before {@link #parse}. */
    public IndexerMain() {
        super("lanelog-indexer", HTTP_PORT);
    }

    /** See {@code --help}. {@code replay} as the first argument is a command of its own. */
    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("replay")) {
            System.exit(ReplayCommand.run(
                    System.getenv(), System.out, System.err, Arrays.copyOfRange(args, 1, args.length)));
        }
        ServiceLauncher.main(new IndexerMain(), args);
    }

    @Override
    protected void addSettings(InetAddress address, Map<String, String> settings) throws StartException {
        FlagChecks.port("--grpc", grpc);
        grpc = Listeners.tcp("--grpc", address, grpc);
        settings.put("quarkus.grpc.server.host", listen());
        settings.put("quarkus.grpc.server.port", Integer.toString(grpc));
        settings.put(
                "lanelog.indexer.data-dir", data.toAbsolutePath().normalize().toString());
        settings.put("lanelog.indexer.assignment", "group");
        settings.put("lanelog.store", store);
        if (id != null) {
            settings.put("lanelog.indexer.id", id);
        }
        if (advertise != null) {
            String host = advertise;
            // A colon that is not part of an IPv6 address.
            if (host.indexOf(':') == host.lastIndexOf(':') && host.indexOf(':') >= 0 || host.contains("]:")) {
                int port = FlagChecks.hostAndPort("--advertise", host);
                settings.put("lanelog.indexer.serve.advertised-port", Integer.toString(port));
                host = host.substring(0, host.lastIndexOf(':'));
            }
            settings.put("lanelog.indexer.serve.advertised-host", host);
        } else if (FlagChecks.isWildcard(listen())) {
            settings.put("lanelog.indexer.serve.advertised-host", ownAddress());
        }
    }

    private static String ownAddress() throws StartException {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException e) {
            throw new StartException(
                    "this machine's own address is unknown (" + e.getMessage() + "): name it with --advertise HOST", e);
        }
    }

    @Override
    protected List<String> hints(String base) {
        return List.of("grpc    " + listen() + ":" + grpc, "data    " + data.toAbsolutePath());
    }
}
