package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.StoredColumn;
import dev.lanelog.columnar.column.StoredTimeColumn;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A slice of an opened group. */
record StoredSlice(
        String groupName,
        Tenant tenant,
        int day,
        int rows,
        int pageRows,
        long minTimeNs,
        long maxTimeNs,
        StoredTimeColumn time,
        List<StoredColumn> stored)
        implements Slice {
    @Override
    public List<Column> columns() {
        return Collections.unmodifiableList(stored);
    }

    @Override
    public @Nullable StoredColumn column(String name) {
        int lo = 0;
        int hi = stored.size() - 1;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            int order = GroupWriter.NAME_ORDER.compare(stored.get(mid).name(), name);
            if (order == 0) {
                return stored.get(mid);
            }
            if (order < 0) {
                lo = mid + 1;
            } else {
                hi = mid - 1;
            }
        }
        return null;
    }
}
