package dev.lanelog.proto.batch;

import com.github.luben.zstd.Zstd;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Builds {@link LogBatch} record values, row by row, for one tenant at a time. Reusable and not thread-safe: buffers
 * and the form of each column are kept from batch to batch.
 *
 * <pre>
 *   int level = b.column(name, 0, name.length);   // once per name
 *   b.startRow(timeNs);
 *   b.set(level, value, 0, value.length);
 *   b.endRow();
 *   if (b.isFull()) send(b.finish());
 * </pre>
 */
public final class LogBatchBuilder {
    private static final int ZSTD_LEVEL = 1;
    /** Columns that one more row may bring along. */
    private static final int MAX_ROW_COLUMNS = 1024;

    private static final long[] DIVISORS = {1_000_000_000L, 1_000_000L, 1_000L};

    private final int maxRows;
    private final int maxBytes;

    private int accountId;
    private int projectId;

    private final List<ColumnBuilder> columns = new ArrayList<>();
    /** Open addressing over column names: handle + 1. */
    private int[] table = new int[256];
    /** Which column followed each one the last time: rows of one sender repeat their order. */
    private int[] successor = new int[64];

    private int lastColumn;

    private long[] times = new long[256];
    private int rows;
    private long bytes;
    private boolean inRow;

    private final ByteSink body = new ByteSink();
    private int[] lengths = new int[256];
    private final CRC32C crc = new CRC32C();

    /**
     * @param maxRows rows at which {@link #isFull} turns true, 1 to {@value LogBatch#MAX_ROWS}
     * @param maxBytes estimated raw bytes at which it turns true
     */
    public LogBatchBuilder(int maxRows, int maxBytes) {
        if (maxRows < 1 || maxRows > LogBatch.MAX_ROWS || maxBytes < 1) {
            throw new IllegalArgumentException("maxRows " + maxRows + ", maxBytes " + maxBytes);
        }
        this.maxRows = maxRows;
        this.maxBytes = maxBytes;
    }

    /** Sets the tenant of the batches from now on; the batch under way must be empty. */
    public void tenant(int newAccountId, int newProjectId) {
        if (rows > 0 || inRow) {
            throw new IllegalStateException("rows of another tenant are in the batch");
        }
        accountId = newAccountId;
        projectId = newProjectId;
    }

    /** Rows ended since the last {@link #finish}. */
    public int rows() {
        return rows;
    }

    /** Columns known, also those that the current batch has no value for. */
    public int columns() {
        return columns.size();
    }

    /** About how large the batch is before compression. */
    public long estimatedBytes() {
        return bytes + 2L * rows;
    }

    /** True when the batch should be finished before another row is started. */
    public boolean isFull() {
        if (rows == 0) {
            return false;
        }
        long count = columns.size();
        return rows >= maxRows
                || estimatedBytes() >= maxBytes
                || count > LogBatch.MAX_COLUMNS / 2
                || count * rows > LogBatch.MAX_CELLS / 4
                || (count + MAX_ROW_COLUMNS) * (rows + 1) > LogBatch.MAX_CELLS;
    }

    /**
     * The handle of a column, made if it is new; valid until {@link #forgetColumns}.
     *
     * @throws IllegalArgumentException if the name is empty, longer than {@value LogBatch#MAX_NAME_BYTES} bytes or not
     *     UTF-8
     */
    public int column(byte[] name, int off, int len) {
        int predicted = successor[lastColumn];
        if (predicted < columns.size() && sameName(predicted, name, off, len)) {
            return lastColumn = predicted;
        }
        int handle = lookUp(name, off, len);
        successor[lastColumn] = handle;
        return lastColumn = handle;
    }

    private boolean sameName(int handle, byte[] name, int off, int len) {
        byte[] known = columns.get(handle).name;
        return known.length == len && Arrays.equals(known, 0, len, name, off, off + len);
    }

    private int lookUp(byte[] name, int off, int len) {
        if (len == 0 || len > LogBatch.MAX_NAME_BYTES) {
            throw new IllegalArgumentException("a column name of " + len + " bytes");
        }
        int mask = table.length - 1;
        int at = ColumnBuilder.hash(name, off, len) & mask;
        while (table[at] != 0) {
            if (sameName(table[at] - 1, name, off, len)) {
                return table[at] - 1;
            }
            at = (at + 1) & mask;
        }
        byte[] own = Arrays.copyOfRange(name, off, off + len);
        // Two broken names could decode to one text, which a reader would have to refuse.
        if (!Arrays.equals(own, new String(own, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))) {
            throw new IllegalArgumentException("a column name that is not UTF-8");
        }
        columns.add(new ColumnBuilder(own));
        int size = columns.size();
        table[at] = size;
        if (size * 2 > table.length) {
            rehash();
        }
        if (size > successor.length) {
            successor = Arrays.copyOf(successor, size * 2);
        }
        return size - 1;
    }

    private void rehash() {
        int[] bigger = new int[table.length * 2];
        int mask = bigger.length - 1;
        for (int i = 0; i < columns.size(); i++) {
            byte[] name = columns.get(i).name;
            int at = ColumnBuilder.hash(name, 0, name.length) & mask;
            while (bigger[at] != 0) {
                at = (at + 1) & mask;
            }
            bigger[at] = i + 1;
        }
        table = bigger;
    }

