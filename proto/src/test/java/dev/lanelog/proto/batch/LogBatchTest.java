package dev.lanelog.proto.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LogBatchTest {
    private static byte[] b(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }

    private static void field(LogBatchBuilder builder, String name, byte[] value) {
        byte[] n = b(name);
        builder.field(n, 0, n.length, value, 0, value.length);
    }

    /** Rows as maps, empty values left out. */
    static List<Map<String, String>> rows(LogBatch batch) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (int r = 0; r < batch.rows(); r++) {
            Map<String, String> row = new TreeMap<>();
            for (BatchColumn column : batch.columns()) {
                String value = switch (column) {
                    case BatchColumn.DictionaryColumn d ->
                        text(d.arena(), d.offsets()[d.ids()[r]], d.offsets()[d.ids()[r] + 1]);
                    case BatchColumn.PlainColumn p -> text(p.arena(), p.offsets()[r], p.offsets()[r + 1]);
                };
                if (!value.isEmpty()) {
                    row.put(column.name(), value);
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private static String text(byte[] arena, int from, int to) {
        return new String(arena, from, to - from, StandardCharsets.ISO_8859_1);
    }

    @Property(tries = 300)
    void decodesWhatWasBuilt(@ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int count)
            throws CorruptBatchException {
        Random random = new Random(seed);
        LogBatchBuilder builder = new LogBatchBuilder(LogBatch.MAX_ROWS, 1 << 20);
        // Twice: what a builder keeps from the first batch must not leak into the second.
        for (int round = 0; round < 2; round++) {
            builder.tenant(random.nextInt(), random.nextInt());
            long step = new long[] {0, 1, 1000, 1_000_000, 1_000_000_000L, Long.MAX_VALUE / 3}[random.nextInt(6)];
            long[] times = new long[count];
            List<Map<String, String>> expected = new ArrayList<>();
            for (int r = 0; r < count; r++) {
                times[r] = random.nextInt(20) * step - step;
                builder.startRow(times[r]);
                Map<String, String> row = new TreeMap<>();
                for (int c = 0; c < 6; c++) {
                    if (random.nextInt(4) > 0) {
                        byte[] value = value(random, c);
                        field(builder, "f" + c, value);
                        if (value.length > 0) {
                            row.put("f" + c, new String(value, StandardCharsets.ISO_8859_1));
                        }
                    }
                }
                builder.endRow();
                expected.add(row);
            }
            LogBatch batch = LogBatch.decode(builder.finish());
            assertArrayEquals(times, batch.timesNs(), "seed " + seed);
            assertEquals(expected, rows(batch), "seed " + seed);
        }
    }

    private static byte[] value(Random random, int column) {
        return switch (column) {
            case 0 -> b("v" + random.nextInt(3));
            case 1 -> b(HexFormat.of().toHexDigits(random.nextLong()));
            case 2 -> {
                byte[] raw = new byte[random.nextInt(300)];
                random.nextBytes(raw);
                yield raw;
            }
            case 3 -> b(Integer.toString(random.nextInt()));
            case 4 -> b("constant");
            default -> random.nextInt(50) == 0 ? new byte[70_000] : new byte[0];
        };
    }

    @Test
    void idsBecomePlainAndLevelsStayADictionary() throws CorruptBatchException {
        LogBatchBuilder builder = new LogBatchBuilder(4096, 1 << 20);
        Random random = new Random(1);
        for (int round = 0; round < 3; round++) {
            for (int r = 0; r < 2000; r++) {
                builder.startRow(r);
                field(builder, "level", b(r % 7 == 0 ? "error" : "info"));
                field(builder, "trace", b(HexFormat.of().toHexDigits(random.nextLong())));
                builder.endRow();
            }
            byte[] value = builder.finish();
            assertTrue(value.length < 2000 * 11, "hex ids take 8 bytes a row and times 2, got " + value.length);
            LogBatch batch = LogBatch.decode(value);
            assertInstanceOf(BatchColumn.DictionaryColumn.class, batch.columns().get(0));
            assertInstanceOf(BatchColumn.PlainColumn.class, batch.columns().get(1));
        }
    }

    /** The body grows in the middle of a hex column: the case that once wrote into the array it had just replaced. */
    @Test
    void hexColumnsOfEverySizeFindRoom() throws CorruptBatchException {
        Random random = new Random(2);
        for (int count = 1; count <= 4096; count *= 2) {
            LogBatchBuilder builder = new LogBatchBuilder(4096, 1 << 20);
            for (int r = 0; r < count; r++) {
                builder.startRow(r);
                field(builder, "_msg", new byte[300]);
                field(builder, "id", b(HexFormat.of().toHexDigits(random.nextLong())));
                field(
                        builder,
                        "wide",
                        b(HexFormat.of().toHexDigits(random.nextLong()).repeat(8)));
                builder.endRow();
            }
            assertEquals(count, LogBatch.decode(builder.finish()).rows());
        }
    }

    /** The checked-in file holds the format: if this fails, the version must be raised. */
    @Test
    void goldenFileStaysAsItIs() throws Exception {
        byte[] golden;
        try (var in = LogBatchTest.class.getResourceAsStream("/batch/v1.hex")) {
            golden = HexFormat.of()
                    .parseHex(new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", ""));
        }
        LogBatchBuilder builder = new LogBatchBuilder(16, 1 << 16);
        builder.tenant(7, -1);
        for (int r = 0; r < 3; r++) {
            builder.startRow(1_700_000_000_000_000_000L + r * 1_000_000L);
            field(builder, LogBatch.STREAM, b("{app=\"x\"}"));
            field(builder, "_msg", b("message " + r));
            if (r == 1) {
                field(builder, "only.one", b("é"));
            }
            builder.endRow();
        }
        assertEquals(HexFormat.of().formatHex(golden), HexFormat.of().formatHex(builder.finish()));
        LogBatch batch = LogBatch.decode(golden);
        assertEquals(7, batch.accountId());
        assertEquals(-1, batch.projectId());
        assertEquals("message 2", rows(batch).get(2).get("_msg"));
    }

    private static byte[] sample() {
        LogBatchBuilder builder = new LogBatchBuilder(4096, 1 << 20);
        Random random = new Random(5);
        for (int r = 0; r < 150; r++) {
            builder.startRow(r * 1000L);
            field(builder, "level", b("l" + r % 3));
            field(builder, "id", b(HexFormat.of().toHexDigits(random.nextLong())));
            field(builder, "text", b("t".repeat(random.nextInt(9)) + r));
            builder.endRow();
        }
        return builder.finish();
    }

    @Test
    void everyFlippedBitIsNoticed() {
        byte[] value = sample();
        for (int i = 0; i < value.length * 8; i++) {
            byte[] bad = value.clone();
            bad[i / 8] ^= (byte) (1 << i % 8);
            assertThrows(CorruptBatchException.class, () -> LogBatch.decode(bad), "bit " + i);
        }
        for (int n = 0; n < value.length; n++) {
            byte[] cut = java.util.Arrays.copyOf(value, n);
            assertThrows(CorruptBatchException.class, () -> LogBatch.decode(cut), "cut at " + n);
        }
    }

    /** A body that lies with a correct checksum: only the named exception, never a huge allocation or an index error. */
    @Property(tries = 3000)
    void lyingBodiesAreRefusedOrDecoded(@ForAll long seed) {
        byte[] value = stored(sample());
        Random random = new Random(seed);
        for (int i = 0; i <= random.nextInt(4); i++) {
            int at = random.nextInt(8) == 0 ? 16 + random.nextInt(4) : 32 + random.nextInt(value.length - 32);
            value[at] = (byte) (random.nextBoolean() ? random.nextInt() : 0xFF);
        }
        reseal(value);
        try {
            LogBatch batch = LogBatch.decode(value);
            assertEquals(batch.rows(), rows(batch).size());
        } catch (CorruptBatchException expected) {
            assertNotNull(expected.getMessage(), "seed " + seed);
        }
    }

    /** The same batch with an uncompressed body. */
    private static byte[] stored(byte[] value) {
        int body = LittleEndian.i32(value, 20);
        byte[] out = new byte[BatchFormat.HEADER_BYTES + body];
        System.arraycopy(value, 0, out, 0, BatchFormat.HEADER_BYTES);
        com.github.luben.zstd.Zstd.decompressByteArray(out, 32, body, value, 32, value.length - 32);
        LittleEndian.putI32(out, 4, BatchFormat.CODEC_NONE);
        LittleEndian.putI32(out, 24, body);
        reseal(out);
        return out;
    }

    private static void reseal(byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value, 0, BatchFormat.CRC_AT);
        crc.update(value, BatchFormat.HEADER_BYTES, value.length - BatchFormat.HEADER_BYTES);
        LittleEndian.putI32(value, BatchFormat.CRC_AT, (int) crc.getValue());
    }

    @Test
    void inventedFieldNamesEndABatchEarly() throws CorruptBatchException {
        LogBatchBuilder builder = new LogBatchBuilder(LogBatch.MAX_ROWS, 1 << 30);
        int next = 0;
        int batches = 0;
        for (int r = 0; r < 20_000; r++) {
            builder.startRow(r);
            for (int c = 0; c < 4; c++) {
                field(builder, "invented" + next++, b("x"));
            }
            builder.endRow();
            if (builder.isFull()) {
                assertTrue(builder.rows() < 3000, "rows " + builder.rows());
                LogBatch.decode(builder.finish());
                builder.forgetColumns();
                batches++;
            }
        }
        assertTrue(batches > 5, "batches " + batches);
    }

    @Test
    void aFieldTwiceInARowIsRefused() {
        LogBatchBuilder builder = new LogBatchBuilder(16, 1 << 16);
        builder.startRow(0);
        field(builder, "a", b("1"));
        assertThrows(IllegalArgumentException.class, () -> field(builder, "a", b("2")));
    }

    @Test
    void brokenUtf8NamesAreRefused() {
        LogBatchBuilder builder = new LogBatchBuilder(16, 1 << 16);
        assertThrows(IllegalArgumentException.class, () -> builder.column(new byte[] {(byte) 0xFF}, 0, 1));
    }
}
