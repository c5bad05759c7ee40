package dev.lanelog.indexer.replay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Between two looks at how far a replay is. */
final class Pause {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Pause() {}

    static void of(Duration duration) throws InterruptedException {
        var unused = NEVER.await(duration.toMillis(), TimeUnit.MILLISECONDS);
    }
}
