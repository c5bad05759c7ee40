package dev.lanelog.query.engine.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.filter.FieldFilter;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterAnd;
import dev.lanelog.query.logsql.filter.FilterDayRange;
import dev.lanelog.query.logsql.filter.FilterEqField;
import dev.lanelog.query.logsql.filter.FilterLeField;
import dev.lanelog.query.logsql.filter.FilterLtField;
import dev.lanelog.query.logsql.filter.FilterNoop;
import dev.lanelog.query.logsql.filter.FilterNot;
import dev.lanelog.query.logsql.filter.FilterOr;
import dev.lanelog.query.logsql.filter.FilterRegexp;
import dev.lanelog.query.logsql.filter.FilterStreamId;
import dev.lanelog.query.logsql.filter.FilterTime;
import dev.lanelog.query.logsql.filter.FilterValueType;
import dev.lanelog.query.logsql.filter.FilterWeekRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A filter made ready to run: constants folded, predicates built once. Only set bits are looked at, so that what one
 * condition rules out costs the next one nothing; the conditions of an AND run cheapest first. Immutable, safe for use by
 * many threads. Subqueries must have been replaced by their values.
 */
public abstract sealed class RowFilter {
    private RowFilter() {}

    /** Clears the rows that do not match. */
    public abstract void retain(FilterTarget target, Bitmap rows) throws IOException;

    /** False when metadata says that certainly no row matches. */
    public abstract boolean mayMatch(PruneTarget target) throws IOException;

    /** What it costs per row, in no unit. */
    abstract int cost(FilterTarget target);

    /** Whether every row matches, whatever it holds. */
    public boolean matchesAll() {
        return false;
    }

