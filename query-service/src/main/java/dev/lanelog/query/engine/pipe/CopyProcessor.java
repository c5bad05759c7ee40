package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.pipe.PipeCopy;

/** {@code copy}: pair by pair, in written order. */
final class CopyProcessor implements RowProcessor {
    private final PipeCopy pipe;

    CopyProcessor(PipeCopy pipe) {
        this.pipe = pipe;
    }

    @Override
    public Batch process(Batch batch) {
        Batch result = batch;
        for (int i = 0; i < pipe.sources().size(); i++) {
            FieldPattern source = pipe.sources().get(i);
            FieldPattern target = pipe.targets().get(i);
            if (!source.prefix()) {
                result = result.copy(source.text(), target.text());
                continue;
            }
            for (String name : result.names()) {
                if (source.matches(name)) {
                    result = result.copy(name, target(source, target, name));
                }
            }
        }
        return result;
    }

    /** The name that {@code name} gets: the prefix is replaced, or everything when the target is a plain name. */
    static String target(FieldPattern source, FieldPattern target, String name) {
        return target.prefix() ? target.text() + name.substring(source.text().length()) : target.text();
    }
}
