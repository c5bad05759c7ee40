package dev.lanelog.query.engine.stats;

import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.format.NumberText;
import java.util.Arrays;

/** Values as numbers: once per distinct value of a dictionary, straight from integers, else from the text. */
final class NumberReader {
    private final ValueRef ref = new ValueRef();
    private double[] numbers = new double[0];

    /** The numbers of a column's rows, NaN where there is none; valid until the next call. */
    double[] read(ColumnVector column, int rows) {
        if (numbers.length < rows) {
            numbers = new double[rows];
        }
        double[] out = numbers;
        switch (column) {
            case ConstantVector constant ->
                Arrays.fill(out, 0, rows, NumberText.parseNumber(constant.value(), 0, constant.value().length));
            case DictionaryVector dictionary -> {
                double[] values = dictionary.table().numbers();
                int[] ids = dictionary.ids();
                for (int row = 0; row < rows; row++) {
                    out[row] = values[ids[row]];
                }
            }
            case LongVector longs -> {
                long[] values = longs.values();
                for (int row = 0; row < rows; row++) {
                    out[row] = values[row];
                }
                if (longs.empty() != null) {
                    for (int row = longs.empty().nextSetBit(0);
                            row >= 0;
                            row = longs.empty().nextSetBit(row + 1)) {
                        out[row] = Double.NaN;
                    }
                }
            }
            case TimeVector _ -> Arrays.fill(out, 0, rows, Double.NaN);
            case TextVector text -> {
                for (int row = 0; row < rows; row++) {
                    text.get(row, ref);
                    out[row] = NumberText.parseNumber(ref.buf, ref.off, ref.len);
                }
            }
        }
        return out;
    }
}
