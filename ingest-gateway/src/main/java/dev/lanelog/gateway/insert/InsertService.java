package dev.lanelog.gateway.insert;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.kafka.BatchProducer;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import dev.lanelog.gateway.row.RowAssembler;
import dev.lanelog.gateway.row.RowLimits;
import dev.lanelog.proto.batch.LogBatchBuilder;
import dev.lanelog.proto.ops.OpsRoutes;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes inserts of all protocols. {@link #insert} blocks until Kafka has acknowledged the rows or it is known that it will
 * not, so it belongs on a virtual thread, never on an event loop.
 */
@ApplicationScoped
public class InsertService {
    private static final Logger LOG = Logger.getLogger(InsertService.class);
    private static final int POOLED_BUILDERS = 16;
    private static final int MAX_POOLED_COLUMNS = 512;

    private final GatewayConfig config;
    private final BatchProducer producer;
    private final MeterRegistry metrics;
    private final OpsRoutes ops;
    private final RowLimits limits;
    private final ByteBudget budget;
    private final InstantSource clock = InstantSource.system();
    private final BlockingQueue<LogBatchBuilder> builders = new ArrayBlockingQueue<>(POOLED_BUILDERS);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private int active;
    private boolean draining;

    @Inject
    public InsertService(GatewayConfig config, BatchProducer producer, MeterRegistry metrics, OpsRoutes ops) {
        this.config = config;
        this.producer = producer;
        this.metrics = metrics;
        this.ops = ops;
        this.limits = config.rows().limits();
        this.budget = new ByteBudget(config.inFlightBytes().asLongValue());
        metrics.gauge("lanelog_gateway_in_flight_bytes", budget, ByteBudget::used);
    }

    /** The bytes that requests may hold; take a lease before reading a body. */
    public ByteBudget budget() {
        return budget;
    }

    /** Bounds of rows, for protocols that apply one while they parse. */
    public RowLimits limits() {
        return limits;
    }

    /**
     * Takes the rows of one request.
     *
     * @param protocol for metrics and logs
     * @param requestId idempotency key of the sender; null if it gave none
     * @param source hands the rows on; is not called when the service stops or Kafka is known to be away
     */
    public InsertOutcome insert(String protocol, RequestOptions options, @Nullable String requestId, RowSource source) {
        String refusal = enter();
        if (refusal != null) {
            return refused(refusal);
        }
        try {
            String away = producer.unavailable();
            if (away != null) {
                return refused(away);
            }
            InsertRun run = new InsertRun(
                    options,
                    limits,
                    clock,
                    builder(),
                    this::giveBack,
                    producer.open(options.accountId(), options.projectId(), requestId));
            InsertOutcome outcome = run.run(source);
            count(protocol, run.rows(), outcome);
            return outcome;
        } finally {
            leave();
        }
    }

    private static InsertOutcome refused(String why) {
        return new InsertOutcome(0, 0, 0, List.of(), new InsertOutcome.Failure(503, why, InsertRun.RETRY_SECONDS));
    }

    private @Nullable String enter() {
        lock.lock();
        try {
            if (draining) {
                return "the gateway is stopping";
            }
            active++;
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            if (--active == 0) {
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private LogBatchBuilder builder() {
        LogBatchBuilder pooled = builders.poll();
        return pooled != null
                ? pooled
                : new LogBatchBuilder(
                        config.batch().rows(),
                        Math.toIntExact(config.batch().bytes().asLongValue()));
    }

    private void giveBack(LogBatchBuilder builder) {
        if (builder.columns() > MAX_POOLED_COLUMNS) {
            builder.forgetColumns();
        }
        // A full pool means that this one is not needed any more.
        boolean pooled = builders.offer(builder);
        if (!pooled) {
            LOG.trace("builder dropped");
        }
    }

    private void count(String protocol, RowAssembler rows, InsertOutcome outcome) {
        metrics.counter("lanelog_gateway_rows_total", "protocol", protocol).increment(outcome.kept() - rows.debugged());
        for (Reason reason : Reason.values()) {
            long dropped = rows.dropped(reason);
            if (dropped > 0) {
                metrics.counter("lanelog_gateway_rows_dropped_total", "reason", reason.label())
                        .increment(dropped);
            }
        }
    }

    /** Stops taking inserts, waits for those under way, then lets the producer end. */
    void stop(@Observes @Priority(10) ShutdownEvent event) {
        ops.startDrain();
        boolean quiet = drain(config.drainTimeout());
        LOG.infof("gateway-stop drained=%b", quiet);
        producer.close();
    }

    private boolean drain(Duration longest) {
        lock.lock();
        try {
            draining = true;
            long left = longest.toNanos();
            while (active > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
            return active == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Whether inserts are taken, for the health check; null if so, else why not. */
    public @Nullable String unavailable() {
        lock.lock();
        try {
            if (draining) {
                return "the gateway is stopping";
            }
        } finally {
            lock.unlock();
        }
        return producer.unavailable();
    }

    /** How long a request took, all in all. */
    public void timed(String protocol, int status, long nanos) {
        metrics.timer("lanelog_gateway_request", "protocol", protocol, "status", Integer.toString(status))
                .record(nanos, TimeUnit.NANOSECONDS);
    }
}
