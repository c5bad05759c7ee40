package dev.lanelog.gateway.protocol.jsonline;

import dev.lanelog.gateway.http.FixtureReplay;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLineFixturesTest {
    @Test
    void recordedRequestsBecomeTheRecordedRows() {
        FixtureReplay replay =
                new FixtureReplay((maxLine, limits) -> List.of(new JsonLineHandler(maxLine, limits.maxNameBytes())));
        replay.check("jsonline");
    }
}
