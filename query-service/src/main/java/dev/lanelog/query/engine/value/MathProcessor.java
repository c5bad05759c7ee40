package dev.lanelog.query.engine.value;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.pipe.MathExpr;
import dev.lanelog.query.logsql.pipe.PipeMath;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** {@code math}: expressions over the numbers in fields, a whole batch at a time. What is no number is NaN. */
final class MathProcessor implements RowProcessor {
    /** Integers beyond are not all exact as doubles, and print as what they are nearest to. */
    private static final double MAX_EXACT = 0x1p53;

    private final PipeMath pipe;
    private final long nowNs;
    private final RandomGenerator random;
    private final ValueRef ref = new ValueRef();

    MathProcessor(PipeMath pipe, long nowNs, RandomGenerator random) {
        this.pipe = pipe;
        this.nowNs = nowNs;
        this.random = random;
    }

    @Override
    public Batch process(Batch batch) {
        Batch result = batch;
        for (PipeMath.Entry entry : pipe.entries()) {
            result = result.with(entry.target(), vector(evaluate(entry.expression(), result)));
        }
        return result;
    }

    private static ColumnVector vector(double[] numbers) {
        boolean integers = true;
        for (double d : numbers) {
            // The negative zero prints with its sign.
            integers &= d == Math.rint(d) && Math.abs(d) <= MAX_EXACT && (d != 0 || 1 / d > 0);
        }
        if (integers) {
            long[] longs = new long[numbers.length];
            for (int i = 0; i < longs.length; i++) {
                longs[i] = (long) numbers[i];
            }
            return new LongVector(longs, null);
        }
        ValueBuffer out = new ValueBuffer(numbers.length, 12 * numbers.length);
        for (double d : numbers) {
            byte[] text = Utf8.bytes(NumberText.format(d));
            out.add(text, 0, text.length);
        }
        return new TextVector(out);
    }

    private double[] evaluate(MathExpr e, Batch batch) {
        return switch (e) {
            case MathExpr.Constant c -> {
                double[] out = new double[batch.rows()];
                Arrays.fill(out, c.value());
                yield out;
            }
            case MathExpr.FieldValue f -> numbers(batch.column(f.name()), batch.rows());
            case MathExpr.Negate n -> {
                double[] out = evaluate(n.operand(), batch);
                for (int i = 0; i < out.length; i++) {
                    out[i] = -out[i];
                }
                yield out;
            }
            case MathExpr.Binary b -> {
                double[] left = evaluate(b.left(), batch);
                double[] right = evaluate(b.right(), batch);
                for (int i = 0; i < left.length; i++) {
                    left[i] = MathFunctions.binary(b.operator(), left[i], right[i]);
                }
                yield left;
            }
            case MathExpr.Call c -> call(c, batch);
        };
    }

    private double[] call(MathExpr.Call call, Batch batch) {
        double[] out = new double[batch.rows()];
        switch (call.function()) {
            case NOW -> Arrays.fill(out, (double) nowNs);
            case RAND -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = random.nextDouble();
                }
            }
            default -> {
                double[][] arguments = new double[call.arguments().size()][];
                for (int i = 0; i < arguments.length; i++) {
                    arguments[i] = evaluate(call.arguments().get(i), batch);
                }
                for (int row = 0; row < out.length; row++) {
                    out[row] = MathFunctions.call(call.function(), arguments, row);
                }
            }
        }
        return out;
    }

    private double[] numbers(ColumnVector column, int rows) {
        double[] out = new double[rows];
        switch (column) {
            case ConstantVector c -> Arrays.fill(out, NumberText.parse(c.value(), 0, c.value().length));
            case LongVector longs -> {
                for (int row = 0; row < rows; row++) {
                    out[row] = longs.isEmpty(row) ? Double.NaN : longs.values()[row];
                }
            }
            case TimeVector times -> {
                for (int row = 0; row < rows; row++) {
                    out[row] = times.timesNs()[row];
                }
            }
            case DictionaryVector d -> fromTable(d, rows, out);
            case TextVector _ -> {
                for (int row = 0; row < rows; row++) {
                    column.get(row, ref);
                    out[row] = NumberText.parse(ref.buf, ref.off, ref.len);
                }
            }
        }
        return out;
    }

    private static void fromTable(DictionaryVector d, int rows, double[] out) {
        ValueTable table = d.table();
        double[] known = table.numbers();
        for (int row = 0; row < rows; row++) {
            int id = d.ids()[row];
            // The table knows numbers, durations and sizes; times and addresses are numbers here too.
            out[row] = Double.isNaN(known[id])
                    ? NumberText.parse(table.arena(), table.offset(id), table.length(id))
                    : known[id];
        }
    }
}
