package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.pipe.PipeDelete;
import java.util.ArrayList;
import java.util.List;

/** {@code delete}. */
final class DeleteProcessor implements RowProcessor {
    private final PipeDelete pipe;

    DeleteProcessor(PipeDelete pipe) {
        this.pipe = pipe;
    }

    @Override
    public Batch process(Batch batch) {
        List<String> gone = new ArrayList<>();
        for (String name : batch.names()) {
            if (FieldPattern.anyMatches(pipe.fields(), name)) {
                gone.add(name);
            }
        }
        return batch.without(gone);
    }
}
