package dev.lanelog.proto.launch;

import io.quarkus.runtime.Quarkus;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/** Starts one service as a process of its own. Quarkus drains it on SIGTERM and Ctrl-C. */
public final class ServiceLauncher {
    private static final int EXIT_FAILED = 1;
    private static final int EXIT_USAGE = 2;
    private static final int MAX_CAUSES = 8;

    private ServiceLauncher() {}

    /** Returns when the service has stopped; ends the process with 1 when it failed, with 2 for a wrong command line. */
    public static void main(ServiceCommand command, String... arguments) {
        Map<String, String> settings;
        try {
            command.parse(System.getenv(), arguments);
            if (command.help) {
                System.out.print(command.usage());
                return;
            }
            settings = command.settings();
        } catch (ParameterException | StartException e) {
            fail(command.name(), e.getMessage() + " (--help lists the flags)", EXIT_USAGE);
            return;
        }
        settings.forEach(System::setProperty);
        String base = FlagChecks.baseUrl(command.listen(), Integer.parseInt(settings.get("quarkus.http.port")));
        System.out.println(command.name() + ": starting with kafka at " + command.kafka);
        CountDownLatch stopping = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(stopping::countDown, "lanelog-stop"));
        ReadyWatch.start(command.name(), base, command.hints(base), stopping);
        Quarkus.run(null, (code, error) -> {
            if (error != null) {
                fail(command.name(), "the service did not start: " + causes(error), EXIT_FAILED);
            }
        });
    }

    /** The messages of an error and what caused it: the outermost one rarely names the reason. */
    public static String causes(Throwable error) {
        StringBuilder out = new StringBuilder(error.toString());
        int depth = 0;
        for (Throwable cause = error.getCause(); cause != null && depth < MAX_CAUSES; cause = cause.getCause()) {
            out.append("; caused by ").append(cause);
            depth++;
        }
        return out.toString();
    }

    /** Tells the person at the terminal and ends the process, through its shutdown hooks. */
    public static void fail(String name, @Nullable String message, int code) {
        System.err.println(name + ": " + message);
        System.exit(code);
    }
}
