package dev.lanelog.gateway.protocol.syslog;

import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.insert.InsertService;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Reason;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Messages that were read and are not in Kafka yet. Syslog has no answers, so what Kafka does not take now is tried again
 * until it does; whoever fills the round waits as long and reads nothing. Not thread-safe.
 */
final class MessageRound {
    private static final Logger LOG = Logger.getLogger(MessageRound.class);
    private static final String PROTOCOL = "syslog";
    private static final int MAX_MESSAGES = 4096;
    private static final int MAX_BYTES = 256 << 10;

    private record Message(byte[] bytes, boolean tooLong, byte @Nullable [] remoteIp) {}

    private final SyslogListener listener;
    private final InsertService inserts;
    private final CountDownLatch stopping;
    private final SyslogParser parser;
    private final List<Message> messages = new ArrayList<>();
    private final BitSet accepted = new BitSet();
    private long bytes;
    private long first = 1;

    /** @param stopping once it is open, messages that Kafka does not take are given up */
    MessageRound(SyslogListener listener, InsertService inserts, CountDownLatch stopping) {
        this.listener = listener;
        this.inserts = inserts;
        this.stopping = stopping;
        this.parser = new SyslogParser(
                InstantSource.system(),
                listener.zone(),
                listener.ownTime(),
                inserts.limits().maxNameBytes());
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Adds a message, and makes room if there is none left. */
    void add(byte[] message, boolean tooLong, byte @Nullable [] remoteIp) {
        messages.add(new Message(message, tooLong, remoteIp));
        bytes += message.length;
        if (messages.size() >= MAX_MESSAGES || bytes >= MAX_BYTES) {
            flush();
        }
    }

    /** Returns when Kafka has all messages, or when they had to be given up. */
    void flush() {
        while (!messages.isEmpty()) {
            accepted.clear();
            InsertOutcome outcome = inserts.insert(PROTOCOL, listener.options(), null, this::rows);
            InsertOutcome.Failure failure = outcome.failure();
            if (failure == null) {
                forget(messages.size());
            } else {
                forget(messagesOf(outcome.kept()));
                await(failure);
            }
        }
    }

    private void rows(FieldSink sink) {
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.tooLong) {
                sink.startRow(first + i);
                sink.rejectRow(Reason.LINE_TOO_LONG, "a message of more than " + listener.maxMessageBytes() + " bytes");
            } else if (parser.row(message.bytes, first + i, message.remoteIp, sink)) {
                accepted.set(i);
            }
        }
    }

    /** How many messages are done with when Kafka has the first {@code kept} of the accepted ones. */
    private int messagesOf(long kept) {
        int done = 0;
        for (long left = kept; left > 0; left--) {
            done = accepted.nextSetBit(done) + 1;
        }
        return done;
    }

    private void forget(int count) {
        messages.subList(0, count).clear();
        first += count;
        bytes = 0;
        for (Message message : messages) {
            bytes += message.bytes.length;
        }
    }

    private void await(InsertOutcome.Failure failure) {
        boolean stopped = true;
        try {
            stopped = stopping.await(Math.max(1, failure.retryAfterSeconds()), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (stopped || !failure.retryable()) {
            LOG.warnf(
                    "syslog-lost listener=%s messages=%d reason=\"%s\"",
                    listener.name(), messages.size(), failure.message());
            forget(messages.size());
        }
    }
}
