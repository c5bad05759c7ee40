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
