package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code blocks_count}: the number of pages that were scanned.
 *
 * @param resultName field of the result
 */
public record PipeBlocksCount(String resultName) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.clear();
    }

    @Override
    public String toString() {
        return "blocks_count" + (resultName.equals("blocks_count") ? "" : " as " + Names.quoteIfNeeded(resultName));
    }
}
