package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code f:pattern_match("id=<N>")} and its variants: values in which the pattern is found; {@code <N> <UUID> <IP4> <TIME> <DATE> <DATETIME> <W>} stand for what they name.
 *
 * @param field where
 * @param anchor where the pattern must be
 * @param pattern as written
 */
public record FilterPatternMatch(FieldPattern field, Anchor anchor, String pattern) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new PatternMatchPredicate(pattern, anchor);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + anchor.functionName() + "(" + Names.quoteIfNeeded(pattern) + ")";
    }

    /** Where the pattern must be in the value. */
    public enum Anchor {
        ANYWHERE("pattern_match"),
        FULL("pattern_match_full"),
        PREFIX("pattern_match_prefix"),
        SUFFIX("pattern_match_suffix");

        private final String functionName;

        Anchor(String functionName) {
            this.functionName = functionName;
        }

        /** As written in a query. */
        public String functionName() {
            return functionName;
        }
    }
}
