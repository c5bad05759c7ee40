package dev.lanelog.standalone;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks {@code /-/ready} until it says yes, then tells the person at the terminal what to type. */
final class ReadyWatch implements Runnable {
    private static final long POLL_MS = 50;
    private static final int TIMEOUT_MS = 2000;
    private static final long NAG_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Endpoints endpoints;
    private final Role role;
    private final long started;
    private final CountDownLatch stopping;
    private final PrintStream out;

    /**
     * @param started {@link System#nanoTime()} of the start of the process
     * @param stopping ends the watch when it reaches zero
     */
    ReadyWatch(Endpoints endpoints, Role role, long started, CountDownLatch stopping, PrintStream out) {
        this.endpoints = endpoints;
        this.role = role;
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
                    out.println("lanelog: not ready yet: " + reason);
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
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(endpoints.baseUrl() + "/-/ready").toURL().openConnection();
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
        String base = endpoints.baseUrl();
        out.printf(
                "lanelog: ready at %s after %.1f s%n",
                base, (System.nanoTime() - started) / (double) TimeUnit.SECONDS.toNanos(1));
        if (role.gateway()) {
            out.println("  send    curl -d '{\"_msg\":\"hello, lanelog\",\"level\":\"info\",\"app\":\"demo\"}' '" + base
                    + "/insert/jsonline?_stream_fields=app'");
        }
        if (role.query()) {
            out.println("  query   curl -d 'query=hello' " + base + "/select/logsql/query");
            out.println(
                    "  newest  curl -d 'query=* | sort by (_time desc) | limit 10' " + base + "/select/logsql/query");
        }
        out.flush();
    }
}
