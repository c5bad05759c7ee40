package dev.lanelog.gateway.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LineSplitterTest {
    /** Whatever pieces the bytes come in, the lines are the same; long ones only keep their start. */
    @Property(tries = 500)
    void cutsAtEveryLineEnd(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        List<String> want = new ArrayList<>();
        StringBuilder all = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
            String line = "x".repeat(random.nextInt(4) == 0 ? 990 + random.nextInt(3000) : random.nextInt(50));
            want.add(line.length() >= 1000 ? "too long" : line);
            all.append(line).append('\n');
        }
        if (random.nextBoolean()) {
            all.append("no end");
            want.add("no end");
        }
        InputStream drip = new ByteArrayInputStream(all.toString().getBytes(StandardCharsets.US_ASCII)) {
            @Override
            public synchronized int read(byte[] into, int off, int len) {
                return super.read(into, off, Math.min(len, 1 + random.nextInt(700)));
            }
        };
        LineSplitter lines = new LineSplitter(drip, 1000);
        List<String> got = new ArrayList<>();
        while (lines.next()) {
            got.add(
                    lines.tooLong()
                            ? "too long"
                            : new String(lines.data(), lines.offset(), lines.length(), StandardCharsets.US_ASCII));
            assertEquals(got.size(), lines.number());
        }
        assertEquals(want, got, "seed " + seed);
    }
}
