package dev.lanelog.query.engine.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TimestampWriterTest {
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @Test
    void writesWhatTimestampsWriteWhateverCameBefore() {
        Random random = new Random(SEED);
        TimestampWriter writer = new TimestampWriter();
        byte[] expected = new byte[Timestamps.MAX_BYTES];
        byte[] out = new byte[Timestamps.MAX_BYTES + 3];
        long time = 0;
        for (int i = 0; i < 100_000; i++) {
            time = switch (random.nextInt(6)) {
                case 0 -> random.nextLong();
                case 1 -> -random.nextLong(3_000_000_000L);
                case 2 -> time / 1000 * 1000;
                case 3 -> time / 1_000_000_000 * 1_000_000_000;
                default -> time + random.nextLong(400_000_000) - 200_000_000;
            };
            int length = Timestamps.write(time, expected, 0);
            int end = writer.write(time, out, 3);
            long at = time;
            assertEquals(
                    new String(expected, 0, length, StandardCharsets.ISO_8859_1),
                    new String(out, 3, end - 3, StandardCharsets.ISO_8859_1),
                    () -> at + ", seed " + SEED);
        }
    }
}
