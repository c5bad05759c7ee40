package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code extract_regexp "(?P<ip>...)" from f}: fields out of text by named groups of a regular expression.
 *
 * @param regexp RE2 syntax, checked; has at least one named group
 * @param groupNames names of the named groups, in their order
 * @param from field that is read
 * @param keepOriginalFields whether a field that has a value stays as it is
 * @param skipEmptyResults whether an empty result leaves the field as it is
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeExtractRegexp(
        String regexp,
        List<String> groupNames,
        String from,
        boolean keepOriginalFields,
        boolean skipEmptyResults,
        @Nullable Filter condition)
        implements Pipe {
    public PipeExtractRegexp {
        groupNames = List.copyOf(groupNames);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        FieldSet before = needed.copy();
        boolean wanted = false;
        for (String name : groupNames) {
            if (before.contains(name)) {
                wanted = true;
                if (condition == null && !keepOriginalFields && !skipEmptyResults) {
                    needed.remove(name);
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

    @Override
    public String toString() {
        return "extract_regexp" + PipeText.ifText(condition) + " " + Names.quoteIfNeeded(regexp) + PipeText.from(from)
                + PipeText.keep(keepOriginalFields, skipEmptyResults);
    }
}
