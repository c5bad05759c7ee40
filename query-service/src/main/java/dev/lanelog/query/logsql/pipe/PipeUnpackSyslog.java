package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.filter.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code unpack_syslog from f offset 2h}: fields out of a syslog message.
 *
 * @param from field that is read
 * @param offsetText zone of times without one, as written; empty for UTC
 * @param offsetNs the same, nanoseconds east of UTC
 * @param resultPrefix put before the names; may be empty
 * @param keepOriginalFields whether a field that has a value stays as it is
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeUnpackSyslog(
        String from,
        String offsetText,
        long offsetNs,
        String resultPrefix,
        boolean keepOriginalFields,
        @Nullable Filter condition)
        implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        PipeText.updateNeededForUnpack(needed, from, resultPrefix, List.of(), keepOriginalFields || false, condition);
    }

    @Override
    public String toString() {
        return "unpack_syslog" + PipeText.ifText(condition) + PipeText.from(from)
                + (offsetText.isEmpty() ? "" : " offset " + offsetText)
                + PipeText.resultPrefix(resultPrefix)
                + PipeText.keep(keepOriginalFields, false);
    }
}
