package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.pipe.MathExpr;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeMath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads {@code math}.
 *
 * <pre>
 * math    = expr [ [ "as" ] name ] { "," expr [ [ "as" ] name ] }
 * expr    = operand { operator operand }
 * operand = "(" expr ")" | ( "-" | "+" ) operand | function "(" [ expr { "," expr } ] ")" | number | field
 * </pre>
 *
 * Operators bind by rank ({@code ^}; {@code * / %}; {@code + -}; {@code &}; {@code xor}; {@code or}; {@code default}) and go from
 * left to right within one; a sign binds tighter than any.
 */
final class MathParser {
    private static final Set<String> STOP = Set.of("+", "-", "/");

    private static final int LOOSEST = 10;

    private final Tokens t;

    MathParser(Tokens tokens) {
        t = tokens;
    }

    Pipe pipe() {
        List<PipeMath.Entry> entries = new ArrayList<>();
        do {
            MathExpr e = expression(LOOSEST);
            String name;
            if (t.is(",") || t.atTrailer()) {
                name = e.toString();
            } else {
                t.accept("as");
                name = t.fieldName();
            }
            entries.add(new PipeMath.Entry(e, name));
            t.checkSize(entries);
        } while (t.accept(","));
        return new PipeMath(entries);
    }

    /** Operands joined by operators of at most this rank. */
    private MathExpr expression(int rank) {
        MathExpr left = operand();
        while (true) {
            MathExpr.Operator op =
                    t.peek().quoted() ? null : MathExpr.Operator.of(t.peek().raw());
            if (op == null || op.rank() > rank) {
                return left;
            }
            t.take();
            left = new MathExpr.Binary(op, left, expression(op.rank() - 1));
        }
    }

    private MathExpr operand() {
        t.enter();
        try {
            if (t.accept("(")) {
                MathExpr e = expression(LOOSEST);
                t.expect(")", "after the expression");
                return e;
            }
            if (t.accept("-")) {
                return new MathExpr.Negate(operand());
            }
            if (t.accept("+")) {
                return operand();
            }
            if (Names.isMathFunction(t.keyword())) {
                return call();
            }
            return value();
        } finally {
            t.leave();
        }
    }

    private MathExpr value() {
        Token place = t.peek();
        if (!Names.isNumberPrefix(place.text())) {
            return new MathExpr.FieldValue(Names.canonical(t.compound("a field, a number or a function", STOP)));
        }
        String s = t.compound("a number", STOP);
        double d = NumberText.parse(s);
        if (Double.isNaN(d)) {
            throw t.error(
                    place,
                    "expected a number, got '" + s + "'",
                    "put it into backquotes with a letter in front if it is a field name");
        }
        return new MathExpr.Constant(d, place.quoted() ? Names.quoteStringIfNeeded(s) : s);
    }

    private MathExpr call() {
        Token place = t.take();
        MathExpr.Function function = MathExpr.Function.valueOf(place.raw().toUpperCase(Locale.ROOT));
        List<MathExpr> arguments = new ArrayList<>();
        t.expect("(", "after '" + place.raw() + "'");
        while (!t.accept(")")) {
            arguments.add(expression(LOOSEST));
            t.checkSize(arguments);
            if (!t.is(")")) {
                t.expect(",", "or ')' in the arguments of " + function.text());
            }
        }
        if (arguments.size() < function.minArguments() || arguments.size() > function.maxArguments()) {
            throw t.error(place, "wrong number of arguments of " + function.text() + ": " + arguments.size(), "");
        }
        return new MathExpr.Call(function, arguments);
    }
}
