package dev.lanelog.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.resources.Resource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The OpenTelemetry Java SDK as applications use it. */
class OpenTelemetryJavaSdkIT {
    private static final int LOGS = 10_000;

    @TempDir
    Path data;

    @Test
    void everyLogOfTheSdkOverHttpIsQueriedBackOnce() {
        try (Standalone standalone = Standalone.start(data)) {
            LogRecordExporter exporter = OtlpHttpLogRecordExporter.builder()
                    .setEndpoint(standalone.otlpHttp() + "/v1/logs")
                    .setTimeout(Duration.ofSeconds(30))
                    .build();
            emit(exporter);
            Await.until(
                    "all logs visible",
                    Duration.ofSeconds(10),
                    () -> Rows.count(standalone.base(), "service.name:=shop") >= LOGS);
            Map<String, Integer> seen = Rows.occurrences(standalone.base(), "service.name:=shop", "n");
            assertEquals(LOGS, seen.size());
            assertTrue(seen.values().stream().allMatch(times -> times == 1));
            String row = Rows.query(standalone.base(), "n:=4711");
            assertTrue(row.contains("\"_msg\":\"order 4711 placed\""), row);
            assertTrue(row.contains("\"_stream\":\"{") && row.contains("service.name=\\\"shop\\\""), row);
            assertTrue(row.contains("\"severity_text\":\"INFO\""), row);
        }
    }

    private static void emit(LogRecordExporter exporter) {
        SdkLoggerProvider provider = SdkLoggerProvider.builder()
                .setResource(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), "shop")))
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
}
