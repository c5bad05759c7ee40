package dev.lanelog.query.engine.value;

import dev.lanelog.query.logsql.pipe.MathExpr;
import java.math.BigDecimal;

/** Operators and functions of {@code math} on doubles. */
final class MathFunctions {
    private MathFunctions() {}

    static double binary(MathExpr.Operator operator, double a, double b) {
        return switch (operator) {
            case POWER -> Math.pow(a, b);
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            // By zero it is NaN; adding 0 makes the remainder of a negative multiple 0 instead of -0.
            case REMAINDER -> a % b + 0.0;
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case AND, XOR, OR -> bits(operator, a, b);
            case DEFAULT -> Double.isNaN(a) ? b : a;
        };
    }

    private static double bits(MathExpr.Operator operator, double a, double b) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return Double.NaN;
        }
        long x = unsigned(a);
        long y = unsigned(b);
        long bits = operator == MathExpr.Operator.AND ? x & y : operator == MathExpr.Operator.OR ? x | y : x ^ y;
        double d = (double) (bits >>> 1) * 2 + (bits & 1);
        return bits >= 0 ? (double) bits : d;
    }

    /** The 64 bits of a whole number, negative ones in two's complement. */
    private static long unsigned(double d) {
        return d < 0x1p63 ? (long) d : (long) (d - 0x1p63) ^ Long.MIN_VALUE;
    }

    static double call(MathExpr.Function function, double[][] arguments, int row) {
        return switch (function) {
            case ABS -> Math.abs(arguments[0][row]);
            case CEIL -> Math.ceil(arguments[0][row]);
            case EXP -> Math.exp(arguments[0][row]);
            case FLOOR -> Math.floor(arguments[0][row]);
            case LN -> Math.log(arguments[0][row]);
            case MAX -> extreme(arguments, row, 1);
            case MIN -> extreme(arguments, row, -1);
            case ROUND ->
                arguments.length == 1 ? round(arguments[0][row]) : roundTo(arguments[0][row], arguments[1][row]);
            case NOW, RAND -> throw new IllegalArgumentException(function + " has no arguments");
        };
    }

    private static double extreme(double[][] arguments, int row, int sign) {
        double best = Double.NaN;
        for (double[] argument : arguments) {
            if (Double.isNaN(best) || sign * argument[row] > sign * best) {
                best = argument[row];
            }
        }
        return best;
    }

    /** To the nearest whole number, halves away from zero. */
    private static double round(double d) {
        double whole = d < 0 ? Math.ceil(d) : Math.floor(d);
        return Math.abs(d - whole) >= 0.5 ? whole + Math.copySign(1, d) : whole;
    }

    /** To the nearest multiple of a step, free of the dust that a step such as 0.1 leaves behind. */
    private static double roundTo(double d, double step) {
        if (Double.isNaN(d) || Double.isInfinite(d) || Double.isNaN(step) || Double.isInfinite(step) || step == 0) {
            return Double.NaN;
        }
        double moved = d + 0.5 * Math.copySign(step, d);
        moved -= moved % step;
        int digits = BigDecimal.valueOf(step).stripTrailingZeros().scale();
        double scale = Math.pow(10, digits);
        double scaled = moved * scale;
        return (scaled < 0 ? Math.ceil(scaled) : Math.floor(scaled)) / scale;
    }
}
