package dev.lanelog.indexer.consume;

import dev.lanelog.columnar.group.InputColumn;
import dev.lanelog.columnar.group.RowBlock;
import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.proto.batch.BatchColumn;
import dev.lanelog.proto.batch.CorruptBatchException;
import dev.lanelog.proto.batch.LogBatch;
import java.util.ArrayList;
import java.util.List;

/** From record values to rows. The arrays of the batch are handed on, not copied. */
final class BatchBlocks {
    private BatchBlocks() {}

    /**
     * Decodes a record.
     *
     * @throws CorruptBatchException when the value is not a batch, or damaged
     */
    static RowBlock decode(byte[] value) throws CorruptBatchException {
        LogBatch batch = LogBatch.decode(value);
        List<InputColumn> columns = new ArrayList<>(batch.columns().size());
        for (BatchColumn column : batch.columns()) {
            columns.add(
                    switch (column) {
                        case BatchColumn.DictionaryColumn(String name, byte[] arena, int[] offsets, int[] ids) ->
                            new InputColumn.DictionaryInput(name, arena, offsets, ids);
                        case BatchColumn.PlainColumn(String name, byte[] arena, int[] offsets) ->
                            new InputColumn.TextInput(name, arena, offsets);
                    });
        }
        return new RowBlock(new Tenant(batch.accountId(), batch.projectId()), batch.rows(), batch.timesNs(), columns);
    }
}
