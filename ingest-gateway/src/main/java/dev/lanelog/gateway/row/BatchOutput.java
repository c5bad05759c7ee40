package dev.lanelog.gateway.row;

/** Takes the finished batches of one request, in order. */
@FunctionalInterface
public interface BatchOutput {
    /**
     * Passes a batch on. May wait for an earlier one of the same request.
     *
     * @param value a {@link dev.lanelog.proto.batch.LogBatch}
     * @param rows in it
     * @throws IngestAbortedException if this or an earlier batch can't be passed on; no further one will be
     */
    void batch(byte[] value, int rows);
}
