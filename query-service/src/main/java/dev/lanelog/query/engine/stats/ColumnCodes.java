package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers distinct values over many batches, from 0 in the order they come. A value has one number in whatever form it
 * comes. Canonical integers are kept as eight bytes, never as text; the text of a dictionary's value is looked at once.
 */
public final class ColumnCodes {
    /** Dictionaries whose numbers are remembered: slices are scanned one after the other, by few threads. */
    private static final int REMEMBERED = 4;

    private static final int LONGEST_INTEGER = 20;

    private final KeyTable keys = new KeyTable();
    private final LongTable longs = new LongTable();
    private final LongTable times = new LongTable();

    /** For each number: the integer, or the key's position in {@link #keys}, as {@link #isLong} says. */
    private long[] values = new long[16];

    private Bitmap isLong = new Bitmap(1024);

    /** For each key its number. */
    private int[] keyCodes = new int[16];

    private int size;
    private final @Nullable ValueTable[] tables = new ValueTable[REMEMBERED];
    private final int[] @Nullable [] tableCodes = new int[REMEMBERED][];
    private int nextTable;
    private final ValueRef ref = new ValueRef();

    /** Number of distinct values. */
    public int size() {
        return size;
    }

    public long heapBytes() {
        long bytes = keys.heapBytes() + longs.heapBytes() + times.heapBytes() + 12L * values.length;
        for (int[] codes : tableCodes) {
            bytes += codes == null ? 0 : 4L * codes.length;
        }
        return bytes;
    }

    /** Points {@code out} at the value with this number. */
    public void get(int code, ValueRef out) {
        if (isLong.get(code)) {
            out.setLong(values[code]);
        } else {
            int key = (int) values[code];
            out.buf = keys.arena();
            out.off = keys.offset(key);
            out.len = keys.length(key);
        }
    }

    public boolean isEmpty(int code) {
        return !isLong.get(code) && keys.length((int) values[code]) == 0;
    }

    /** The number of a value, which is added when it is new. */
    public int add(byte[] buf, int off, int len) {
        if (len > 0 && len <= LONGEST_INTEGER && buf[off] <= '9' && isInteger(buf, off, len)) {
            return addLong(parse(buf, off, len));
        }
        int before = keys.size();
        int key = keys.add(buf, off, len);
        if (key < before) {
            return keyCodes[key];
        }
        if (key == keyCodes.length) {
            keyCodes = Arrays.copyOf(keyCodes, key * 2);
        }
        keyCodes[key] = size;
        return newCode(key, false);
    }

    private static final long LARGEST_KEPT = 999_999_999_999_999_999L;

    /** Integers of more than 18 digits are kept as text, whichever form they come in. */
    private int addNumber(LongVector column, long value, int row) {
        if (value > LARGEST_KEPT || value < -LARGEST_KEPT) {
            column.get(row, ref);
            return add(ref.buf, ref.off, ref.len);
        }
        return addLong(value);
    }

    private int addLong(long value) {
        int code = longs.get(value);
        if (code < 0) {
            code = newCode(value, true);
            longs.put(value, code);
        }
        return code;
    }

    private int newCode(long value, boolean integer) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.multiplyExact(size, 2));
        }
        if (size == isLong.size()) {
            Bitmap bigger = new Bitmap(Math.multiplyExact(size, 2));
            System.arraycopy(isLong.words(), 0, bigger.words(), 0, Bitmap.wordCount(size));
            isLong = bigger;
        }
        if (integer) {
            isLong.set(size);
        }
        values[size] = value;
        return size++;
    }

    /** Adds all values of {@code other}; the result maps its numbers to the numbers here. */
    public int[] merge(ColumnCodes other) {
        int[] mapping = new int[other.size];
        for (int code = 0; code < mapping.length; code++) {
            if (other.isLong.get(code)) {
                mapping[code] = addLong(other.values[code]);
            } else {
                int key = (int) other.values[code];
                mapping[code] = add(other.keys.arena(), other.keys.offset(key), other.keys.length(key));
            }
        }
        return mapping;
    }

    /** Numbers of the values of {@code rows} rows into {@code out}. */
    public void codes(ColumnVector column, int rows, int[] out) {
        switch (column) {
            case ConstantVector constant ->
                Arrays.fill(out, 0, rows, add(constant.value(), 0, constant.value().length));
            case DictionaryVector dictionary -> {
                int[] codes = tableCodes(dictionary.table());
                int[] ids = dictionary.ids();
                for (int row = 0; row < rows; row++) {
                    int code = codes[ids[row]];
                    out[row] = code >= 0 ? code : newValue(dictionary.table(), codes, ids[row]);
                }
            }
            case LongVector numbers -> {
                long[] ns = numbers.values();
                Bitmap empty = numbers.empty();
                for (int row = 0; row < rows; row++) {
                    out[row] = empty != null && empty.get(row) ? add(ref.buf, 0, 0) : addNumber(numbers, ns[row], row);
                }
            }
            case TimeVector values -> {
                long[] ns = values.timesNs();
                for (int row = 0; row < rows; row++) {
                    int code = times.get(ns[row]);
                    if (code < 0) {
                        values.get(row, ref);
                        code = add(ref.buf, ref.off, ref.len);
                        times.put(ns[row], code);
                    }
                    out[row] = code;
                }
            }
            case TextVector text -> {
                for (int row = 0; row < rows; row++) {
                    text.get(row, ref);
                    out[row] = add(ref.buf, ref.off, ref.len);
                }
            }
        }
    }

    /** Numbers of a table's values, -1 for those that no row had so far. */
    private int[] tableCodes(ValueTable table) {
        for (int i = 0; i < REMEMBERED; i++) {
            int[] codes = tableCodes[i];
            if (codes != null && sameTable(tables[i], table)) {
                return codes;
            }
        }
        int[] codes = new int[table.size()];
        Arrays.fill(codes, -1);
        tables[nextTable] = table;
        tableCodes[nextTable] = codes;
        nextTable = (nextTable + 1) % REMEMBERED;
        return codes;
    }

    @SuppressWarnings("ReferenceEquality") // the same object, not the same values, is what makes its numbers valid
    private static boolean sameTable(@Nullable ValueTable a, ValueTable b) {
        return a == b;
    }

    private int newValue(ValueTable table, int[] codes, int id) {
        int code = add(table.arena(), table.offset(id), table.length(id));
        codes[id] = code;
        return code;
    }

    /** Whether the text is a canonical integer that surely fits a long. */
    private static boolean isInteger(byte[] buf, int off, int len) {
        int i = off;
        int end = off + len;
        if (buf[i] == '-') {
            i++;
        }
        int digits = end - i;
        if (digits == 0 || digits > 18 || buf[i] == '0' && len > 1) {
            return false;
        }
        for (; i < end; i++) {
            if (buf[i] < '0' || buf[i] > '9') {
                return false;
            }
        }
        return true;
    }

    private static long parse(byte[] buf, int off, int len) {
        boolean negative = buf[off] == '-';
        long value = 0;
        for (int i = negative ? off + 1 : off; i < off + len; i++) {
            value = value * 10 + (buf[i] - '0');
        }
        return negative ? -value : value;
    }
}
