package dev.lanelog.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Numbered logs of the OpenTelemetry Java SDK, as applications send them, and the questions for them. */
final class SdkLogs {
    static final int LOGS = 10_000;

    private SdkLogs() {}

    /** Sends {@link #LOGS} logs of a service and shuts the SDK down. */
    static void emit(LogRecordExporter exporter, String service) {
        SdkLoggerProvider provider = SdkLoggerProvider.builder()
                .setResource(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), service)))
                .addLogRecordProcessor(BatchLogRecordProcessor.builder(exporter)
                        .setMaxQueueSize(2 * LOGS)
                        .setScheduleDelay(Duration.ofMillis(50))
                        .build())
                .build();
        Logger logger = provider.get("dev.lanelog.compat");
        for (int n = 0; n < LOGS; n++) {
            logger.logRecordBuilder()
                    .setSeverity(Severity.INFO)
                    .setSeverityText("INFO")
                    .setBody("order " + n + " placed")
                    .setAttribute(AttributeKey.longKey("n"), (long) n)
                    .emit();
        }
        assertTrue(
                provider.forceFlush().join(60, TimeUnit.SECONDS).isSuccess(),
                "the SDK reports that its logs were taken");
        provider.shutdown().join(10, TimeUnit.SECONDS);
    }

    /** Each log can be queried back, once. */
    static void assertEachOnce(String base, String service, Duration limit) {
        String filter = "service.name:=" + service;
        Await.until("all logs visible", limit, () -> Rows.count(base, filter) >= LOGS);
        Map<String, Integer> seen = Rows.occurrences(base, filter, "n");
        assertEquals(LOGS, seen.size());
        assertTrue(seen.values().stream().allMatch(times -> times == 1));
    }
}