    /** The rows of a batch that match. */
    public Bitmap matching(Batch batch) {
        Bitmap rows = new Bitmap(batch.rows());
        rows.setAll();
        try {
            retain(new BatchTarget(batch), rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    /** Makes a filter ready. */
    public static RowFilter of(Filter filter) {
        return switch (filter) {
            case FilterNoop _ -> new Constant(true);
            case FilterAnd and -> and(and.filters());
            case FilterOr or -> or(or.filters());
            case FilterNot not -> {
                RowFilter inner = of(not.filter());
                yield inner instanceof Constant constant ? new Constant(!constant.value) : new Not(inner);
            }
            case FilterTime time -> new Time(time.range().minNs(), time.range().maxNs());
            case FilterDayRange day -> new TimeOfDay(day::matches);
            case FilterWeekRange week -> new TimeOfDay(week::matches);
            case FilterStreamId id ->
                new Field(FieldPattern.exact(Names.STREAM_ID), oneOf(id.ids().resolved()), 1);
            case FilterValueType type -> new ValueType(type);
            case FilterEqField eq -> new Compare(eq.field(), eq.other(), RowFilter::equal);
            case FilterLeField le -> new Compare(le.field(), le.other(), FilterLeField::matches);
            case FilterLtField lt -> new Compare(lt.field(), lt.other(), FilterLtField::matches);
            case FieldFilter field -> field(field);
        };
    }

    private static RowFilter and(List<Filter> filters) {
        List<RowFilter> parts = new ArrayList<>();
        for (Filter filter : filters) {
            RowFilter part = of(filter);
            if (part instanceof Constant constant) {
                if (!constant.value) {
                    return part;
                }
            } else {
                parts.add(part);
            }
        }
        return parts.isEmpty() ? new Constant(true) : parts.size() == 1 ? parts.get(0) : new And(parts);
    }

    private static RowFilter or(List<Filter> filters) {
        List<RowFilter> parts = new ArrayList<>();
        for (Filter filter : filters) {
            RowFilter part = of(filter);
            if (part instanceof Constant constant) {
                if (constant.value) {
                    return part;
                }
            } else {
                parts.add(part);
            }
        }
        return parts.isEmpty() ? new Constant(false) : parts.size() == 1 ? parts.get(0) : new Or(parts);
    }

    private static RowFilter field(FieldFilter filter) {
        ColumnPredicate predicate = filter.predicate();
        byte[][] values = predicate.exactValues();
        if (values != null && values.length == 0) {
            return new Constant(false);
        }
        int cost = values != null ? 1 : predicate.longRange() != null ? 2 : predicate.substringDecides() ? 3 : 6;
        return new Field(filter.field(), predicate, filter instanceof FilterRegexp ? cost * 4 : cost);
    }

    private static ColumnPredicate oneOf(List<String> values) {
        byte[][] sorted = new byte[values.size()][];
        Arrays.setAll(sorted, i -> Utf8.bytes(values.get(i)));
        Arrays.sort(sorted, Arrays::compareUnsigned);
        return new ColumnPredicate() {
            @Override
            public boolean test(byte[] buf, int off, int len) {
                for (byte[] value : sorted) {
                    if (Arrays.equals(value, 0, value.length, buf, off, off + len)) {
                        return true;
                    }
                }
                return false;
            }
        };
    }

    private static boolean equal(byte[] a, int aOff, int aLen, byte[] b, int bOff, int bLen) {
        return Arrays.equals(a, aOff, aOff + aLen, b, bOff, bOff + bLen);
    }

    /** Fields of the target that a pattern means. */
    private static List<String> fields(FieldPattern pattern, List<String> names) {
        if (!pattern.prefix()) {
            return List.of(pattern.text());
        }
        List<String> matching = new ArrayList<>();
        for (String name : names) {
            if (pattern.matches(name)) {
                matching.add(name);
            }
        }
        return matching;
    }

    private static final class Constant extends RowFilter {
        private final boolean value;

        Constant(boolean value) {
            this.value = value;
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) {
            if (!value) {
                rows.clearAll();
            }
        }

        @Override
        public boolean mayMatch(PruneTarget target) {
            return value;
        }

        @Override
        int cost(FilterTarget target) {
            return 0;
        }

        @Override
        public boolean matchesAll() {
            return value;
        }
    }

    private static final class And extends RowFilter {
        private final RowFilter[] parts;

        And(List<RowFilter> parts) {
            this.parts = parts.toArray(new RowFilter[0]);
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) throws IOException {
            for (RowFilter part : cheapestFirst(target)) {
                part.retain(target, rows);
                if (rows.isEmpty()) {
                    return;
                }
            }
        }

        private RowFilter[] cheapestFirst(FilterTarget target) {
            RowFilter[] sorted = parts.clone();
            int[] costs = new int[sorted.length];
            for (int i = 0; i < sorted.length; i++) {
                RowFilter part = sorted[i];
                int cost = part.cost(target);
                int at = i;
                for (; at > 0 && costs[at - 1] > cost; at--) {
                    sorted[at] = sorted[at - 1];
                    costs[at] = costs[at - 1];
                }
                sorted[at] = part;
                costs[at] = cost;
            }
            return sorted;
        }

        @Override
        public boolean mayMatch(PruneTarget target) throws IOException {
            for (RowFilter part : parts) {
                if (!part.mayMatch(target)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        int cost(FilterTarget target) {
            return sum(parts, target);
        }
    }

    private static final class Or extends RowFilter {
        private final RowFilter[] parts;

        Or(List<RowFilter> parts) {
            this.parts = parts.toArray(new RowFilter[0]);
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) throws IOException {
            Bitmap matching = new Bitmap(rows.size());
            Bitmap rest = new Bitmap(rows.size());
            for (RowFilter part : parts) {
                rest.copyFrom(rows);
                rest.andNot(matching);
                if (rest.isEmpty()) {
                    return;
                }
                part.retain(target, rest);
                matching.or(rest);
            }
            rows.and(matching);
        }

        @Override
        public boolean mayMatch(PruneTarget target) throws IOException {
            for (RowFilter part : parts) {
                if (part.mayMatch(target)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        int cost(FilterTarget target) {
            return sum(parts, target);
        }
    }

    private static int sum(RowFilter[] parts, FilterTarget target) {
        int sum = 0;
        for (RowFilter part : parts) {
            sum += part.cost(target);
        }
        return sum;
    }

    private static final class Not extends RowFilter {
        private final RowFilter inner;

        Not(RowFilter inner) {
            this.inner = inner;
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) throws IOException {
            Bitmap matching = new Bitmap(rows.size());
            matching.copyFrom(rows);
            inner.retain(target, matching);
            rows.andNot(matching);
        }

        @Override
        public boolean mayMatch(PruneTarget target) {
            // That some row may match the inner filter does not say that all do.
            return true;
        }

        @Override
        int cost(FilterTarget target) {
            return inner.cost(target);
        }
    }

    private static final class Field extends RowFilter {
        private final FieldPattern pattern;
        private final ColumnPredicate predicate;
        private final int cost;

        Field(FieldPattern pattern, ColumnPredicate predicate, int cost) {
            this.pattern = pattern;
            this.predicate = predicate;
            this.cost = cost;
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) throws IOException {
            if (!pattern.prefix()) {
                target.retain(pattern.text(), predicate, rows);
                return;
            }
            Bitmap matching = new Bitmap(rows.size());
            Bitmap rest = new Bitmap(rows.size());
            for (String field : fields(pattern, target.names())) {
                rest.copyFrom(rows);
                rest.andNot(matching);
                if (rest.isEmpty()) {
                    return;
                }
                target.retain(field, predicate, rest);
                matching.or(rest);
            }
            rows.and(matching);
        }

        @Override
        public boolean mayMatch(PruneTarget target) throws IOException {
            for (String field : fields(pattern, target.names())) {
                if (target.mayMatch(field, predicate)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        int cost(FilterTarget target) {
            return pattern.prefix() ? 1000 : cost * target.cost(pattern.text());
        }
    }

    private static final class Time extends RowFilter {
        private final long minNs;
        private final long maxNs;

        Time(long minNs, long maxNs) {
            this.minNs = minNs;
            this.maxNs = maxNs;
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) throws IOException {
            target.retainTime(minNs, maxNs, rows);
        }

        @Override
        public boolean mayMatch(PruneTarget target) {
            return target.mayMatchTime(minNs, maxNs);
        }

        @Override
        int cost(FilterTarget target) {
            return 0;
        }
    }

    private static final class TimeOfDay extends RowFilter {
        private final FilterTarget.TimeCondition condition;

        TimeOfDay(FilterTarget.TimeCondition condition) {
            this.condition = condition;
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) throws IOException {
            target.retainTime(condition, rows);
        }

        @Override
        public boolean mayMatch(PruneTarget target) {
            return true;
        }

        @Override
        int cost(FilterTarget target) {
            return 2;
        }
    }

    private static final class ValueType extends RowFilter {
        private final FilterValueType filter;

        ValueType(FilterValueType filter) {
            this.filter = filter;
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) {
            for (String field : fields(filter.field(), target.names())) {
                if (target.valueType(field).equals(filter.type())) {
                    return;
                }
            }
            rows.clearAll();
        }

        @Override
        public boolean mayMatch(PruneTarget target) {
            return true;
        }

        @Override
        int cost(FilterTarget target) {
            return 0;
        }
    }

    /** Whether two values stand in a relation. */
    @FunctionalInterface
    private interface Relation {
        boolean holds(byte[] a, int aOff, int aLen, byte[] b, int bOff, int bLen);
    }

    private static final class Compare extends RowFilter {
        private final FieldPattern pattern;
        private final String other;
        private final Relation relation;

        Compare(FieldPattern pattern, String other, Relation relation) {
            this.pattern = pattern;
            this.other = other;
            this.relation = relation;
        }

        @Override
        public void retain(FilterTarget target, Bitmap rows) throws IOException {
            ColumnVector right = target.column(other);
            Bitmap matching = new Bitmap(rows.size());
            ValueRef a = new ValueRef();
            ValueRef b = new ValueRef();
            for (String field : fields(pattern, target.names())) {
                ColumnVector left = target.column(field);
                for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
                    left.get(row, a);
                    right.get(row, b);
                    if (relation.holds(a.buf, a.off, a.len, b.buf, b.off, b.len)) {
                        matching.set(row);
                    }
                }
            }
            rows.and(matching);
        }

        @Override
        public boolean mayMatch(PruneTarget target) {
            return true;
        }

        @Override
        int cost(FilterTarget target) {
            return 20;
        }
    }
}
