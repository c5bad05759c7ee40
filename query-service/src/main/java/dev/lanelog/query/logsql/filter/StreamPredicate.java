package dev.lanelog.query.logsql.filter;

import com.google.re2j.Pattern;
import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Utf8;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Canonical stream texts that a selector matches. */
final class StreamPredicate implements ColumnPredicate {
    private final Condition[][] alternatives;

    /** A label's name with the test of its value. */
    private record Condition(
            String label,
            boolean negative,
            @Nullable String text,
            @Nullable Pattern pattern) {
        boolean holds(String value) {
            boolean same = pattern != null ? pattern.matcher(value).matches() : value.equals(text);
            return same != negative;
        }
    }

    StreamPredicate(StreamSelector selector) {
        alternatives = new Condition[selector.alternatives().size()][];
        for (int i = 0; i < alternatives.length; i++) {
            List<StreamSelector.LabelMatcher> matchers = selector.alternatives().get(i);
            alternatives[i] = new Condition[matchers.size()];
            for (int k = 0; k < matchers.size(); k++) {
                alternatives[i][k] = condition(matchers.get(k));
            }
        }
    }

    private static Condition condition(StreamSelector.LabelMatcher m) {
        return switch (m.operator()) {
            case EQUAL -> new Condition(m.label(), false, m.value(), null);
            case NOT_EQUAL -> new Condition(m.label(), true, m.value(), null);
            case MATCH -> new Condition(m.label(), false, null, Regexps.compile(m.value()));
            case NOT_MATCH -> new Condition(m.label(), true, null, Regexps.compile(m.value()));
        };
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        StreamLabels labels = StreamLabels.parse(Utf8.string(buf, off, len));
        for (Condition[] conditions : alternatives) {
            boolean all = true;
            for (Condition c : conditions) {
                all = all && c.holds(labels.get(c.label));
            }
            if (all) {
                return true;
            }
        }
        return false;
    }
}