    /** Begins a row. @param timeNs nanoseconds since 1970-01-01 UTC */
    public void startRow(long timeNs) {
        if (inRow) {
            throw new IllegalStateException("the last row was not ended");
        }
        if (rows == LogBatch.MAX_ROWS) {
            throw new IllegalStateException("a batch holds at most " + LogBatch.MAX_ROWS + " rows");
        }
        if (rows == times.length) {
            times = Arrays.copyOf(times, rows * 2);
        }
        times[rows] = timeNs;
        inRow = true;
    }

    /**
     * Sets a field of the row; an empty value is left out.
     *
     * @param column handle of {@link #column}
     * @throws IllegalArgumentException if the row has the field already
     */
    public void set(int column, byte[] value, int off, int len) {
        if (len > 0) {
            bytes += columns.get(column).set(rows, value, off, len);
        }
    }

    /** {@link #column} and {@link #set} in one. */
    public void field(byte[] name, int nameOff, int nameLen, byte[] value, int off, int len) {
        set(column(name, nameOff, nameLen), value, off, len);
    }

    /** Ends the row: it is part of the batch from now on. */
    public void endRow() {
        if (!inRow) {
            throw new IllegalStateException("no row was started");
        }
        inRow = false;
        rows++;
    }

    /**
     * The record value of the rows so far, and starts the next batch. Column handles stay valid.
     *
     * @throws IllegalStateException if there is no row, or one that was not ended
     */
    public byte[] finish() {
        if (rows == 0 || inRow) {
            throw new IllegalStateException(inRow ? "the last row was not ended" : "no rows");
        }
        body.clear();
        writeTimes();
        writeColumns();
        byte[] value = seal();
        discard();
        return value;
    }

    /** Drops the rows of the batch under way, the one that is not ended included. */
    public void discard() {
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).clear();
        }
        rows = 0;
        bytes = 0;
        inRow = false;
    }

    /** Forgets all columns and their handles; the batch under way must be empty. */
    public void forgetColumns() {
        if (rows > 0 || inRow) {
            throw new IllegalStateException("the batch is not empty");
        }
        columns.clear();
        table = new int[256];
        successor = new int[64];
        lastColumn = 0;
    }

    private void writeTimes() {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            min = Math.min(min, times[i]);
            max = Math.max(max, times[i]);
        }
        long span = max - min;
        long divisor = span < 0 ? 1 : divisor(min);
        int width = span < 0 ? 8 : BatchFormat.widthFor(span / divisor);
        body.i64(min);
        body.i64(divisor);
        body.u8(width);
        body.packedTimes(times, rows, min, divisor, width);
    }

    private long divisor(long min) {
        int d = 0;
        for (int i = 0; i < rows; i++) {
            while ((times[i] - min) % DIVISORS[d] != 0) {
                if (++d == DIVISORS.length) {
                    return 1;
                }
            }
        }
        return DIVISORS[d];
    }

    private void writeColumns() {
        if (lengths.length < rows) {
            lengths = new int[Math.max(rows, lengths.length * 2)];
        }
        int present = 0;
        for (int i = 0; i < columns.size(); i++) {
            present += columns.get(i).hasValues() ? 1 : 0;
        }
        if (present > LogBatch.MAX_COLUMNS || (long) present * rows > LogBatch.MAX_CELLS) {
            throw new IllegalStateException(
                    present + " columns of " + rows + " rows; finish batches when isFull says so");
        }
        body.varint(present);
        for (int i = 0; i < columns.size(); i++) {
            ColumnBuilder column = columns.get(i);
            if (column.hasValues()) {
                column.write(body, rows, lengths);
            }
        }
    }

    private byte[] seal() {
        int raw = body.size();
        if (raw > LogBatch.MAX_BODY_BYTES) {
            throw new IllegalStateException("a batch body of " + raw + " bytes; finish batches earlier");
        }
        byte[] value;
        int codec = BatchFormat.CODEC_NONE;
        if (raw >= BatchFormat.MIN_COMPRESS_BYTES) {
            byte[] room = new byte[BatchFormat.HEADER_BYTES + (int) Zstd.compressBound(raw)];
            long n = Zstd.compressByteArray(
                    room,
                    BatchFormat.HEADER_BYTES,
                    room.length - BatchFormat.HEADER_BYTES,
                    body.data(),
                    0,
                    raw,
                    ZSTD_LEVEL);
            if (Zstd.isError(n)) {
                throw new IllegalStateException("zstd: " + Zstd.getErrorName(n));
            }
            if (n < raw) {
                codec = BatchFormat.CODEC_ZSTD;
                value = Arrays.copyOf(room, BatchFormat.HEADER_BYTES + (int) n);
            } else {
                value = stored(raw);
            }
        } else {
            value = stored(raw);
        }
        LittleEndian.putI32(value, 0, BatchFormat.MAGIC | BatchFormat.VERSION << 24);
        LittleEndian.putI32(value, 4, codec);
        LittleEndian.putI32(value, 8, accountId);
        LittleEndian.putI32(value, 12, projectId);
        LittleEndian.putI32(value, 16, rows);
        LittleEndian.putI32(value, 20, raw);
        LittleEndian.putI32(value, 24, value.length - BatchFormat.HEADER_BYTES);
        crc.reset();
        crc.update(value, 0, BatchFormat.CRC_AT);
        crc.update(value, BatchFormat.HEADER_BYTES, value.length - BatchFormat.HEADER_BYTES);
        LittleEndian.putI32(value, BatchFormat.CRC_AT, (int) crc.getValue());
        return value;
    }

    private byte[] stored(int raw) {
        byte[] value = new byte[BatchFormat.HEADER_BYTES + raw];
        System.arraycopy(body.data(), 0, value, BatchFormat.HEADER_BYTES, raw);
        return value;
    }
}
