package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code top N by (a, b)}: the most frequent combinations of values, most frequent first.
 *
 * @param by fields, at least one
 * @param limit combinations, at least 1; 10 when not written
 * @param limitText as written, or empty
 * @param hitsName field that gets the number of rows
 * @param rankName field that gets the place, from 1; null for none
 */
public record PipeTop(
        List<String> by,
        long limit,
        String limitText,
        String hitsName,
        @Nullable String rankName) implements Pipe {
    public PipeTop {
        by = List.copyOf(by);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.clear();
        needed.addNames(by);
    }

    @Override
    public String toString() {
        return "top" + (limit == DEFAULT_LIMIT ? "" : " " + limitText) + " by (" + Names.joinNames(by) + ")"
                + (hitsName.equals("hits") ? "" : " hits as " + Names.quoteIfNeeded(hitsName))
                + PipeSort.rankText(rankName);
    }

    /** Combinations when the query names no number. */
    public static final long DEFAULT_LIMIT = 10;
}
