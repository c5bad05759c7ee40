package dev.lanelog.indexer.replay;

import dev.lanelog.indexer.IndexerEnvironment;
import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.proto.launch.FlagChecks;
import dev.lanelog.proto.launch.FlagEnvironment;
import dev.lanelog.proto.launch.StartException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command line of a replay. */
@Command(
        name = "lanelog replay",
        sortOptions = false,
        usageHelpAutoWidth = true,
        header = "Makes a store again from the log: the rows that Kafka still has.",
        description = {
            "",
            "--into builds a second store beside the first one, in this process, from the start of the log. When it is"
                    + " done, start an indexer and a query-service with --store NAME on it.",
            "--in-place asks the running indexers to make the files of their partitions again. The old files are served"
                    + " until new ones take their place; files with rows that the log does not hold any more stay.",
            "Either can be interrupted; the same command goes on where it was."
        })
public final class ReplayCommand {
    private static final int EXIT_FAILED = 1;
    private static final int EXIT_USAGE = 2;
    private static final String NAME = "lanelog replay";
    /** Held, because the log manager forgets loggers that nobody holds. */
    private static final List<Logger> QUIET =
            Stream.of("org.apache.kafka", "dev.lanelog").map(Logger::getLogger).toList();

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9092",
            description = "The brokers. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    private String kafka;

    @Option(names = "--into", paramLabel = "NAME", description = "Name of the new store")
    private @Nullable String into;

    @Option(names = "--data", paramLabel = "DIR", description = "Directory of the new store; needed with --into")
    private @Nullable Path data;

    @Option(names = "--in-place", description = "Make the files of the store itself again")
    private boolean inPlace;

    @Option(
            names = "--store",
            paramLabel = "NAME",
            defaultValue = "main",
            description = "The store that --in-place is about. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    private String store;

    @Option(
            names = "--partition",
            paramLabel = "N",
            description = "With --in-place: only this partition; may be repeated. Default: all")
    private List<Integer> partitions = List.of();

    @Option(names = "--verbose", description = "Show the log of what is done")
    private boolean verbose;

    @Option(names = "--help", usageHelp = true, description = "Show this text")
    private boolean help;

    private ReplayCommand() {}

    /** Runs a replay and returns the exit code: 0 done, 1 failed, 2 wrong command line. */
    public static int run(Map<String, String> environment, PrintStream out, PrintStream err, String... arguments) {
        ReplayCommand command = new ReplayCommand();
        CommandLine commandLine = new CommandLine(command).setDefaultValueProvider(new FlagEnvironment(environment));
        try {
            commandLine.parseArgs(arguments);
            if (command.help) {
                out.print(commandLine.getUsageMessage());
                return 0;
            }
            command.check();
        } catch (ParameterException | StartException e) {
            err.println(NAME + ": " + e.getMessage() + " (--help lists the flags)");
            return EXIT_USAGE;
        }
        if (!command.verbose) {
            QUIET.forEach(logger -> logger.setLevel(Level.OFF));
        }
        try {
            command.execute(out);
            return 0;
        } catch (ReplayException e) {
            err.println(NAME + ": " + e.getMessage());
            return EXIT_FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return EXIT_FAILED;
        }
    }

    private void check() throws StartException {
        FlagChecks.brokers("--kafka", kafka);
        if (inPlace == (into != null)) {
            throw new StartException("either --into NAME or --in-place");
        }
        if (into != null && data == null) {
            throw new StartException("--into needs --data DIR, where the new store will be");
        }
        if (inPlace && data != null) {
            throw new StartException("--data belongs to --into: in place, the indexers use their own directories");
        }
        if (!partitions.isEmpty() && !inPlace) {
            throw new StartException("--partition belongs to --in-place");
        }
        for (int partition : partitions) {
            if (partition < 0) {
                throw new StartException("--partition " + partition + " is no partition");
            }
        }
    }

    private void execute(PrintStream out) throws ReplayException, InterruptedException {
        if (into != null && data != null) {
            new ReplayBeside(config(into, data), IndexerEnvironment.real(data), out).run();
        } else {
            new ReplayInPlace(config(store, Path.of("unused")), IndexerEnvironment.real(Path.of(".")), partitions, out)
                    .run();
        }
    }

    private IndexerConfig config(String storeName, Path directory) {
        Map<String, String> settings = new HashMap<>();
        settings.put("lanelog.indexer.store", storeName);
        settings.put("lanelog.indexer.data-dir", directory.toAbsolutePath().toString());
        settings.put("lanelog.indexer.bootstrap-servers", kafka);
        settings.put("lanelog.indexer.assignment", "all");
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDefaultSources()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(settings, "flags", 1000))
                .withMapping(IndexerConfig.class)
                .build()
                .getConfigMapping(IndexerConfig.class);
    }
}
