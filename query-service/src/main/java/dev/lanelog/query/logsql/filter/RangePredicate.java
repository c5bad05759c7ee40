package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.format.NumberText;

/** Values that are numbers in a range. */
final class RangePredicate implements ColumnPredicate {
    private final double min;
    private final double max;

    RangePredicate(double min, double max) {
        this.min = min;
        this.max = max;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        double d = NumberText.parse(buf, off, len);
        return d >= min && d <= max;
    }

    @Override
    public LongRange longRange() {
        return Hints.between(min, max);
    }
}
