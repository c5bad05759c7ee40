package dev.lanelog.query.engine.exec;

import dev.lanelog.query.engine.ResultSink;
import dev.lanelog.query.engine.RowConsumer;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.encode.EncodedFields;
import dev.lanelog.query.engine.encode.NdjsonEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Where an answer goes; on the driver, except for {@link #encode}. */
sealed interface Output {
    /** Takes rows. */
    void accept(Batch batch) throws IOException;

    /** Turns rows into a block on a compute thread, or returns them as they are. */
    Object encode(Batch batch);

    /**
     * Makes rows ready to be encoded piece by piece, each on any compute thread; null when this output has no use for it.
     */
    default @Nullable Pieces pieces(Batch batch) {
        return null;
    }

    /** How many rows a piece should have. */
    default int rowsPerPiece() {
        return Integer.MAX_VALUE;
    }

    /** Rows that are ready to be encoded. */
    @FunctionalInterface
    interface Pieces {
        /** What {@link Output#acceptEncoded} takes for rows {@code [from, to)}. */
        Object encode(int from, int to);
    }

    /** Takes what {@link #encode}, or a piece, made. */
    void acceptEncoded(Object encoded) throws IOException;

    /** No more rows. */
    void finish() throws IOException;

    /** Rows that were handed over. */
    long rows();

    /** NDJSON blocks. */
    final class Ndjson implements Output {
        /** Blocks of this size or a little more: long enough for a write, short enough for a cache. */
        private static final int BLOCK = 1 << 18;

        /** Longer arrays are not kept for the next block. */
        private static final int KEPT_BLOCK = 1 << 21;

        private static final int FIRST_PIECE = 512;
        private static final int LARGEST_PIECE = 4096;

        private final ResultSink sink;
        private final boolean sortFields;
        private final NdjsonEncoder encoder;
        private final ConcurrentLinkedQueue<byte[]> free = new ConcurrentLinkedQueue<>();
        private long encodedRows;
        private long encodedBytes;

        Ndjson(ResultSink sink, boolean sortFields) {
            this.sink = sink;
            this.sortFields = sortFields;
            this.encoder = new NdjsonEncoder(sortFields);
        }

        /** A block that a compute thread made. */
        private record Block(byte[] bytes, int length, long rows) {}

        @Override
        public void accept(Batch batch) throws IOException {
            encoder.encode(batch);
            if (encoder.size() >= BLOCK) {
                encoder.drainTo(sink);
            }
        }

        @Override
        public Object encode(Batch batch) {
            return encode(EncodedFields.of(batch, sortFields), 0, batch.rows());
        }

        private Block encode(EncodedFields fields, int from, int to) {
            byte[] buffer = free.poll();
            NdjsonEncoder own = new NdjsonEncoder(sortFields, buffer == null ? new byte[BLOCK + BLOCK / 4] : buffer);
            own.encode(fields, from, to);
            return new Block(own.buffer(), own.size(), own.rows());
        }

        @Override
        public Pieces pieces(Batch batch) {
            EncodedFields fields = EncodedFields.of(batch, sortFields);
            return (from, to) -> encode(fields, from, to);
        }

        /** As many as make a block, by what the rows so far took. */
        @Override
        public int rowsPerPiece() {
            return encodedRows == 0
                    ? FIRST_PIECE
                    : (int) Math.clamp(BLOCK / Math.max(1, encodedBytes / encodedRows), 1, LARGEST_PIECE);
        }

        @Override
        public void acceptEncoded(Object encoded) throws IOException {
            encoder.drainTo(sink);
            Block block = (Block) encoded;
            if (block.length > 0) {
                sink.write(block.bytes, 0, block.length);
            }
            encodedRows += block.rows;
            encodedBytes += block.length;
            if (block.bytes.length <= KEPT_BLOCK) {
                free.offer(block.bytes);
            }
        }

        @Override
        public void finish() throws IOException {
            encoder.drainTo(sink);
        }

        @Override
        public long rows() {
            return encodedRows + encoder.rows();
        }
    }

    /** Row by row. */
    final class Rows implements Output {
        private final RowConsumer consumer;
        private final boolean sortFields;
        private final ValueRef ref = new ValueRef();
        private long rows;

        Rows(RowConsumer consumer, boolean sortFields) {
            this.consumer = consumer;
            this.sortFields = sortFields;
        }

        @Override
        public void accept(Batch batch) throws IOException {
            List<String> names = batch.names();
            int[] order = EncodedFields.order(names, sortFields);
            ColumnVector[] columns = new ColumnVector[order.length];
            Arrays.setAll(columns, i -> batch.column(order[i]));
            for (int row = 0; row < batch.rows(); row++) {
                List<String> rowNames = new ArrayList<>(order.length);
                List<byte[]> values = new ArrayList<>(order.length);
                for (int i = 0; i < order.length; i++) {
                    columns[i].get(row, ref);
                    if (ref.len > 0) {
                        rowNames.add(names.get(order[i]));
                        values.add(ref.copy());
                    }
                }
                if (!rowNames.isEmpty()) {
                    rows++;
                    consumer.row(rowNames.toArray(new String[0]), values.toArray(new byte[0][]));
                }
            }
        }

        @Override
        public Object encode(Batch batch) {
            return batch.detach();
        }

        @Override
        public void acceptEncoded(Object encoded) throws IOException {
            accept((Batch) encoded);
        }

        @Override
        public void finish() {}

        @Override
        public long rows() {
            return rows;
        }
    }

    /** Batches for another query. */
    final class Batches implements Output {
        private final BatchConsumer consumer;
        private long rows;

        Batches(BatchConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public void accept(Batch batch) throws IOException {
            rows += batch.rows();
            consumer.accept(batch);
        }

        @Override
        public Object encode(Batch batch) {
            return batch;
        }

        @Override
        public void acceptEncoded(Object encoded) throws IOException {
            accept((Batch) encoded);
        }

        @Override
        public void finish() {}

        @Override
        public long rows() {
            return rows;
        }
    }
}
