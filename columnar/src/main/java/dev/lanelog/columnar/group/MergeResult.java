package dev.lanelog.columnar.group;

import java.util.List;

/**
 * What a merge wrote.
 *
 * @param rows in the new group
 * @param bytes of the new group
 * @param minTimeNs smallest time, {@link Long#MAX_VALUE} when there are no rows
 * @param maxTimeNs largest time, inclusive, {@link Long#MIN_VALUE} when there are no rows
 * @param slices by tenant and day, one entry each
 */
public record MergeResult(long rows, long bytes, long minTimeNs, long maxTimeNs, List<SliceSummary> slices) {}
