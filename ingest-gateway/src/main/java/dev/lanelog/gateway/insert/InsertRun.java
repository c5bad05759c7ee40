package dev.lanelog.gateway.insert;

import dev.lanelog.gateway.row.AcknowledgedOutput;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.IngestAbortedException;
import dev.lanelog.gateway.row.RequestOptions;
import dev.lanelog.gateway.row.RowAssembler;
import dev.lanelog.gateway.row.RowLimits;
import dev.lanelog.proto.batch.LogBatchBuilder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One insert from its rows to its outcome. Rows that came before a fault are kept, whatever the fault is. */
final class InsertRun {
    static final int RETRY_SECONDS = 2;

    private final RowAssembler rows;
    private final AcknowledgedOutput output;
    private final LogBatchBuilder builder;
    private final Consumer<LogBatchBuilder> done;

    /** @param done is given the builder back as soon as no row needs it any more */
    InsertRun(
            RequestOptions options,
            RowLimits limits,
            InstantSource clock,
            LogBatchBuilder builder,
            Consumer<LogBatchBuilder> done,
            AcknowledgedOutput output) {
        this.rows = new RowAssembler(options, limits, clock, builder, output);
        this.output = output;
        this.builder = builder;
        this.done = done;
    }

    RowAssembler rows() {
        return rows;
    }

    InsertOutcome run(RowSource source) {
        InsertOutcome.Failure failure = null;
        try {
            try {
                failure = read(source);
                rows.finish();
            } finally {
                rows.abort();
                done.accept(builder);
            }
            output.complete();
        } catch (IngestAbortedException e) {
            // Whatever else was wrong, this is what the sender must know: it may send the rest again.
            failure = new InsertOutcome.Failure(503, message(e), RETRY_SECONDS);
        }
        return new InsertOutcome(
                output.rowsKept() + rows.debugged(), rows.accepted(), rows.rejected(), rows.rejections(), failure);
    }

    private InsertOutcome.@Nullable Failure read(RowSource source) {
        try {
            source.read(rows);
            return null;
        } catch (BadRequestException e) {
            return new InsertOutcome.Failure(e.status(), e.text(), 0);
        } catch (OverloadedException e) {
            return new InsertOutcome.Failure(429, message(e), RETRY_SECONDS);
        } catch (BodyTooLargeException e) {
            return new InsertOutcome.Failure(413, message(e), 0);
        } catch (InterruptedIOException e) {
            return new InsertOutcome.Failure(408, message(e), 0);
        } catch (IOException e) {
            return new InsertOutcome.Failure(400, "cannot read the body: " + message(e), 0);
        }
    }

    private static String message(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
