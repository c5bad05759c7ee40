package dev.lanelog.query.engine.encode;

import dev.lanelog.query.engine.ResultSink;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.format.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Batches to NDJSON: {@code {"name":"value",...}} and a newline per row, values as strings. Empty values are left out, and
 * so is a row without any. The text of a dictionary's value is escaped once and copied for each row. Used by one thread
 * at a time.
 */
public final class NdjsonEncoder {
    private static final int NUMBERS_ONLY = 40;

    private final boolean sortFields;
    private final ValueRef ref = new ValueRef();
    private byte[] out = new byte[1 << 14];
    private int size;
    private long rows;

    /** @param sortFields whether fields are put in the order of their names, else they stay as the batch has them */
    public NdjsonEncoder(boolean sortFields) {
        this.sortFields = sortFields;
    }

    /** Appends a batch's rows to the block. */
    public void encode(Batch batch) {
        List<String> names = batch.names();
        int[] order = order(names, sortFields);
        ColumnVector[] columns = new ColumnVector[order.length];
        byte[][] heads = new byte[order.length][];
        int fields = 0;
        for (int position : order) {
            ColumnVector column = batch.column(position);
            if (!column.knownEmpty()) {
                columns[fields] = column;
                heads[fields++] = head(names.get(position), column);
            }
        }
        for (int row = 0; row < batch.rows(); row++) {
            int start = size;
            for (int i = 0; i < fields; i++) {
                field(columns[i], heads[i], row, size == start);
            }
            if (size > start) {
                reserve(2);
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

    /** Hands the block over and begins another. */
    public void drainTo(ResultSink sink) throws IOException {
        if (size > 0) {
            sink.write(out, 0, size);
            size = 0;
        }
    }

    /** The block's bytes, and begins another. */
    public byte[] take() {
        byte[] block = Arrays.copyOf(out, size);
        size = 0;
        return block;
    }

    /** Positions of the fields in the order of the output. */
    public static int[] order(List<String> names, boolean sortFields) {
        Integer[] positions = new Integer[names.size()];
        Arrays.setAll(positions, i -> i);
        if (sortFields) {
            byte[][] keys = new byte[names.size()][];
            Arrays.setAll(keys, i -> names.get(i).getBytes(StandardCharsets.UTF_8));
            Arrays.sort(positions, (a, b) -> Arrays.compareUnsigned(keys[a], keys[b]));
        }
        int[] order = new int[positions.length];
        Arrays.setAll(order, i -> positions[i]);
        return order;
    }

    /** {@code ,"name":"} and, when the value is the same in every row, all of the field. */
    private static byte[] head(String name, ColumnVector column) {
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        byte[] value = column instanceof ConstantVector constant ? constant.value() : new byte[0];
        byte[] head = new byte[6 + 6 * (key.length + value.length)];
        head[0] = ',';
        head[1] = '"';
        int at = JsonText.appendContent(key, 0, key.length, head, 2);
        head[at++] = '"';
        head[at++] = ':';
        head[at++] = '"';
        if (value.length > 0) {
            at = JsonText.appendContent(value, 0, value.length, head, at);
            head[at++] = '"';
        }
        return Arrays.copyOf(head, at);
    }

    private void field(ColumnVector column, byte[] head, int row, boolean first) {
        switch (column) {
            case ConstantVector _ -> put(head, first);
            case DictionaryVector dictionary -> {
                int id = dictionary.ids()[row];
                if (dictionary.table().length(id) > 0) {
                    put(head, first);
                    byte[] text = dictionary.table().escaped(id, NdjsonEncoder::escape);
                    reserve(text.length + 1);
                    System.arraycopy(text, 0, out, size, text.length);
                    size += text.length;
                    out[size++] = '"';
                }
            }
            default -> {
                column.get(row, ref);
                if (ref.len > 0) {
                    put(head, first);
                    reserve(6 * Math.max(ref.len, NUMBERS_ONLY) + 1);
                    size = JsonText.appendContent(ref.buf, ref.off, ref.len, out, size);
                    out[size++] = '"';
                }
            }
        }
    }

    private static byte[] escape(byte[] buf, int off, int len) {
        byte[] text = new byte[JsonText.maxLength(len)];
        return Arrays.copyOf(text, JsonText.appendContent(buf, off, len, text, 0));
    }

    private void put(byte[] head, boolean first) {
        reserve(head.length);
        System.arraycopy(head, 0, out, size, head.length);
        if (first) {
            out[size] = '{';
        }
        size += head.length;
    }

    private void reserve(int bytes) {
        if (out.length - size < bytes) {
            out = Arrays.copyOf(out, Math.max(Math.addExact(size, bytes), (int)
                    Math.min(Integer.MAX_VALUE - 8L, out.length * 2L)));
        }
    }
}
