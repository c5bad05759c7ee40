package dev.lanelog.query.engine;

/**
 * What a query cost.
 *
 * @param rowsReturned rows of the answer
 * @param rowsMatched rows that passed the query's filter
 * @param rowsScanned rows of the pages that were looked at
 * @param slices slices of the tenant in the time range
 * @param slicesPruned slices that metadata ruled out
 * @param slicesFromMetadata slices whose part of the answer came from metadata alone
 * @param pages pages of all slices
 * @param pagesPruned pages that time or metadata ruled out
 * @param pagesScanned pages whose filter was evaluated
 * @param bytesRead encoded bytes of the column pages that filters, pipes and output may have read
 * @param valuesRead values that were made from stored columns
 * @param memoryPeakBytes most bytes accounted at once
 * @param durationNs wall-clock time of the run
 * @param kernelPath {@code vector} or {@code scalar}: which kernels the process runs
 */
public record QueryStatistics(
        long rowsReturned,
        long rowsMatched,
        long rowsScanned,
        long slices,
        long slicesPruned,
        long slicesFromMetadata,
        long pages,
        long pagesPruned,
        long pagesScanned,
        long bytesRead,
        long valuesRead,
        long memoryPeakBytes,
        long durationNs,
        String kernelPath) {}
