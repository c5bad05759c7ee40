package dev.lanelog.gateway.protocol.loki;

import dev.lanelog.gateway.http.FixtureReplay;
import java.util.List;
import org.junit.jupiter.api.Test;

class LokiFixturesTest {
    @Test
    void recordedRequestsBecomeTheRecordedRows() {
        FixtureReplay replay = new FixtureReplay((maxLine, limits) -> List.of(new LokiHandler(limits.maxNameBytes())));
        replay.check("loki");
    }
}
