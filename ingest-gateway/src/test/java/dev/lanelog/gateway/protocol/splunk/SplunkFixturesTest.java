package dev.lanelog.gateway.protocol.splunk;

import dev.lanelog.gateway.http.FixtureReplay;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplunkFixturesTest {
    private static final FixtureReplay REPLAY = new FixtureReplay(
            (maxLine, limits) -> List.of(new EventHandler(maxLine, limits.maxNameBytes()), new RawHandler(maxLine)));

    @Test
    void recordedRequestsBecomeTheRecordedRows() {
        REPLAY.check("splunk");
    }

    @Test
    void noBytesBreakTheParser() {
        REPLAY.fuzz("splunk");
    }
}
