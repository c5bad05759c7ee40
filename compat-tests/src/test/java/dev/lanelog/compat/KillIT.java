package dev.lanelog.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left after the process was killed, stopped or started again. */
class KillIT {
    private static final int ROWS = 200_000;
    private static final Duration VISIBLE = Duration.ofSeconds(60);

    @TempDir
    Path data;

    @Test
    void everyAcknowledgedRowSurvivesTwoKillsExactlyOnce() throws Exception {
        try (Standalone standalone = Standalone.start(data)) {
            NumberedSender sender = new NumberedSender(standalone.base(), ROWS, 4);
            Future<Void> sending = sender.start();
            for (int kill = 1; kill <= 2; kill++) {
                int mark = kill * ROWS / 3;
                Await.until(mark + " rows acknowledged", Duration.ofSeconds(120), () -> sender.acknowledged() >= mark);
                standalone.kill();
                standalone.start();
            }
            sending.get(180, TimeUnit.SECONDS);
            assertEachOnce(standalone.base(), sender.unanswered());

            // The same after a clean stop: nothing waits in memory for the next start.
            standalone.terminate();
            standalone.start();
            assertEachOnce(standalone.base(), sender.unanswered());
        }
    }

    private static void assertEachOnce(String base, BitSet unanswered) {
        Await.until("all rows visible", VISIBLE, () -> Rows.count(base, "app:=numbered") >= ROWS);
        Map<String, Integer> seen = Rows.occurrences(base, "app:=numbered", "n");
        int repeated = 0;
        for (int n = 0; n < ROWS; n++) {
            Integer times = seen.get(Integer.toString(n));
            assertTrue(times != null, "row " + n + " was acknowledged and is lost");
            if (times > 1) {
                assertTrue(unanswered.get(n), "row " + n + " is there " + times + " times, but was answered once");
                repeated++;
            }
        }
        assertEquals(ROWS, seen.size(), "numbers that nobody sent");
        System.out.printf(
                "%d rows, each there; %d of the %d rows in requests without an answer are there twice%n",
                ROWS, repeated, unanswered.cardinality());
    }

    @Test
    void nothingAcceptedIsLostByATermination() throws Exception {
        try (Standalone standalone = Standalone.start(data)) {
            NumberedSender sender = new NumberedSender(standalone.base(), 60_000, 4);
            Future<Void> sending = sender.start();
            Await.until("half acknowledged", Duration.ofSeconds(60), () -> sender.acknowledged() >= 30_000);
            standalone.terminate();
            standalone.start();
            sending.get(120, TimeUnit.SECONDS);
            Await.until("all rows visible", VISIBLE, () -> Rows.count(standalone.base(), "app:=numbered") >= 60_000);
            assertEquals(
                    60_000,
                    Rows.occurrences(standalone.base(), "app:=numbered", "n").size());
        }
    }
}
