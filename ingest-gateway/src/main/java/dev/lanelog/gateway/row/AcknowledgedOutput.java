package dev.lanelog.gateway.row;

/** An output that knows which of its batches are safe. */
public interface AcknowledgedOutput extends BatchOutput {
    /**
     * Waits until all batches are safe.
     *
     * @throws IngestAbortedException if one is not
     */
    void complete();

    /** Rows that are known to be safe: those of the first batches, without a gap. */
    long rowsKept();
}
