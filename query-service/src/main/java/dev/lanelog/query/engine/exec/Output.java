package dev.lanelog.query.engine.exec;

import dev.lanelog.query.engine.ResultSink;
import dev.lanelog.query.engine.RowConsumer;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.encode.NdjsonEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where an answer goes; on the driver, except for {@link #encode}. */
sealed interface Output {
    /** Takes rows. */
    void accept(Batch batch) throws IOException;

    /** Turns rows into a block on a compute thread, or returns them as they are. */
    Object encode(Batch batch);

    /** Takes what {@link #encode} made. */
    void acceptEncoded(Object encoded) throws IOException;

    /** No more rows. */
    void finish() throws IOException;

    /** Rows that were handed over. */
    long rows();

    /** NDJSON blocks. */
    final class Ndjson implements Output {
        private static final int BLOCK = 1 << 16;

        private final ResultSink sink;
        private final boolean sortFields;
        private final NdjsonEncoder encoder;
        private long encodedRows;

        Ndjson(ResultSink sink, boolean sortFields) {
            this.sink = sink;
            this.sortFields = sortFields;
            this.encoder = new NdjsonEncoder(sortFields);
        }

        /** A block that a compute thread made. */
        private record Block(byte[] bytes, long rows) {}

        @Override
        public void accept(Batch batch) throws IOException {
            encoder.encode(batch);
            if (encoder.size() >= BLOCK) {
                encoder.drainTo(sink);
            }
        }

        @Override
        public Object encode(Batch batch) {
            NdjsonEncoder own = new NdjsonEncoder(sortFields);
            own.encode(batch);
            return new Block(own.take(), own.rows());
        }

        @Override
        public void acceptEncoded(Object encoded) throws IOException {
            encoder.drainTo(sink);
            Block block = (Block) encoded;
            if (block.bytes.length > 0) {
                sink.write(block.bytes, 0, block.bytes.length);
            }
            encodedRows += block.rows;
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
            int[] order = NdjsonEncoder.order(names, sortFields);
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
