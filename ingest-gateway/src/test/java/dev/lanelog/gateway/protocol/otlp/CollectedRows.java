package dev.lanelog.gateway.protocol.otlp;

import dev.lanelog.gateway.row.BatchOutput;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.RequestOptions;
import dev.lanelog.gateway.row.RowAssembler;
import dev.lanelog.gateway.row.RowLimits;
import dev.lanelog.proto.batch.BatchColumn;
import dev.lanelog.proto.batch.CorruptBatchException;
import dev.lanelog.proto.batch.LogBatch;
import dev.lanelog.proto.batch.LogBatchBuilder;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A sink with the real rules, and the rows that it put into batches, as text. */
public final class CollectedRows implements BatchOutput {
    public static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

    private final List<byte[]> batches = new ArrayList<>();
    final RowAssembler sink;

    public CollectedRows(RequestOptions options) {
        this(options, RowLimits.DEFAULT);
    }

    CollectedRows(RequestOptions options, RowLimits limits) {
        sink = new RowAssembler(options, limits, InstantSource.fixed(NOW), new LogBatchBuilder(1000, 1 << 20), this);
    }

    /** The real rules, ending here. */
    public FieldSink sink() {
        return sink;
    }

    @Override
    public void batch(byte[] value, int rows) {
        batches.add(value);
    }

    /** All rows so far, fields by name; {@code _time} in RFC 3339, with {@code <now>} for the clock's own. */
    public List<Map<String, String>> rows() {
        sink.finish();
        List<Map<String, String>> rows = new ArrayList<>();
        for (byte[] value : batches) {
            rows.addAll(decode(value));
        }
        return rows;
    }

    public static List<Map<String, String>> decode(byte[] value) {
        LogBatch batch;
        try {
            batch = LogBatch.decode(value);
        } catch (CorruptBatchException e) {
            throw new AssertionError(e);
        }
        List<Map<String, String>> rows = new ArrayList<>();
        for (int i = 0; i < batch.rows(); i++) {
            Map<String, String> row = new TreeMap<>();
            row.put("_time", time(batch.timesNs()[i]));
            for (BatchColumn column : batch.columns()) {
                String text = switch (column) {
                    case BatchColumn.DictionaryColumn d -> text(d.arena(), d.offsets(), d.ids()[i]);
                    case BatchColumn.PlainColumn p -> text(p.arena(), p.offsets(), i);
                };
                if (!text.isEmpty()) {
                    row.put(column.name(), text);
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private static String time(long ns) {
        Instant time = Instant.ofEpochSecond(0, ns);
        if (!time.isBefore(NOW) && time.isBefore(NOW.plusNanos(1000))) {
            return "<now>";
        }
        String text = time.toString();
        // Fractions are printed without trailing zeros.
        return text.contains(".") ? text.replaceFirst("0*Z$", "Z") : text;
    }

    private static String text(byte[] arena, int[] offsets, int i) {
        return lenient(ByteBuffer.wrap(arena, offsets[i], offsets[i + 1] - offsets[i]));
    }

    /** Bytes that are not UTF-8 become U+DC80 to U+DCFF, as in the recorded rows. */
    static String lenient(ByteBuffer bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        StringBuilder text = new StringBuilder();
        java.nio.CharBuffer out = java.nio.CharBuffer.allocate(bytes.remaining() + 1);
        while (true) {
            CoderResult result = decoder.decode(bytes, out, true);
            text.append(out.flip());
            out.clear();
            if (result.isUnderflow()) {
                return text.toString();
            }
            if (!result.isMalformed()) {
                throw unexpected(result);
            }
            for (int i = 0; i < result.length(); i++) {
                text.append((char) (0xdc00 | bytes.get() & 0xff));
            }
        }
    }

    private static UncheckedIOException unexpected(CoderResult result) {
        return new UncheckedIOException(new CharacterCodingException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                return result.toString();
            }
        });
    }
}
