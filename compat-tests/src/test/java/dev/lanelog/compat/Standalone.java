package dev.lanelog.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The packaged standalone as a process of its own, on free ports. The application is looked for where the build leaves
 * it; {@code -Dlanelog.app=.../quarkus-run.jar} names another one.
 */
public final class Standalone implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(120);
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final Path data;
    private final List<String> flags;
    private final int http;
    private final int otlpHttp;
    private final int otlpGrpc;
    private final int syslog;
    private Process process;
    private Path log;

    private Standalone(Path data, List<String> flags) {
        this.data = data;
        this.flags = flags;
        int[] ports = freePorts(4);
        http = ports[0];
        otlpHttp = ports[1];
        otlpGrpc = ports[2];
        syslog = ports[3];
    }

    /** Starts a standalone on that data directory and waits until it is ready. */
    public static Standalone start(Path data, String... flags) {
        Standalone standalone = new Standalone(data, List.of(flags));
        standalone.start();
        return standalone;
    }

    /** Starts it again, on the same ports and data. */
    public void start() {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("already running as " + process.pid());
        }
        Path app = Path.of(System.getProperty("lanelog.app", "../deploy/standalone/target/quarkus-app/quarkus-run.jar"))
                .toAbsolutePath()
                .normalize();
        Path jvmFlags = Path.of("../deploy/jvm.flags").toAbsolutePath().normalize();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + jvmFlags);
        command.add("-jar");
        command.add(app.toString());
        command.addAll(List.of("--data", data.toString()));
        command.addAll(List.of("--http", Integer.toString(http)));
        command.addAll(List.of("--otlp-http", Integer.toString(otlpHttp)));
        command.addAll(List.of("--otlp-grpc", Integer.toString(otlpGrpc)));
        command.addAll(List.of("--syslog", Integer.toString(syslog)));
        command.addAll(flags);
        log = Path.of("target", "standalone-" + RUNS.incrementAndGet() + ".log");
        long begin = System.nanoTime();
        try {
            Files.createDirectories(log.getParent());
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Await.until("standalone ready, see " + log, READY_LIMIT, () -> {
            if (!process.isAlive()) {
                throw new AssertionError("standalone ended with " + process.exitValue() + ":\n" + tail());
            }
            return Wire.get(base(), "/-/ready").status() == 200;
        });
        System.out.printf(
                "standalone ready in %d ms (%s)%n", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin), log);
    }

    public String base() {
        return "http://127.0.0.1:" + http;
    }

    public String otlpHttp() {
        return "http://127.0.0.1:" + otlpHttp;
    }

    public String otlpGrpc() {
        return "http://127.0.0.1:" + otlpGrpc;
    }

    public int syslogPort() {
        return syslog;
    }

    public Path data() {
        return data;
    }

    /** What it wrote to its standard output and error. */
    public String logText() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String tail() {
        String text = logText();
        return text.substring(Math.max(0, text.length() - 4000));
    }

    /** kill -9. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd(Duration.ofSeconds(10));
    }

    /** SIGTERM, then waits for the drain to end. */
    public void terminate() {
        process.destroy();
        awaitEnd(Duration.ofSeconds(60));
    }

    public boolean alive() {
        return process != null && process.isAlive();
    }

    private void awaitEnd(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("standalone did not end within " + limit + ":\n" + tail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    @Override
    public void close() {
        if (alive()) {
            terminate();
        }
    }

    private static int[] freePorts(int n) {
        ServerSocket[] sockets = new ServerSocket[n];
        int[] ports = new int[n];
        try {
            for (int i = 0; i < n; i++) {
                sockets[i] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ports[i] = sockets[i].getLocalPort();
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ports;
    }
}
