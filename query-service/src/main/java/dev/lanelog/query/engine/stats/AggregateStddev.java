package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.stats.StatsStddev;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code stddev(...)}: the population's standard deviation, by Welford's running mean. */
final class AggregateStddev extends Aggregator {
    private final StatsStddev function;
    private final NumberReader reader = new NumberReader();
    private double[] means = new double[1];
    private double[] squares = new double[1];
    private long[] counts = new long[1];

    AggregateStddev(StatsStddev function) {
        this.function = function;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        for (String name : Rows.names(batch, function.fields())) {
            double[] numbers = reader.read(batch.column(name), n);
            for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
                double x = numbers[row];
                if (!Double.isNaN(x)) {
                    int group = groups[row];
                    double delta = x - means[group];
                    means[group] += delta / ++counts[group];
                    squares[group] += delta * (x - means[group]);
                }
            }
        }
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        AggregateStddev o = (AggregateStddev) other;
        for (int i = 0; i < Math.min(o.counts.length, mapping.length); i++) {
            long theirs = o.counts[i];
            if (theirs == 0) {
                continue;
            }
            int group = mapping[i];
            long mine = counts[group];
            double delta = o.means[i] - means[group];
            long both = mine + theirs;
            means[group] += delta * theirs / both;
            squares[group] += o.squares[i] + delta * delta * mine * theirs / both;
            counts[group] = both;
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        double variance = group < counts.length ? squares[group] / counts[group] : Double.NaN;
        out.add(NumberText.format(Math.sqrt(variance)));
    }

    @Override
    public long heapBytes() {
        return 24L * counts.length;
    }

    private void grow(int groupCount) {
        if (counts.length < groupCount) {
            int size = Math.max(groupCount, counts.length * 2);
            means = Arrays.copyOf(means, size);
            squares = Arrays.copyOf(squares, size);
            counts = Arrays.copyOf(counts, size);
        }
    }
}
