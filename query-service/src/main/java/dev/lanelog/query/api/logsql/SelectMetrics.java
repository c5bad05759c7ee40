package dev.lanelog.query.api.logsql;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** What is counted about requests. */
final class SelectMetrics {
    private final MeterRegistry registry;

    SelectMetrics(MeterRegistry registry, Admission queries, Admission tails, QueryRuns runs) {
        this.registry = registry;
        Gauge.builder("lanelog_query_running", queries, Admission::running)
                .strongReference(true)
                .register(registry);
        Gauge.builder("lanelog_query_waiting", queries, Admission::waiting)
                .strongReference(true)
                .register(registry);
        Gauge.builder("lanelog_query_tails", tails, Admission::running)
                .strongReference(true)
                .register(registry);
        FunctionCounter.builder("lanelog_query_refused", queries, Admission::refused)
                .register(registry);
        FunctionCounter.builder("lanelog_query_corrupt_pages", runs, QueryRuns::corruptPages)
                .register(registry);
        FunctionCounter.builder("lanelog_query_partial_answers", runs, QueryRuns::partialAnswers)
                .register(registry);
    }

    /**
     * @param outcome an HTTP status, {@code cancelled} or {@code cut}
     */
    void answered(String path, String outcome, long durationNs) {
        Timer.builder("lanelog_query_requests")
                .tag("path", path)
                .tag("outcome", outcome)
                .register(registry)
                .record(durationNs, TimeUnit.NANOSECONDS);
    }
}
