package dev.lanelog.gateway.protocol.journald;

import dev.lanelog.gateway.http.FixtureReplay;
import java.util.List;
import org.junit.jupiter.api.Test;

class JournaldFixturesTest {
    private static final FixtureReplay REPLAY =
            new FixtureReplay((maxLine, limits) -> List.of(new JournaldHandler(limits.maxRowBytes(), false)));

    @Test
    void recordedRequestsBecomeTheRecordedRows() {
        REPLAY.check("journald");
    }

    @Test
    void noBytesBreakTheParser() {
        REPLAY.fuzz("journald");
    }
}
