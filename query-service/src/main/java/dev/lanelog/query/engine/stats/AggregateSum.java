package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.format.NumberText;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code sum}, {@code avg} and {@code rate_sum}. A sum is kept as two doubles, the second holding what the first can't
 * (Neumaier), so that the answer does not depend on the order in which threads come to their rows.
 */
final class AggregateSum extends Aggregator {
    private final List<FieldPattern> fields;
    private final Result result;
    private final double stepSeconds;
    private final NumberReader reader = new NumberReader();
    private double[] sums = new double[1];
    private double[] rests = new double[1];
    private long[] counts = new long[1];

    /** What becomes of sum and count. */
    enum Result {
        SUM,
        AVERAGE,
        RATE
    }

    AggregateSum(List<FieldPattern> fields, Result result, double stepSeconds) {
        this.fields = fields;
        this.result = result;
        this.stepSeconds = stepSeconds;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        for (String name : Rows.names(batch, fields)) {
            double[] numbers = reader.read(batch.column(name), n);
            for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
                double x = numbers[row];
                if (!Double.isNaN(x)) {
                    add(groups[row], x);
                    counts[groups[row]]++;
                }
            }
        }
    }

    private void add(int group, double x) {
        double sum = sums[group];
        double next = sum + x;
        if (Math.abs(sum) >= Math.abs(x)) {
            rests[group] += sum - next + x;
        } else {
            rests[group] += x - next + sum;
        }
        sums[group] = next;
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        AggregateSum o = (AggregateSum) other;
        for (int i = 0; i < Math.min(o.sums.length, mapping.length); i++) {
            int group = mapping[i];
            add(group, o.sums[i]);
            rests[group] += o.rests[i];
            counts[group] += o.counts[i];
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        long count = group < counts.length ? counts[group] : 0;
        double sum = count == 0 ? Double.NaN : total(group);
        out.add(NumberText.format(
                switch (result) {
                    case SUM -> sum;
                    case AVERAGE -> sum / count;
                    case RATE -> stepSeconds > 0 ? sum / stepSeconds : sum;
                }));
    }

    private double total(int group) {
        // Infinities leave NaN in the rest, which says nothing.
        return Double.isNaN(rests[group]) || Double.isInfinite(sums[group]) ? sums[group] : sums[group] + rests[group];
    }

    @Override
    public long heapBytes() {
        return 24L * counts.length;
    }

    private void grow(int groupCount) {
        if (counts.length < groupCount) {
            int size = Math.max(groupCount, counts.length * 2);
            sums = Arrays.copyOf(sums, size);
            rests = Arrays.copyOf(rests, size);
            counts = Arrays.copyOf(counts, size);
        }
    }
}
