package dev.lanelog.gateway.insert;

import dev.lanelog.gateway.row.AcknowledgedOutput;
import dev.lanelog.gateway.row.RequestOptions;
import dev.lanelog.gateway.row.RowLimits;
import dev.lanelog.proto.batch.BatchColumn;
import dev.lanelog.proto.batch.CorruptBatchException;
import dev.lanelog.proto.batch.LogBatch;
import dev.lanelog.proto.batch.LogBatchBuilder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs inserts as the service does, into a list of decoded rows instead of Kafka. */
public final class TestInserts implements AcknowledgedOutput {
    /** A decoded row. {@code fields} holds {@code _stream} too; values are ISO 8859-1 so that no byte is lost. */
    public record Row(long timeNs, int accountId, int projectId, Map<String, String> fields) {}

    private final RowLimits limits;
    private final InstantSource clock;
    private final int batchRows;
    private final List<Row> rows = new ArrayList<>();
    private int batches;

    public TestInserts(RowLimits limits, InstantSource clock, int batchRows) {
        this.limits = limits;
        this.clock = clock;
        this.batchRows = batchRows;
    }

    public TestInserts() {
        this(RowLimits.DEFAULT, InstantSource.system(), 4096);
    }

    public InsertOutcome insert(RequestOptions options, RowSource source) {
        LogBatchBuilder builder = new LogBatchBuilder(batchRows, 1 << 19);
        return new InsertRun(options, limits, clock, builder, b -> {}, this).run(source);
    }

    public List<Row> rows() {
        return rows;
    }

    public int batches() {
        return batches;
    }

    @Override
    public void batch(byte[] value, int count) {
        batches++;
        try {
            LogBatch batch = LogBatch.decode(value);
            for (int r = 0; r < batch.rows(); r++) {
                Map<String, String> fields = new TreeMap<>();
                for (BatchColumn column : batch.columns()) {
                    String text = switch (column) {
                        case BatchColumn.DictionaryColumn d ->
                            text(d.arena(), d.offsets()[d.ids()[r]], d.offsets()[d.ids()[r] + 1]);
                        case BatchColumn.PlainColumn p -> text(p.arena(), p.offsets()[r], p.offsets()[r + 1]);
                    };
                    if (!text.isEmpty()) {
                        fields.put(column.name(), text);
                    }
                }
                rows.add(new Row(batch.timesNs()[r], batch.accountId(), batch.projectId(), fields));
            }
        } catch (CorruptBatchException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(byte[] arena, int from, int to) {
        return new String(arena, from, to - from, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void complete() {}

    @Override
    public long rowsKept() {
        return rows.size();
    }
}
