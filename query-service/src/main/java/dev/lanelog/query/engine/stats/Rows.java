package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.logsql.ast.FieldPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loops over the rows of a batch, or over some of them. */
final class Rows {
    private Rows() {}

    /** The first row at or after {@code row} that is in {@code rows}, or -1; null means all {@code count} rows. */
    static int next(@Nullable Bitmap rows, int row, int count) {
        if (rows == null) {
            return row < count ? row : -1;
        }
        return rows.nextSetBit(row);
    }

    /** Names of the fields that the patterns mean in this batch; a name that is written out counts even when absent. */
    static List<String> names(Batch batch, List<FieldPattern> patterns) {
        List<String> names = new ArrayList<>();
        for (FieldPattern pattern : patterns) {
            if (!pattern.prefix()) {
                if (!names.contains(pattern.text())) {
                    names.add(pattern.text());
                }
                continue;
            }
            for (String name : batch.names()) {
                if (pattern.matches(name) && !names.contains(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** Whether one of the patterns is this name, written out. */
    static boolean isWrittenOut(List<FieldPattern> patterns, String name) {
        for (FieldPattern pattern : patterns) {
            if (!pattern.prefix() && pattern.text().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The rows in which a field counts for a function that looks at empty values too: all that are asked for when the
     * field's name is written out; when a prefix found it, only those that have a value, because whether other rows
     * around have the field must not change the result.
     */
    static @Nullable Bitmap counting(
            ColumnVector column, String name, List<FieldPattern> patterns, @Nullable Bitmap rows, int count) {
        if (isWrittenOut(patterns, name)) {
            return rows;
        }
        Bitmap kept = new Bitmap(count);
        for (int row = next(rows, 0, count); row >= 0; row = next(rows, row + 1, count)) {
            if (!column.isEmpty(row)) {
                kept.set(row);
            }
        }
        return kept;
    }

    /** The values of these fields. */
    static List<ColumnVector> columns(Batch batch, List<String> names) {
        List<ColumnVector> columns = new ArrayList<>(names.size());
        for (String name : names) {
            columns.add(batch.column(name));
        }
        return columns;
    }

    static boolean allEmpty(List<ColumnVector> columns, int row) {
        for (ColumnVector column : columns) {
            if (!column.isEmpty(row)) {
                return false;
            }
        }
        return true;
    }
}
