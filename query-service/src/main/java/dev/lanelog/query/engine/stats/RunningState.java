package dev.lanelog.query.engine.stats;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.format.NaturalOrder;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.stats.RunningCount;
import dev.lanelog.query.logsql.stats.RunningFirst;
import dev.lanelog.query.logsql.stats.RunningFunction;
import dev.lanelog.query.logsql.stats.RunningLast;
import dev.lanelog.query.logsql.stats.RunningMax;
import dev.lanelog.query.logsql.stats.RunningMin;
import dev.lanelog.query.logsql.stats.RunningSum;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function of {@code running_stats} or {@code total_stats} for one group: rows come one after the other. */
public abstract sealed class RunningState {
    private final ValueRef ref = new ValueRef();

    private RunningState() {}

    /** Takes a row. */
    public abstract void update(Batch batch, int row);

    /** Appends the result over the rows so far. */
    public abstract void write(ByteBuilder out);

    public static RunningState of(RunningFunction function) {
        return switch (function) {
            case RunningCount f -> new Count(f.fields());
            case RunningSum f -> new Sum(f.fields());
            case RunningMin f -> new Extreme(f.fields(), false);
            case RunningMax f -> new Extreme(f.fields(), true);
            case RunningFirst f -> new First(f.field(), f.offset());
            case RunningLast f -> new Last(f.field(), f.offset());
        };
    }

    /** Points at the value of a field of the batch. */
    ValueRef value(Batch batch, String name, int row) {
        batch.column(name).get(row, ref);
        return ref;
    }

    private static final class Count extends RunningState {
        private final List<FieldPattern> fields;
        private long count;

        Count(List<FieldPattern> fields) {
            this.fields = fields;
        }

        @Override
        public void update(Batch batch, int row) {
            if (fields.isEmpty() || FieldPattern.anyIsAll(fields)) {
                count++;
                return;
            }
            for (String name : Rows.names(batch, fields)) {
                if (value(batch, name, row).len > 0) {
                    count++;
                    return;
                }
            }
        }

        @Override
        public void write(ByteBuilder out) {
            out.addLong(count);
        }
    }

    private static final class Sum extends RunningState {
        private final List<FieldPattern> fields;
        private double sum = Double.NaN;

        Sum(List<FieldPattern> fields) {
            this.fields = fields;
        }

        @Override
        public void update(Batch batch, int row) {
            for (String name : Rows.names(batch, fields)) {
                ValueRef v = value(batch, name, row);
                double x = NumberText.parsePlain(v.buf, v.off, v.len);
                if (!Double.isNaN(x)) {
                    sum = Double.isNaN(sum) ? x : sum + x;
                }
            }
        }

        @Override
        public void write(ByteBuilder out) {
            out.add(NumberText.format(sum));
        }
    }

    private static final class Extreme extends RunningState {
        private final List<FieldPattern> fields;
        private final boolean largest;
        private byte @Nullable [] best;

        Extreme(List<FieldPattern> fields, boolean largest) {
            this.fields = fields;
            this.largest = largest;
        }

        @Override
        public void update(Batch batch, int row) {
            for (String name : Rows.names(batch, fields)) {
                ValueRef v = value(batch, name, row);
                if (v.len == 0 && !Rows.isWrittenOut(fields, name)) {
                    continue;
                }
                byte[] current = best;
                boolean better = current == null
                        || (largest
                                ? NaturalOrder.less(current, 0, current.length, v.buf, v.off, v.len)
                                : NaturalOrder.less(v.buf, v.off, v.len, current, 0, current.length));
                if (better) {
                    best = v.copy();
                }
            }
        }

        @Override
        public void write(ByteBuilder out) {
            byte[] current = best;
            if (current != null) {
                out.add(current);
            }
        }
    }

    private static final class First extends RunningState {
        private final String field;
        private long left;
        private byte[] found = new byte[0];

        First(String field, long offset) {
            this.field = field;
            this.left = offset;
        }

        @Override
        public void update(Batch batch, int row) {
            if (left-- == 0) {
                found = value(batch, field, row).copy();
            }
        }

        @Override
        public void write(ByteBuilder out) {
            out.add(found);
        }
    }

    private static final class Last extends RunningState {
        private final String field;
        private final int offset;
        private final ArrayDeque<byte[]> recent = new ArrayDeque<>();

        Last(String field, int offset) {
            this.field = field;
            this.offset = offset;
        }

        @Override
        public void update(Batch batch, int row) {
            recent.addLast(value(batch, field, row).copy());
            if (recent.size() > offset + 1) {
                recent.removeFirst();
            }
        }

        @Override
        public void write(ByteBuilder out) {
            if (recent.size() == offset + 1) {
                out.add(recent.getFirst());
            }
        }
    }
}
