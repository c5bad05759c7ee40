package dev.lanelog.gateway.protocol.datadog;

import dev.lanelog.gateway.http.FixtureReplay;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatadogFixturesTest {
    private static final FixtureReplay REPLAY =
            new FixtureReplay((maxLine, limits) -> List.of(new DatadogHandler(limits.maxNameBytes())));

    @Test
    void recordedRequestsBecomeTheRecordedRows() {
        REPLAY.check("datadog");
    }

    @Test
    void noBytesBreakTheParser() {
        REPLAY.fuzz("datadog");
    }
}
