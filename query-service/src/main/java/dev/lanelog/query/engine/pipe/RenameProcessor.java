package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.pipe.PipeRename;

/** {@code rename}: pair by pair, in written order, so that a swap in one pipe does not swap. */
final class RenameProcessor implements RowProcessor {
    private final PipeRename pipe;

    RenameProcessor(PipeRename pipe) {
        this.pipe = pipe;
    }

    @Override
    public Batch process(Batch batch) {
        Batch result = batch;
        for (int i = 0; i < pipe.sources().size(); i++) {
            FieldPattern source = pipe.sources().get(i);
            FieldPattern target = pipe.targets().get(i);
            if (!source.prefix()) {
                result = result.rename(source.text(), target.text());
                continue;
            }
            for (String name : result.names()) {
                if (source.matches(name)) {
                    result = result.rename(name, CopyProcessor.target(source, target, name));
                }
            }
        }
        return result;
    }
}
