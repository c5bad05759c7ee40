package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.pipe.PipeFieldNames;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code field_names}. Hits are the rows of the pages in which the field occurs, as in VictoriaLogs: no more than the rows
 * that match, no less than those with a value, and no column has to be read.
 */
final class FieldNamesProcessor implements AggregateProcessor {
    private final PipeFieldNames pipe;
    private final Map<String, long[]> hits = new TreeMap<>();

    FieldNamesProcessor(PipeFieldNames pipe) {
        this.pipe = pipe;
    }

    @Override
    public void accept(Batch batch) {
        for (String name : batch.names()) {
            if (name.contains(pipe.filter())) {
                hits.computeIfAbsent(name, _ -> new long[1])[0] += batch.rows();
            }
        }
    }

    @Override
    public void merge(AggregateProcessor other) {
        ((FieldNamesProcessor) other)
                .hits.forEach((name, rows) -> hits.computeIfAbsent(name, _ -> new long[1])[0] += rows[0]);
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        RowTable table = new RowTable();
        ByteBuilder number = new ByteBuilder(20);
        hits.forEach((name, rows) -> {
            table.next();
            table.set(pipe.resultName(), Utf8.bytes(name));
            number.clear();
            number.addLong(rows[0]);
            table.set("hits", number.buf, 0, number.size);
        });
        if (table.rows() > 0) {
            next.accept(table.take());
        }
    }
}
