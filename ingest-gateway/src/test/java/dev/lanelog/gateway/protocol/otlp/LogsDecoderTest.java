package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that no well-meaning sender makes. */
class LogsDecoderTest {
    static byte[] field(int number, byte[] value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        varint(out, number << 3 | 2);
        varint(out, value.length);
        out.writeBytes(value);
        return out.toByteArray();
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest > 0x7f) {
            out.write(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] record(String body) {
        return field(2, field(5, field(1, body.getBytes(UTF_8))));
    }

    private static CollectedRows read(byte[] request) throws BadRequestException {
        CollectedRows rows = new CollectedRows(RequestOptions.DEFAULT.withTimeFields(List.of()));
        OtlpRequests.readProtobuf(request, request.length, rows.sink);
        return rows;
    }

    private static List<String> messages(CollectedRows rows) {
        return rows.rows().stream().map(row -> row.get("_msg")).toList();
    }

    @Test
    void badRecordCostsOnlyItself() throws BadRequestException {
        byte[] bad = field(2, new byte[] {0x2a, 0x7f, 0x0a});
        CollectedRows rows = read(field(1, field(2, join(record("a"), bad, record("b")))));
        assertEquals(List.of("a", "b"), messages(rows));
        assertEquals(1, rows.sink.dropped(Reason.BAD_SYNTAX));
        assertEquals(2, rows.sink.rejections().getFirst().position());
    }

    @Test
    void lostFramingCostsTheRestOfTheMessageOnly() throws BadRequestException {
        byte[] lost = new byte[] {0x12, 0x7f};
        CollectedRows rows = read(join(field(1, field(2, join(record("a"), lost))), field(1, field(2, record("b")))));
        assertEquals(List.of("a", "b"), messages(rows));
        assertEquals(1, rows.sink.rejected());
    }

    @Test
    void truncatedRequestWithoutARecordIsRefused() {
        byte[] whole = field(1, field(2, record("a")));
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThrows(BadRequestException.class, () -> read(cut));
        }
    }

    @Test
    void emptyRequestIsNothingToDo() throws BadRequestException {
        assertEquals(List.of(), messages(read(new byte[0])));
    }

    @Test
    void lengthsAreNeverTrusted() {
        byte[] huge = {0x0a, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f, 1};
        byte[] negative = {
            0x0a,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            1
        };
        assertThrows(BadRequestException.class, () -> read(huge));
        assertThrows(BadRequestException.class, () -> read(negative));
    }

    @Test
    void deepNestingIsRejectedWithoutRecursion() throws BadRequestException {
        byte[] value = field(1, "x".getBytes(UTF_8));
        for (int i = 0; i < 5000; i++) {
            value = field(5, field(1, value));
        }
        CollectedRows rows = read(field(1, field(2, join(field(2, field(5, value)), record("b")))));
        assertEquals(List.of("b"), messages(rows));
        assertEquals(1, rows.sink.rejected());
    }

    @Test
    void longPrefixesDoNotUnfold() throws BadRequestException {
        // 64 KiB of key above 50,000 short keys would be 3 GB of names.
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        byte[] entry = field(1, join(field(1, "k".getBytes(UTF_8)), field(2, field(1, "v".getBytes(UTF_8)))));
        for (int i = 0; i < 50_000; i++) {
            list.writeBytes(entry);
        }
        byte[] attribute = join(field(1, "p".repeat(65_536).getBytes(UTF_8)), field(2, field(6, list.toByteArray())));
        CollectedRows rows = read(field(1, field(2, join(field(2, field(6, attribute)), record("b")))));
        assertEquals(List.of("b"), messages(rows));
        assertEquals(1, rows.sink.rejected());
    }

    @Test
    void resourceAttributeGivenTwiceIsOneLabel() throws BadRequestException {
        byte[] one = field(1, join(field(1, "dup".getBytes(UTF_8)), field(2, field(1, "1".getBytes(UTF_8)))));
        byte[] two = field(1, join(field(1, "dup".getBytes(UTF_8)), field(2, field(1, "2".getBytes(UTF_8)))));
        CollectedRows rows = read(field(1, join(field(1, join(one, two)), field(2, record("a")))));
        assertEquals("{dup=\"2\"}", rows.rows().getFirst().get("_stream"));
    }

    @Test
    void decoderKeepsNothingOfARequest() {
        LogsDecoder decoder = new LogsDecoder();
        byte[] attribute = join(field(1, "k".getBytes(UTF_8)), field(2, field(1, "v".getBytes(UTF_8))));
        CollectedRows first = new CollectedRows(RequestOptions.DEFAULT);
        byte[] request = field(1, join(field(1, field(1, attribute)), field(2, record("a"))));
        assertNull(decoder.decode(request, 0, request.length, SkippedRecords.NONE, first.sink));
        CollectedRows second = new CollectedRows(RequestOptions.DEFAULT);
        byte[] plain = field(1, field(2, record("b")));
        assertNull(decoder.decode(plain, 0, plain.length, SkippedRecords.NONE, second.sink));
        assertEquals("{}", second.rows().getFirst().get("_stream"));
        assertTrue(second.rows().getFirst().get("k") == null);
    }
}
