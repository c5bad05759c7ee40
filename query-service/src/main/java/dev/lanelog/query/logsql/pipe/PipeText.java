package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of the text of several pipes. */
final class PipeText {
    private PipeText() {}

    static String ifText(@Nullable Filter condition) {
        return condition == null ? "" : " if (" + condition + ")";
    }

    static String from(String field) {
        return field.equals(Names.MSG) ? "" : " from " + Names.quoteIfNeeded(field);
    }

    static String at(String field) {
        return field.equals(Names.MSG) ? "" : " at " + Names.quoteIfNeeded(field);
    }

    static String as(String field) {
        return field.equals(Names.MSG) ? "" : " as " + Names.quoteIfNeeded(field);
    }

    static String asUnless(String field, String implied) {
        return field.equals(implied) ? "" : " as " + Names.quoteIfNeeded(field);
    }

    static String delimiter(String delimiter) {
        return delimiter.isEmpty() ? "" : " " + Names.quoteIfNeeded(delimiter);
    }

    static String resultPrefix(String prefix) {
        return prefix.isEmpty() ? "" : " result_prefix " + Names.quoteIfNeeded(prefix);
    }

    static String keep(boolean keepOriginalFields, boolean skipEmptyResults) {
        return (keepOriginalFields ? " keep_original_fields" : "") + (skipEmptyResults ? " skip_empty_results" : "");
    }

    static void updateNeededForUnpack(
            FieldSet needed,
            String from,
            String resultPrefix,
            List<FieldPattern> results,
            boolean mayKeep,
            @Nullable Filter condition) {
        if (needed.isEmpty()) {
            return;
        }
        boolean wanted = results.isEmpty();
        for (FieldPattern p : results) {
            wanted |= needed.intersects(new FieldPattern(resultPrefix + p.text(), p.prefix()));
        }
        if (!mayKeep && condition == null) {
            for (FieldPattern p : results) {
                if (!p.prefix()) {
                    needed.remove(resultPrefix + p.text());
                }
            }
        }
        if (wanted) {
            needed.add(from);
            if (condition != null) {
                condition.addNeededFields(needed);
            }
        }
    }
}
