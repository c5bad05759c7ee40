package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code math a + b * 2 as r}: numbers out of fields.
 *
 * @param entries computed one after the other
 */
public record PipeMath(List<Entry> entries) implements Pipe {
    public PipeMath {
        entries = List.copyOf(entries);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            if (needed.contains(entry.target())) {
                needed.remove(entry.target());
                entry.expression().addNeededFields(needed);
            }
        }
    }

    @Override
    public String toString() {
        return "math " + Names.join(entries);
    }

    /**
     * One result.
     *
     * @param expression what is computed
     * @param target field of the result
     */
    public record Entry(MathExpr expression, String target) {
        @Override
        public String toString() {
            String text = expression instanceof MathExpr.Binary ? "(" + expression + ")" : expression.toString();
            return text + " as " + Names.quoteIfNeeded(target);
        }
    }
}
