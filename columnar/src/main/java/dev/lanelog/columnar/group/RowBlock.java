package dev.lanelog.columnar.group;

import java.util.List;

/**
 * Rows of one tenant in arrival order, of any times and days. A column that is missing is empty in all rows. The arrays
 * are read, never kept or changed.
 *
 * @param rows number of rows, may be 0
 * @param timesNs nanoseconds since the epoch, at least {@code rows} of them
 * @param columns with distinct names
 */
public record RowBlock(Tenant tenant, int rows, long[] timesNs, List<InputColumn> columns) {}
