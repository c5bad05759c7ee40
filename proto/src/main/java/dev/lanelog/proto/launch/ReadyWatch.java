package dev.lanelog.proto.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks {@code /-/ready} until it says yes, then tells the person at the terminal what to type. */
public final class ReadyWatch implements Runnable {
    private static final long POLL_MS = 50;
    private static final int TIMEOUT_MS = 2000;
    private static final long NAG_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private final String base;
    private final List<String> hints;
    private final long started;
    private final CountDownLatch stopping;
    private final PrintStream out;

    /**
     * Watches on a thread of its own, which ends with the process.
     *
     * @param name of the process, with which each line begins
     * @param base address of its HTTP port, {@code http://host:port}
     * @param hints lines printed after the one that says ready
     * @param stopping ends the watch when it reaches zero
     */
    public static void start(String name, String base, List<String> hints, CountDownLatch stopping) {
        long started = System.nanoTime()
                - TimeUnit.MILLISECONDS.toNanos(
                        ManagementFactory.getRuntimeMXBean().getUptime());
        Thread watch =
                new Thread(new ReadyWatch(name, base, hints, started, stopping, System.out), "lanelog-ready-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** @param started {@link System#nanoTime()} of the start of the process */
    private ReadyWatch(
            String name, String base, List<String> hints, long started, CountDownLatch stopping, PrintStream out) {
        this.name = name;
        this.base = base;
        this.hints = hints;
        this.started = started;
        this.stopping = stopping;
        this.out = out;
    }

    @Override
    public void run() {
        long nextNag = System.nanoTime() + NAG_NANOS;
        try {
            while (!stopping.await(POLL_MS, TimeUnit.MILLISECONDS)) {
                String reason = notReadyReason();
                if (reason.isEmpty()) {
                    announce();
                    return;
                }
                if (System.nanoTime() - nextNag > 0) {
                    out.println(name + ": not ready yet: " + reason);
                    nextNag = System.nanoTime() + NAG_NANOS;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Empty when ready. */
    private String notReadyReason() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(base + "/-/ready").toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            try {
                if (connection.getResponseCode() == 200) {
                    return "";
                }
                try (InputStream body = connection.getErrorStream()) {
                    return body == null
                            ? "status " + connection.getResponseCode()
                            : new String(body.readAllBytes(), StandardCharsets.UTF_8)
                                    .replaceAll("\\s+", " ")
                                    .strip();
                }
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void announce() {
        out.printf(
                "%s: ready at %s after %.1f s%n",
                name, base, (System.nanoTime() - started) / (double) TimeUnit.SECONDS.toNanos(1));
        hints.forEach(hint -> out.println("  " + hint));
        out.flush();
    }
}
