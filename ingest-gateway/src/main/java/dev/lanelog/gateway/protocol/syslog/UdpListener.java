package dev.lanelog.gateway.protocol.syslog;

import dev.lanelog.gateway.insert.InsertService;
import io.micrometer.core.instrument.Counter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Syslog over UDP. One thread takes datagrams off the socket as fast as it can, another passes them on; between them is a
 * bounded queue. A sender of datagrams can't be held back, so what finds the queue full is dropped and counted.
 */
final class UdpListener implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(UdpListener.class);
    private static final int MAX_DATAGRAM = 65_536;
    private static final int MAX_QUEUED = 1 << 16;
    private static final int SOCKET_BUFFER = 4 << 20;
    private static final Duration POLL = Duration.ofMillis(100);

    private record Datagram(byte[] bytes, byte @Nullable [] remoteIp) {}

    private final SyslogListener listener;
    private final DatagramSocket socket;
    private final long maxQueuedBytes;
    private final AtomicLong queuedBytes = new AtomicLong();
    private final BlockingQueue<Datagram> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final Counter dropped;
    private final MessageRound round;
    private final Thread receiver;
    private final Thread worker;

    UdpListener(
            SyslogListener listener,
            String address,
            long maxQueuedBytes,
            InsertService inserts,
            CountDownLatch stopping,
            Counter dropped)
            throws IOException {
        this.listener = listener;
        this.maxQueuedBytes = maxQueuedBytes;
        this.dropped = dropped;
        this.round = new MessageRound(listener, inserts, stopping);
        this.socket = new DatagramSocket(null);
        try {
            socket.setReceiveBufferSize(SOCKET_BUFFER);
            socket.bind(new InetSocketAddress(address, listener.port()));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        // A platform thread: it must get the processor at once, whatever the virtual threads are at.
        receiver = Thread.ofPlatform()
                .daemon()
                .name("syslog-udp-" + listener.name())
                .start(this::receive);
        worker = Thread.ofVirtual().name("syslog-udp-" + listener.name()).start(this::work);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void receive() {
        DatagramPacket packet = new DatagramPacket(new byte[MAX_DATAGRAM], MAX_DATAGRAM);
        while (!socket.isClosed()) {
            try {
                socket.receive(packet);
                offer(packet);
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    LOG.warnf(e, "syslog-receive-failed listener=%s", listener.name());
                }
            }
        }
    }

    private void offer(DatagramPacket packet) {
        int length = packet.getLength();
        if (queuedBytes.addAndGet(length) > maxQueuedBytes) {
            queuedBytes.addAndGet(-length);
            dropped.increment();
            return;
        }
        byte[] bytes = Arrays.copyOf(packet.getData(), length);
        byte[] remoteIp = TcpListener.remoteIp(listener, packet.getAddress());
        if (!queue.offer(new Datagram(bytes, remoteIp))) {
            queuedBytes.addAndGet(-length);
            dropped.increment();
        }
    }

    /** Works until the socket is closed and the queue is empty. */
    private void work() {
        try {
            while (true) {
                Datagram datagram = queue.poll();
                if (datagram == null) {
                    round.flush();
                    datagram = queue.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
                }
                if (datagram != null) {
                    queuedBytes.addAndGet(-datagram.bytes.length);
                    read(datagram);
                } else if (!receiver.isAlive()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(Datagram datagram) {
        try {
            FrameReader frames = new FrameReader(
                    listener.compression().decode(new ByteArrayInputStream(datagram.bytes)),
                    listener.maxMessageBytes());
            for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
                round.add(frame, frames.tooLong(), datagram.remoteIp);
            }
        } catch (IOException e) {
            dropped.increment();
            LOG.debugf(e, "syslog-bad-datagram listener=%s bytes=%d", listener.name(), datagram.bytes.length);
        }
    }

    @Override
    public void close() {
        socket.close();
    }

    /** Waits until what was received is passed on. */
    void join(Duration longest) throws InterruptedException {
        worker.join(longest);
    }
}
