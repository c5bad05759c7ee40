package dev.lanelog.indexer.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReplayMeterTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void saysShareRateAndTimeLeftOfThisRun() {
        ReplayMeter meter = new ReplayMeter(5 * SECOND, 100, 400);
        meter.at(200, 400, 1_000_000);
        assertEquals("50.0 %, 1,000,000 rows, 100,000 rows/s, 20 s left", meter.line(15 * SECOND));
        assertEquals("1,000,000 rows in 10.0 s, 100,000 rows/s", meter.summary(15 * SECOND));
    }

    @Test
    void longTimesAreSaidInMinutesAndHours() {
        ReplayMeter meter = new ReplayMeter(0, 0, 1000);
        meter.at(100, 1000, 1);
        assertEquals("10.0 %, 1 rows, 0 rows/s, 1 min 30 s left", meter.line(10 * SECOND));
        meter.at(1, 1000, 1);
        assertEquals("0.1 %, 1 rows, 0 rows/s, 2 h 46 min left", meter.line(10 * SECOND));
    }

    @Test
    void nothingDoneYetHasNoTimeLeftAndAnEmptyLogIsDone() {
        assertEquals("0.0 %, 0 rows, 0 rows/s, unknown time left", new ReplayMeter(0, 0, 9).line(SECOND));
        assertEquals("100.0 %, 0 rows, 0 rows/s, unknown time left", new ReplayMeter(0, 0, 0).line(SECOND));
    }
}
