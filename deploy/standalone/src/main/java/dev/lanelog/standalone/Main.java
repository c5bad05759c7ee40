package dev.lanelog.standalone;

import dev.lanelog.proto.launch.ServiceLauncher;
import dev.lanelog.proto.launch.StartException;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import picocli.CommandLine.ParameterException;

/** Entry point of standalone. */
@QuarkusMain
public final class Main {
    /** Set in a JVM whose broker runs: the dev mode of Quarkus calls {@link #main} again after each reload. */
    static final String RUNNING = "lanelog.standalone.running";

    private static final int EXIT_USAGE = 2;

    private Main() {}

    /** See {@code --help}. Ends with 0 after a drain, 1 when something failed, 2 for a wrong command line. */
    public static void main(String[] args) {
        if (System.getProperty(RUNNING) != null) {
            Quarkus.run(args);
            return;
        }
        Options options;
        try {
            options = Options.parse(System.getenv(), args);
            if (options.help) {
                System.out.print(Options.usage());
                return;
            }
            options.check();
        } catch (ParameterException | StartException e) {
            ServiceLauncher.fail("lanelog", e.getMessage() + " (--help lists the flags)", EXIT_USAGE);
            return;
        }
        try {
            DataDirectory data = DataDirectory.open(options.data);
            if (options.role == Role.BROKER) {
                new BrokerRole(data, options.durability).run();
                return;
            }
            new Launcher(options, data, Endpoints.choose(options, data)).run();
        } catch (StartException e) {
            ServiceLauncher.fail("lanelog", e.getMessage(), 1);
        }
    }
}
