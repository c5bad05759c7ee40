package dev.lanelog.proto.batch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a decoded body. Every length is checked against the bytes that are left before anything is allocated. */
final class BodyReader {
    private final byte[] data;
    private final int end;
    private final int rows;
    private int at;

    BodyReader(byte[] data, int from, int end, int rows) {
        this.data = data;
        this.at = from;
        this.end = end;
        this.rows = rows;
    }

    long[] times() throws CorruptBatchException {
        need(17, "times");
        long min = LittleEndian.i64(data, at);
        long divisor = LittleEndian.i64(data, at + 8);
        int width = data[at + 16];
        at += 17;
        if (divisor < 1 || width < 0 || width > 8 || Integer.bitCount(width) > 1) {
            throw new CorruptBatchException("times: divisor " + divisor + ", width " + width);
        }
        need((long) rows * width, "time offsets");
        long[] times = new long[rows];
        for (int i = 0; i < rows; i++) {
            times[i] = min + divisor * offset(at + i * width, width);
        }
        at += rows * width;
        return times;
    }

    private long offset(int position, int width) {
        return switch (width) {
            case 0 -> 0;
            case 1 -> data[position] & 0xFF;
            case 2 -> LittleEndian.u16(data, position);
            case 4 -> LittleEndian.i32(data, position) & 0xFFFF_FFFFL;
            default -> LittleEndian.i64(data, position);
        };
    }

    List<BatchColumn> columns() throws CorruptBatchException {
        int count = varint("column count");
        if (count > LogBatch.MAX_COLUMNS || (long) count * rows > LogBatch.MAX_CELLS) {
            throw new CorruptBatchException(count + " columns of " + rows + " rows");
        }
        List<BatchColumn> columns = new ArrayList<>(Math.min(count, 256));
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            BatchColumn column = column();
            if (!names.add(column.name())) {
                throw new CorruptBatchException("two columns are named " + column.name());
            }
            columns.add(column);
        }
        if (at != end) {
            throw new CorruptBatchException((end - at) + " bytes after the last column");
        }
        return List.copyOf(columns);
    }

    private BatchColumn column() throws CorruptBatchException {
        int nameBytes = varint("name length");
        if (nameBytes == 0 || nameBytes > LogBatch.MAX_NAME_BYTES) {
            throw new CorruptBatchException("a name of " + nameBytes + " bytes");
        }
        need(nameBytes + 1L, "name");
        String name = new String(data, at, nameBytes, StandardCharsets.UTF_8);
        at += nameBytes;
        int kind = data[at++];
        return switch (kind) {
            case BatchFormat.KIND_DICTIONARY -> dictionary(name);
            case BatchFormat.KIND_PLAIN -> {
                int[] offsets = offsets(rows);
                yield new BatchColumn.PlainColumn(name, bytes(offsets[rows]), offsets);
            }
            case BatchFormat.KIND_HEX -> hex(name);
            default -> throw new CorruptBatchException("column kind " + kind);
        };
    }

    private BatchColumn dictionary(String name) throws CorruptBatchException {
        int size = varint("dictionary size");
        if (size < 1 || size > rows) {
            throw new CorruptBatchException("a dictionary of " + size + " values for " + rows + " rows");
        }
        int[] offsets = offsets(size);
        byte[] arena = bytes(offsets[size]);
        int width = BatchFormat.widthFor(size - 1);
        need((long) rows * width, "dictionary ids");
        int[] ids = new int[rows];
        unpack(ids, rows, width);
        for (int i = 0; i < rows; i++) {
            if (ids[i] >= size) {
                throw new CorruptBatchException("value " + ids[i] + " of a dictionary of " + size);
            }
        }
        return new BatchColumn.DictionaryColumn(name, arena, offsets, ids);
    }

    private BatchColumn hex(String name) throws CorruptBatchException {
        int digits = varint("hex digits");
        if (digits < 2 || (digits & 1) != 0) {
            throw new CorruptBatchException("hex values of " + digits + " digits");
        }
        long packed = (long) rows * (digits / 2);
        need(packed, "hex values");
        byte[] arena = new byte[(int) packed * 2];
        HexPairs.unpack(data, at, (int) packed, arena);
        at += (int) packed;
        int[] offsets = new int[rows + 1];
        for (int i = 1; i <= rows; i++) {
            offsets[i] = i * digits;
        }
        return new BatchColumn.PlainColumn(name, arena, offsets);
    }

    /** Lengths as offsets: count + 1 of them. The text they span is checked against the bytes left. */
    private int[] offsets(int count) throws CorruptBatchException {
        need(1, "lengths");
        int width = data[at++];
        int[] offsets = new int[count + 1];
        long total = 0;
        if (width == 0) {
            long each = varint("length");
            need(each * count, "values");
            for (int i = 1; i <= count; i++) {
                offsets[i] = (int) (each * i);
            }
            return offsets;
        }
        if (width != 1 && width != 2 && width != 4) {
            throw new CorruptBatchException("length width " + width);
        }
        need((long) count * width, "lengths");
        int[] lengths = new int[count];
        unpack(lengths, count, width);
        for (int i = 0; i < count; i++) {
            total += lengths[i] & 0xFFFF_FFFFL;
            if (total > end - at) {
                throw new CorruptBatchException("values end beyond the body");
            }
            offsets[i + 1] = (int) total;
        }
        return offsets;
    }

    private void unpack(int[] into, int count, int width) {
        switch (width) {
            case 0 -> {}
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = data[at + i] & 0xFF;
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    into[i] = LittleEndian.u16(data, at + 2 * i);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    into[i] = LittleEndian.i32(data, at + 4 * i);
                }
            }
        }
        at += count * width;
    }

    private byte[] bytes(int len) throws CorruptBatchException {
        need(len, "values");
        byte[] out = Arrays.copyOfRange(data, at, at + len);
        at += len;
        return out;
    }

    private int varint(String what) throws CorruptBatchException {
        int v = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            need(1, what);
            int b = data[at++];
            if (shift == 28 && (b & 0xF8) != 0) {
                break;
            }
            v |= (b & 0x7F) << shift;
            if (b >= 0) {
                return v;
            }
        }
        throw new CorruptBatchException(what + " does not fit 31 bits at " + at);
    }

    private void need(long len, String what) throws CorruptBatchException {
        if (len > end - at) {
            throw new CorruptBatchException(what + ": " + len + " bytes at " + at + ", " + (end - at) + " are left");
        }
    }
}
