package dev.lanelog.compat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The OpenTelemetry Java SDK as applications use it. */
class OpenTelemetryJavaSdkIT {
    @TempDir
    Path data;

    @Test
    void everyLogOfTheSdkOverHttpIsQueriedBackOnce() {
        try (Standalone standalone = Standalone.start(data)) {
            LogRecordExporter exporter = OtlpHttpLogRecordExporter.builder()
                    .setEndpoint(standalone.otlpHttp() + "/v1/logs")
                    .setTimeout(Duration.ofSeconds(30))
                    .build();
            SdkLogs.emit(exporter, "shop");
            SdkLogs.assertEachOnce(standalone.base(), "shop", Duration.ofSeconds(10));
            String row = Rows.query(standalone.base(), "n:=4711");
            assertTrue(row.contains("\"_msg\":\"order 4711 placed\""), row);
            assertTrue(row.contains("\"_stream\":\"{") && row.contains("service.name=\\\"shop\\\""), row);
            assertTrue(row.contains("\"severity_text\":\"INFO\""), row);
        }
    }
}
