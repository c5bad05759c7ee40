package dev.lanelog.gateway.protocol.syslog;

import dev.lanelog.gateway.insert.InsertService;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Syslog over TCP, a virtual thread for each connection: it reads, and while Kafka does not take what it read it reads
 * nothing, so that TCP itself holds the sender back.
 */
final class TcpListener implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(TcpListener.class);
    private static final int BACKLOG = 128;

    private final SyslogListener listener;
    private final InsertService inserts;
    private final CountDownLatch stopping;
    private final int maxConnections;
    private final ServerSocket server;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    TcpListener(
            SyslogListener listener, String address, int maxConnections, InsertService inserts, CountDownLatch stopping)
            throws IOException {
        this.listener = listener;
        this.inserts = inserts;
        this.stopping = stopping;
        this.maxConnections = maxConnections;
        this.server = new ServerSocket();
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(address, listener.port()), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        Thread.ofVirtual().name("syslog-accept-" + listener.name()).start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int connections() {
        return connections.size();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket connection = server.accept();
                if (connections.size() >= maxConnections) {
                    LOG.warnf(
                            "syslog-refused listener=%s remote=%s reason=\"%d connections are open\"",
                            listener.name(), connection.getRemoteSocketAddress(), maxConnections);
                    connection.close();
                    continue;
                }
                connections.add(connection);
                Thread thread =
                        Thread.ofVirtual().name("syslog-" + listener.name()).unstarted(() -> serve(connection));
                threads.add(thread);
                thread.start();
            } catch (IOException e) {
                if (!server.isClosed()) {
                    LOG.warnf(e, "syslog-accept-failed listener=%s", listener.name());
                    pause();
                }
            }
        }
    }

    /** What keeps a connection from being accepted, such as a lack of file handles, takes a while to go. */
    private void pause() {
        try {
            if (stopping.await(100, TimeUnit.MILLISECONDS)) {
                server.close();
            }
        } catch (InterruptedException | IOException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Socket connection) {
        MessageRound round = new MessageRound(listener, inserts, stopping);
        try (connection) {
            connection.setKeepAlive(true);
            byte[] remoteIp = remoteIp(listener, connection.getInetAddress());
            InputStream in = listener.compression().decode(new FlushingStream(connection.getInputStream(), round));
            FrameReader frames = new FrameReader(in, listener.maxMessageBytes());
            for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
                round.add(frame, frames.tooLong(), remoteIp);
            }
        } catch (IOException e) {
            if (stopping.getCount() > 0) {
                LOG.infof(
                        "syslog-connection-broken listener=%s remote=%s reason=\"%s\"",
                        listener.name(), connection.getRemoteSocketAddress(), e.getMessage());
            }
        } finally {
            try {
                round.flush();
            } finally {
                connections.remove(connection);
                threads.remove(Thread.currentThread());
            }
        }
    }

    static byte @Nullable [] remoteIp(SyslogListener listener, InetAddress address) {
        return listener.storeRemoteIp() ? address.getHostAddress().getBytes(StandardCharsets.US_ASCII) : null;
    }

    /** Stops to read; messages that were read are passed on by the threads that {@link #join} waits for. */
    @Override
    public void close() throws IOException {
        server.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }

    /** Waits for the connections' threads. */
    void join(Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        for (Thread thread : threads) {
            long left = deadline - System.nanoTime();
            if (left > 0) {
                thread.join(Duration.ofNanos(left));
            }
        }
    }

    /** Passes on what was read before it waits for more: a sender that pauses does not hold its rows back. */
    private static final class FlushingStream extends FilterInputStream {
        private final MessageRound round;

        FlushingStream(InputStream in, MessageRound round) {
            super(in);
            this.round = round;
        }

        @Override
        public int read() throws IOException {
            flush();
            return super.read();
        }

        @Override
        public int read(byte[] into, int off, int len) throws IOException {
            flush();
            return super.read(into, off, len);
        }

        private void flush() throws IOException {
            if (!round.isEmpty() && in.available() == 0) {
                round.flush();
            }
        }
    }
}
