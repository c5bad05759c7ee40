package dev.lanelog.query.engine.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import java.io.IOException;
import java.util.List;

/** What metadata says about some rows without looking at them. */
public interface PruneTarget {
    /** Names of all fields. */
    List<String> names();

    /** False when certainly no row matches. */
    boolean mayMatch(String field, ColumnPredicate predicate) throws IOException;

    /** False when certainly no row's time is in {@code [minNs, maxNs]}. */
    boolean mayMatchTime(long minNs, long maxNs);
}
