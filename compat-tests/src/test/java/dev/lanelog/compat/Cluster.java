package dev.lanelog.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Services as processes of their own: {@code deploy/local-cluster}, driven as a person would. It finds the packaged
 * applications where the build leaves them.
 */
final class Cluster implements AutoCloseable {
    private static final Path SCRIPT = Path.of(System.getProperty("lanelog.cluster.script", "../deploy/local-cluster"))
            .toAbsolutePath();
    private static final Duration COMMAND_LIMIT = Duration.ofMinutes(5);

    private final Path dir;

    private Cluster(Path dir) {
        this.dir = dir;
    }

    /** Starts a cluster of that size and waits until each service is ready. */
    static Cluster start(Path dir, int gateways, int indexers, int queries) {
        Cluster cluster = new Cluster(dir);
        System.out.print(cluster.command(
                "up",
                "--detach",
                "--gateways",
                Integer.toString(gateways),
                "--indexers",
                Integer.toString(indexers),
                "--queries",
                Integer.toString(queries)));
        return cluster;
    }

    /** Starts one service, a new one or one that was stopped or killed. */
    void start(String name) {
        System.out.print(command("start", name));
    }

    /** Lets a service drain and end. */
    void stop(String name) {
        command("stop", name);
    }

    /** kill -9. */
    void kill(String name) {
        command("kill", name);
    }

    /** Base address of the HTTP port of a service. */
    String http(String name) {
        return described(name, "(http://\\S+)");
    }

    String otlpGrpc(String gateway) {
        return described(gateway, "otlp-grpc (\\S+)");
    }

    String otlpHttp(String gateway) {
        return described(gateway, "otlp-http (\\S+)");
    }

    long pid(String name) {
        return Long.parseLong(described(name, "pid (\\d+)"));
    }

    /** Where an indexer keeps its files. */
    Path store(String indexer) {
        return dir.resolve(indexer).resolve("store");
    }

    private String described(String name, String pattern) {
        String status = command("status");
        Matcher line = Pattern.compile("(?m)^" + name + " .*$").matcher(status);
        if (line.find()) {
            Matcher found = Pattern.compile(pattern).matcher(line.group());
            if (found.find()) {
                return found.group(1);
            }
        }
        throw new AssertionError(name + " is not there:\n" + status);
    }

    private String command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--data", dir.toString()));
        try {
            Path out = Files.createTempFile(dir, "command", ".txt");
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
                builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
                Process process = builder.start();
                if (!process.waitFor(COMMAND_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError(command + " took too long:\n" + Files.readString(out));
                }
                String text = Files.readString(out);
                if (process.exitValue() != 0) {
                    throw new AssertionError(command + " ended with " + process.exitValue() + ":\n" + text);
                }
                return text;
            } finally {
                Files.deleteIfExists(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Stops all services, and keeps their logs under {@code target} for whoever looks at a failure. */
    @Override
    public void close() {
        try {
            command("stop");
        } finally {
            keepLogs();
        }
    }

    private void keepLogs() {
        try (Stream<Path> services = Files.list(dir)) {
            Path kept = Files.createDirectories(
                    Path.of("target", "cluster-" + dir.getFileName().toString()));
            for (Path service : (Iterable<Path>) services::iterator) {
                if (Files.exists(service.resolve("log"))) {
                    Files.copy(
                            service.resolve("log"),
                            kept.resolve(service.getFileName() + ".log"),
                            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
