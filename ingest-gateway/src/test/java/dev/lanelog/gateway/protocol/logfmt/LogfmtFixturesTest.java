package dev.lanelog.gateway.protocol.logfmt;

import dev.lanelog.gateway.http.FixtureReplay;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogfmtFixturesTest {
    private static final FixtureReplay REPLAY =
            new FixtureReplay((maxLine, limits) -> List.of(new LogfmtHandler(maxLine)));

    @Test
    void recordedRequestsBecomeTheRecordedRows() {
        REPLAY.check("logfmt");
    }

    @Test
    void noBytesBreakTheParser() {
        REPLAY.fuzz("logfmt");
    }
}
