package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An expression of {@code math}. {@link #toString()} is its canonical text. */
public sealed interface MathExpr {
    /** Adds the fields the expression reads. */
    void addNeededFields(FieldSet needed);

    /**
     * A number.
     *
     * @param value its value; durations in nanoseconds, sizes in bytes, addresses as 32-bit numbers
     * @param text as written
     */
    record Constant(double value, String text) implements MathExpr {
        @Override
        public void addNeededFields(FieldSet needed) {
            // A constant reads nothing.
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * The number in a field; NaN when there is none.
     *
     * @param name field
     */
    record FieldValue(String name) implements MathExpr {
        @Override
        public void addNeededFields(FieldSet needed) {
            needed.add(name);
        }

        @Override
        public String toString() {
            return Names.quoteIfNeeded(name);
        }
    }

    /**
     * The opposite of a number.
     *
     * @param operand what is negated
     */
    record Negate(MathExpr operand) implements MathExpr {
        @Override
        public void addNeededFields(FieldSet needed) {
            operand.addNeededFields(needed);
        }

        @Override
        public String toString() {
            return operand instanceof Binary ? "-(" + operand + ")" : "-" + operand;
        }
    }

    /**
     * Two operands; operators of one rank go from left to right.
     *
     * @param operator what is done
     * @param left first operand
     * @param right second operand
     */
    record Binary(Operator operator, MathExpr left, MathExpr right) implements MathExpr {
        @Override
        public void addNeededFields(FieldSet needed) {
            left.addNeededFields(needed);
            right.addNeededFields(needed);
        }

        @Override
        public String toString() {
            return side(left, 0) + " " + operator.text() + " " + side(right, 1);
        }

        private String side(MathExpr e, int margin) {
            return e instanceof Binary b && b.operator.rank() + margin > operator.rank() ? "(" + e + ")" : e.toString();
        }
    }

    /**
     * A function.
     *
     * @param function which
     * @param arguments as many as the function takes
     */
    record Call(Function function, List<MathExpr> arguments) implements MathExpr {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public void addNeededFields(FieldSet needed) {
            for (MathExpr argument : arguments) {
                argument.addNeededFields(needed);
            }
        }

        @Override
        public String toString() {
            return function.text() + "(" + Names.join(arguments) + ")";
        }
    }

    /** Binary operators. */
    enum Operator {
        POWER("^", 1),
        MULTIPLY("*", 2),
        DIVIDE("/", 2),
        REMAINDER("%", 2),
        ADD("+", 3),
        SUBTRACT("-", 3),
        AND("&", 4),
        XOR("xor", 5),
        OR("or", 6),
        DEFAULT("default", 10);

        private final String text;
        private final int rank;

        Operator(String text, int rank) {
            this.text = text;
            this.rank = rank;
        }

        /** As written in a query. */
        public String text() {
            return text;
        }

        /** Operators of a lower rank bind tighter. */
        public int rank() {
            return rank;
        }

        /** The operator with this text, or null. */
        public static @Nullable Operator of(String text) {
            for (Operator op : values()) {
                if (op.text.equals(text)) {
                    return op;
                }
            }
            return null;
        }
    }

    /** Functions. */
    enum Function {
        ABS(1, 1),
        CEIL(1, 1),
        EXP(1, 1),
        FLOOR(1, 1),
        LN(1, 1),
        MAX(2, Integer.MAX_VALUE),
        MIN(2, Integer.MAX_VALUE),
        NOW(0, 0),
        RAND(0, 0),
        ROUND(1, 2);

        private final int minArguments;
        private final int maxArguments;

        Function(int minArguments, int maxArguments) {
            this.minArguments = minArguments;
            this.maxArguments = maxArguments;
        }

        /** As written in a query. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        public int minArguments() {
            return minArguments;
        }

        public int maxArguments() {
            return maxArguments;
        }
    }
}
