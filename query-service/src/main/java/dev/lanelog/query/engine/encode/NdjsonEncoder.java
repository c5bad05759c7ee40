package dev.lanelog.query.engine.encode;

import dev.lanelog.query.engine.ResultSink;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.TimestampWriter;
import dev.lanelog.query.engine.batch.Timestamps;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.format.JsonText;
import java.io.IOException;
import java.util.Arrays;

/**
 * Batches to NDJSON: {@code {"name":"value",...}} and a newline per row, values as strings. Empty values are left out, and
 * so is a row without any. Used by one thread at a time.
 */
public final class NdjsonEncoder {
    private final boolean sortFields;
    private final ValueRef ref = new ValueRef();
    private final TimestampWriter times = new TimestampWriter();
    private byte[] out;
    private int size;
    private long rows;

    /** @param sortFields whether fields are put in the order of their names, else they stay as the batch has them */
    public NdjsonEncoder(boolean sortFields) {
        this(sortFields, new byte[1 << 14]);
    }

    /**
     * @param sortFields whether fields are put in the order of their names, else they stay as the batch has them
     * @param buffer the block's first memory; a larger array takes its place when it is full
     */
    public NdjsonEncoder(boolean sortFields, byte[] buffer) {
        this.sortFields = sortFields;
        this.out = buffer;
    }

    /** Appends a batch's rows to the block. */
    public void encode(Batch batch) {
        encode(EncodedFields.of(batch, sortFields), 0, batch.rows());
    }

    /** Appends rows {@code [from, to)} of a batch that was made ready. */
    public void encode(EncodedFields fields, int from, int to) {
        int count = fields.count();
        for (int row = from; row < to; row++) {
            int start = size;
            for (int i = 0; i < count; i++) {
                field(fields, i, row);
            }
            if (size > start) {
                reserve(2);
                out[start] = '{';
                out[size++] = '}';
                out[size++] = '\n';
                rows++;
            }
        }
    }

    /** Bytes of the block so far. */
    public int size() {
        return size;
    }

    /** Rows of all blocks so far. */
    public long rows() {
        return rows;
    }

    /** The array whose first {@link #size} bytes are the block. */
    public byte[] buffer() {
        return out;
    }

    /** Hands the block over and begins another. */
    public void drainTo(ResultSink sink) throws IOException {
        if (size > 0) {
            sink.write(out, 0, size);
            size = 0;
        }
    }

    private void field(EncodedFields fields, int i, int row) {
        byte[] head = fields.head(i);
        switch (fields.form(i)) {
            case CONSTANT -> put(head);
            case DICTIONARY -> put(fields.rendered(i, row));
            case TIME -> {
                reserve(head.length + Timestamps.MAX_BYTES + 1);
                int at = append(head, size);
                at = times.write(fields.number(i, row), out, at);
                out[at] = '"';
                size = at + 1;
            }
            case PLAIN -> {
                fields.get(i, row, ref);
                if (ref.len > 0) {
                    reserve(head.length + ref.len + 1);
                    int at = append(head, size);
                    System.arraycopy(ref.buf, ref.off, out, at, ref.len);
                    at += ref.len;
                    out[at] = '"';
                    size = at + 1;
                }
            }
            case VALUE -> {
                fields.get(i, row, ref);
                if (ref.len > 0) {
                    reserve(head.length + 6 * ref.len + 1);
                    int at = append(head, size);
                    at = JsonText.appendContent(ref.buf, ref.off, ref.len, out, at);
                    out[at] = '"';
                    size = at + 1;
                }
            }
        }
    }

    private int append(byte[] head, int at) {
        System.arraycopy(head, 0, out, at, head.length);
        return at + head.length;
    }

    private void put(byte[] text) {
        reserve(text.length);
        System.arraycopy(text, 0, out, size, text.length);
        size += text.length;
    }

    private void reserve(int bytes) {
        if (out.length - size < bytes) {
            out = Arrays.copyOf(out, Math.max(Math.addExact(size, bytes), (int)
                    Math.min(Integer.MAX_VALUE - 8L, out.length * 2L)));
        }
    }
}
