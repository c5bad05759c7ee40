package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.Timestamps;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.logsql.ast.ByField;
import dev.lanelog.query.logsql.format.DurationText;
import dev.lanelog.query.logsql.format.Ipv4Text;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.format.TimeText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Values rounded down to the buckets of a {@code by} field: numbers, times, IPv4 addresses and durations stay what they
 * are; other values, and the empty one, are buckets of their own.
 */
final class Buckets {
    private static final long DAY_NS = 86_400_000_000_000L;

    /** The epoch was a Thursday; weeks start on Monday, four days later. */
    private static final long MONDAY_NS = 4 * DAY_NS;

    /** Length of {@code 2026-01-15T00:00:00}. */
    private static final int SECONDS_LENGTH = 19;

    private final ByField.Bucket bucket;
    private final long size;
    private final long offset;
    private final double scale;
    private final long scaledSize;
    private final ValueRef ref = new ValueRef();
    private final ByteBuilder text = new ByteBuilder(64);
    private final long[] parsed = new long[1];

    /** The last table that was rounded, and what came out: slices come one after the other. */
    private @Nullable ValueTable lastTable;

    private @Nullable ValueTable lastRounded;

    Buckets(ByField.Bucket bucket) {
        this.bucket = bucket;
        this.size = Math.max(1, (long) bucket.size());
        this.offset = (long) bucket.offset();
        double width = bucket.size() > 0 ? bucket.size() : 1;
        int digits = BigDecimal.valueOf(width).stripTrailingZeros().scale();
        this.scale = Math.pow(10, digits);
        this.scaledSize = Math.max(1, (long) (width * scale));
    }

    /** The buckets of a field's values. */
    ColumnVector round(Batch batch, ColumnVector column) {
        int rows = batch.rows();
        return switch (column) {
            case ConstantVector constant -> {
                constant.get(0, ref);
                yield new ConstantVector(rounded(ref.buf, ref.off, ref.len).copy());
            }
            case DictionaryVector dictionary -> new DictionaryVector(dictionary.ids(), table(dictionary.table()));
            case LongVector longs -> {
                long[] out = new long[rows];
                for (int row = 0; row < rows; row++) {
                    out[row] = longs.isEmpty(row) ? 0 : floor(longs.values()[row]);
                }
                yield new LongVector(out, longs.empty());
            }
            case TimeVector times -> {
                long[] out = new long[rows];
                for (int row = 0; row < rows; row++) {
                    out[row] = time(times.timesNs()[row]);
                }
                yield new TimeVector(out);
            }
            case TextVector _ -> {
                ValueBuffer out = new ValueBuffer(rows, 16 * rows);
                for (int row = 0; row < rows; row++) {
                    column.get(row, ref);
                    ByteBuilder bucketText = rounded(ref.buf, ref.off, ref.len);
                    out.add(bucketText.buf, 0, bucketText.size);
                }
                yield new TextVector(out);
            }
        };
    }

    @SuppressWarnings("ReferenceEquality") // the same object, not equal values, is what can be reused
    private ValueTable table(ValueTable table) {
        ValueTable kept = lastRounded;
        if (kept != null && lastTable == table) {
            return kept;
        }
        ValueBuffer out = new ValueBuffer(table.size(), 16 * table.size());
        for (int id = 0; id < table.size(); id++) {
            ByteBuilder bucketText = rounded(table.arena(), table.offset(id), table.length(id));
            out.add(bucketText.buf, 0, bucketText.size);
        }
        ValueTable made = ValueTable.of(out);
        lastTable = table;
        lastRounded = made;
        return made;
    }

    private ByteBuilder rounded(byte[] buf, int off, int len) {
        text.clear();
        if (len == 0 || (buf[off] < '0' || buf[off] > '9') && buf[off] != '-') {
            text.add(buf, off, len);
            return text;
        }
        if (NumberText.parseLong(buf, off, len, parsed)) {
            text.addLong(floor(parsed[0]));
            return text;
        }
        double number = NumberText.parsePlain(buf, off, len);
        if (!Double.isNaN(number)) {
            text.add(NumberText.format(floor(number)));
            return text;
        }
        long timeNs = TimeText.parseRfc3339(buf, off, len);
        if (timeNs != TimeText.INVALID) {
            text.reserve(Timestamps.MAX_BYTES);
            text.size += Timestamps.write(time(timeNs), text.buf, text.size);
            if (isMillisecondText(buf, off, len)) {
                keepMilliseconds();
            }
            return text;
        }
        long ip = Ipv4Text.parse(buf, off, len);
        if (ip >= 0) {
            text.add(Ipv4Text.format(Math.max(0, floor(ip))));
            return text;
        }
        long durationNs = DurationText.parse(buf, off, len);
        if (durationNs != DurationText.INVALID) {
            text.add(DurationText.format(floor(durationNs)));
            return text;
        }
        text.add(buf, off, len);
        return text;
    }

    /** {@code 2026-01-15T00:00:00.000Z}: its bucket is written alike. */
    private static boolean isMillisecondText(byte[] buf, int off, int len) {
        return len == 24 && buf[off + 19] == '.' && buf[off + 23] == 'Z';
    }

    private void keepMilliseconds() {
        boolean fraction = text.buf[SECONDS_LENGTH] == '.';
        text.size = fraction ? text.size - 1 : SECONDS_LENGTH;
        if (!fraction) {
            text.add('.');
        }
        while (text.size < SECONDS_LENGTH + 4) {
            text.add('0');
        }
        text.add('Z');
    }

    private long floor(long value) {
        long moved = value + offset;
        return moved - Math.floorMod(moved, size) - offset;
    }

    /** In units of the size's last digit, so that buckets of 0.1 are not those of the nearest double. */
    private double floor(double value) {
        long scaled = (long) Math.floor((value + bucket.offset()) * scale);
        return (scaled - scaled % scaledSize) / scale - bucket.offset();
    }

    private long time(long timeNs) {
        long moved = timeNs + offset;
        long start = switch (bucket.unit()) {
            case FIXED -> moved - Math.floorMod(moved, size);
            case WEEK -> moved - Math.floorMod(moved - MONDAY_NS, 7 * DAY_NS);
            case MONTH -> nanos(date(moved).withDayOfMonth(1));
            case YEAR -> nanos(date(moved).withDayOfYear(1));
        };
        return start - offset;
    }

    private static LocalDate date(long timeNs) {
        return LocalDate.ofInstant(Instant.ofEpochSecond(Math.floorDiv(timeNs, 1_000_000_000L)), ZoneOffset.UTC);
    }

    private static long nanos(LocalDate date) {
        return Math.multiplyExact(date.toEpochDay(), DAY_NS);
    }
}
