package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * What stands in {@code {...}}: alternatives, each a list of conditions on labels that must all hold. A label that a stream
 * does not have is empty.
 *
 * @param alternatives at least one; an empty list of conditions matches every stream
 */
public record StreamSelector(List<List<LabelMatcher>> alternatives) {
    public StreamSelector {
        alternatives = List.copyOf(alternatives);
    }

    /** Operators on labels. */
    public enum Operator {
        EQUAL("="),
        NOT_EQUAL("!="),
        MATCH("=~"),
        NOT_MATCH("!~");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        /** As written in a query. */
        public String text() {
            return text;
        }
    }

    /**
     * A condition on a label.
     *
     * @param label name
     * @param operator how the value is compared
     * @param value text, or a regular expression that the whole value must match
     */
    public record LabelMatcher(String label, Operator operator, String value) {
        @Override
        public String toString() {
            return Names.quoteIfNeeded(label) + operator.text() + GoQuote.quote(value);
        }
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("{");
        for (int i = 0; i < alternatives.size(); i++) {
            sb.append(i == 0 ? "" : " or ");
            List<LabelMatcher> conditions = alternatives.get(i);
            for (int k = 0; k < conditions.size(); k++) {
                sb.append(k == 0 ? "" : ",").append(conditions.get(k));
            }
        }
        return sb.append('}').toString();
    }
}
