package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code unpack_json from f fields (a, b.*)}: fields out of a JSON object.
 *
 * @param from field that is read
 * @param fields which to take; {@code *} alone for all
 * @param preserveKeys keys whose values stay JSON text instead of being flattened
 * @param resultPrefix put before the names; may be empty
 * @param keepOriginalFields whether a field that has a value stays as it is
 * @param skipEmptyResults whether an empty result leaves the field as it is
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeUnpackJson(
        String from,
        List<FieldPattern> fields,
        List<String> preserveKeys,
        String resultPrefix,
        boolean keepOriginalFields,
        boolean skipEmptyResults,
        @Nullable Filter condition)
        implements Pipe {
    public PipeUnpackJson {
        fields = List.copyOf(fields);
        preserveKeys = List.copyOf(preserveKeys);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        PipeText.updateNeededForUnpack(
                needed, from, resultPrefix, fields, keepOriginalFields || skipEmptyResults, condition);
    }

    @Override
    public String toString() {
        return "unpack_json" + PipeText.ifText(condition) + PipeText.from(from)
                + (FieldPattern.anyIsAll(fields) ? "" : " fields (" + Names.join(fields) + ")")
                + (preserveKeys.isEmpty() ? "" : " preserve_keys (" + Names.joinNames(preserveKeys) + ")")
                + PipeText.resultPrefix(resultPrefix)
                + PipeText.keep(keepOriginalFields, skipEmptyResults);
    }
}
