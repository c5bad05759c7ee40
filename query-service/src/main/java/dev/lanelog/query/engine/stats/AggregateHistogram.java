package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.logsql.format.NaturalOrder;
import dev.lanelog.query.logsql.stats.StatsHistogram;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code histogram(f)}: rows per bucket as a JSON array in the natural order of the buckets' names. There are 18 buckets a
 * decade from 1e-9 to 1e18, one below and one above; negative values count nowhere.
 */
final class AggregateHistogram extends Aggregator {
    private static final int LOWEST = -9;
    private static final int HIGHEST = 18;
    private static final int PER_DECADE = 18;
    private static final int BUCKETS = (HIGHEST - LOWEST) * PER_DECADE;
    private static final String[] NAMES = names();

    private final StatsHistogram function;
    private final NumberReader reader = new NumberReader();
    private final LongTable pairs = new LongTable();
    private final IntLists buckets = new IntLists();
    private final IntLists positions = new IntLists();
    private long[] counts = new long[16];

    AggregateHistogram(StatsHistogram function) {
        this.function = function;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        int n = batch.rows();
        double[] numbers = reader.read(batch.column(function.field()), n);
        for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
            if (numbers[row] >= 0) {
                add(groups[row], bucket(numbers[row]), 1);
            }
        }
    }

    private void add(int group, int bucket, long times) {
        long pair = (long) group << 32 | bucket;
        int at = pairs.get(pair);
        if (at < 0) {
            at = pairs.add(pair);
            if (at == counts.length) {
                counts = Arrays.copyOf(counts, at * 2);
            }
            buckets.add(group, bucket);
            positions.add(group, at);
        }
        counts[at] += times;
    }

    /** 0 for below, then the buckets, then above. A power of ten belongs to the bucket it ends. */
    private static int bucket(double value) {
        double place = (Math.log10(value) - LOWEST) * PER_DECADE;
        if (place < 0) {
            return 0;
        }
        if (place >= BUCKETS) {
            return BUCKETS + 1;
        }
        int at = (int) place;
        return at > 0 && place == at ? at : at + 1;
    }

    private static String[] names() {
        String[] names = new String[BUCKETS + 2];
        double bound = Math.pow(10, LOWEST);
        String start = text(bound);
        names[0] = "0..." + start;
        double step = Math.pow(10, 1.0 / PER_DECADE);
        for (int i = 1; i <= BUCKETS; i++) {
            bound *= step;
            String end = text(bound);
            names[i] = start + "..." + end;
            start = end;
        }
        names[BUCKETS + 1] = text(Math.pow(10, HIGHEST)) + "...+Inf";
        return names;
    }

    private static String text(double bound) {
        return String.format(Locale.ROOT, "%.3e", bound);
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        AggregateHistogram o = (AggregateHistogram) other;
        o.pairs.forEach((pair, at) -> add(mapping[(int) (pair >>> 32)], (int) pair, o.counts[at]));
    }

    @Override
    public void write(int group, ByteBuilder out) {
        int n = buckets.size(group);
        int[] order = new int[n];
        byte[][] names = new byte[n][];
        for (int i = 0; i < n; i++) {
            order[i] = i;
            names[i] = NAMES[buckets.get(group, i)].getBytes(StandardCharsets.UTF_8);
        }
        IndexSort.sort(
                order,
                0,
                n,
                (a, b) -> NaturalOrder.compareText(names[a], 0, names[a].length, names[b], 0, names[b].length));
        JsonArrays.begin(out);
        for (int i : order) {
            ByteBuilder entry = new ByteBuilder(64);
            entry.add("{\"vmrange\":\"");
            entry.add(names[i]);
            entry.add("\",\"hits\":");
            entry.addLong(counts[positions.get(group, i)]);
            entry.add('}');
            JsonArrays.json(out, entry.copy());
        }
        JsonArrays.end(out);
    }

    @Override
    public long heapBytes() {
        return pairs.heapBytes() + buckets.heapBytes() + positions.heapBytes() + 8L * counts.length;
    }
}
