package dev.lanelog.gateway.protocol.journald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.gateway.http.Trickle;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.insert.TestInserts;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ExportReaderTest {
    private static final RequestOptions OPTIONS = RequestOptions.DEFAULT.withTimeFields(List.of());
    private static final TimeFields TIMES = new TimeFields(List.of("__REALTIME_TIMESTAMP"));

    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private TestInserts rows = new TestInserts();

    private InsertOutcome read(InputStream in, int maxEntry, boolean metadata) {
        return rows.insert(OPTIONS, sink -> new ExportReader(in, maxEntry, TIMES, metadata).read(sink));
    }

    private InsertOutcome readAll(int maxEntry) {
        return read(new Trickle(stream.toByteArray(), () -> 1 << 16), maxEntry, false);
    }

    private void text(String name, String value) {
        stream.writeBytes((name + "=" + value + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private void sized(String name, byte[] value) {
        stream.writeBytes((name + "\n").getBytes(StandardCharsets.US_ASCII));
        stream.writeBytes(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value.length)
                .array());
        stream.writeBytes(value);
        stream.write('\n');
    }

    @Test
    void entriesAreTheSameHoweverTheStreamIsSplit() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            stream.reset();
            rows = new TestInserts();
            List<Map<String, String>> want = new ArrayList<>();
            for (int entry = random.nextInt(5); entry >= 0; entry--) {
                want.add(randomEntry(random));
            }
            int size = 1 + run % 7;
            InsertOutcome outcome = read(new Trickle(stream.toByteArray(), () -> size), 1 << 20, false);
            List<Map<String, String>> got = new ArrayList<>();
            for (TestInserts.Row row : rows.rows()) {
                Map<String, String> fields = new TreeMap<>(row.fields());
                fields.remove("_stream");
                fields.put("time", Long.toString(row.timeNs()));
                got.add(fields);
            }
            assertTrue(outcome.clean(), () -> "seed " + seed + ": " + outcome);
            assertEquals(want, got, "seed " + seed);
        }
    }

    private Map<String, String> randomEntry(Random random) {
        Map<String, String> want = new TreeMap<>();
        long us = 1_768_471_200_000_000L + random.nextInt(1_000_000);
        text("__REALTIME_TIMESTAMP", Long.toString(us));
        text("__CURSOR", "s=1;i=" + random.nextInt());
        want.put("time", Long.toString(us * 1000));
        want.put("_msg", "m");
        text("MESSAGE", "m");
        for (int i = random.nextInt(6); i > 0; i--) {
            String name = "F" + random.nextInt(4);
            byte[] value = new byte[random.nextInt(200)];
            random.nextBytes(value);
            if (random.nextBoolean()) {
                sized(name, value);
            } else {
                for (int b = 0; b < value.length; b++) {
                    value[b] = value[b] == '\n' ? (byte) '=' : value[b];
                }
                text(name, new String(value, StandardCharsets.ISO_8859_1));
            }
            if (value.length > 0) {
                want.putIfAbsent(name, new String(value, StandardCharsets.ISO_8859_1));
            }
        }
        stream.write('\n');
        return want;
    }

    @Test
    void entryThatIsTooLargeCostsOnlyItself() {
        byte[] large = new byte[5000];
        Arrays.fill(large, (byte) '\n');
        for (int i = 0; i < 2; i++) {
            text("MESSAGE", "good");
            stream.write('\n');
            text("MESSAGE", "lost");
            sized("LARGE", large);
            sized("AGAIN", large);
            stream.write('\n');
            text("MESSAGE", "x".repeat(5000));
            text("A", "b");
            stream.write('\n');
        }
        text("MESSAGE", "last");
        InsertOutcome outcome = readAll(1000);
        assertEquals(
                List.of("good", "good", "last"),
                rows.rows().stream().map(row -> row.fields().get("_msg")).toList());
        assertEquals(4, outcome.rejected());
        assertEquals(Reason.ROW_TOO_LARGE, outcome.rejections().getFirst().reason());
        assertEquals(2, outcome.rejections().getFirst().position());
    }

    @Test
    void hugeSizeIsSkippedWithoutBeingHeld() {
        text("MESSAGE", "kept");
        stream.write('\n');
        stream.writeBytes("BIG\n".getBytes(StandardCharsets.US_ASCII));
        stream.writeBytes(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
        stream.writeBytes(new byte[100_000]);
        InsertOutcome outcome = readAll(1 << 20);
        assertEquals(1, outcome.kept());
        assertEquals(
                "the stream ends in the value of \"BIG\", which is to have 18446744073709551615 bytes",
                outcome.failure().message());
    }

    @Test
    void metadataIsKeptWhereItIsWanted() {
        text("__CURSOR", "s=1");
        text("__REALTIME_TIMESTAMP", "1768471200000000");
        text("MESSAGE", "m");
        read(new Trickle(stream.toByteArray(), () -> 3), 1000, true);
        assertEquals("s=1", rows.rows().getFirst().fields().get("__CURSOR"));
        assertEquals(1_768_471_200_000_000_000L, rows.rows().getFirst().timeNs());
    }
}
