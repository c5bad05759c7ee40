package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.pipe.PipeUnion;
import java.io.IOException;

/** {@code union}: the rows of the query, then those of the other one. */
final class UnionProcessor implements StreamProcessor {
    private final PipeUnion pipe;
    private final QueryRun run;

    UnionProcessor(PipeUnion pipe, QueryRun run) {
        this.pipe = pipe;
        this.run = run;
    }

    @Override
    public void accept(Batch batch, BatchConsumer next) throws IOException {
        next.accept(batch);
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        Query query = pipe.query();
        if (query != null) {
            QueryRequest request = run.request();
            run.subqueries().run(run, request.withQuery(query, request.startNs(), request.endNs()), next);
        } else if (pipe.rows() != null) {
            Batch rows = RowTable.batch(pipe.rows());
            if (rows.rows() > 0) {
                next.accept(rows);
            }
        }
    }
}
