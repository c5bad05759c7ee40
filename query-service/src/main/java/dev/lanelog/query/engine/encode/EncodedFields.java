package dev.lanelog.query.engine.encode;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.logsql.format.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The fields of a batch made ready for {@link NdjsonEncoder}: in the order of the output, all columns made, each with the
 * bytes in front of its values, which begin with a comma. A dictionary's field is one piece of bytes per value, kept with
 * the dictionary. Safe for use by many threads, when it was handed to them safely.
 */
public final class EncodedFields {
    private static final byte[] NOTHING = new byte[0];

    /** How a field's text comes about. */
    enum Form {
        /** The head is all of it. */
        CONSTANT,
        /** A piece of bytes per distinct value. */
        DICTIONARY,
        /** A time. */
        TIME,
        /** A value that needs no escaping. */
        PLAIN,
        /** Any value. */
        VALUE
    }

    private final int count;
    private final byte[][] heads;
    private final ColumnVector[] columns;
    private final Form[] forms;
    private final int[][] ids;
    private final ValueTable[] tables;
    private final AtomicReferenceArray<byte[]>[] rendered;
    private final long[][] numbers;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of a generic type
    private EncodedFields(int capacity, List<String> names, int[] order, Batch batch) {
        heads = new byte[capacity][];
        columns = new ColumnVector[capacity];
        forms = new Form[capacity];
        ids = new int[capacity][];
        tables = new ValueTable[capacity];
        rendered = new AtomicReferenceArray[capacity];
        numbers = new long[capacity][];
        int n = 0;
        for (int position : order) {
            ColumnVector column = batch.column(position);
            if (!column.knownEmpty()) {
                add(n++, names.get(position), column);
            }
        }
        count = n;
    }

    private void add(int i, String name, ColumnVector column) {
        columns[i] = column;
        heads[i] = head(name);
        switch (column) {
            case ConstantVector constant -> {
                heads[i] = whole(heads[i], constant.value(), 0, constant.value().length);
                forms[i] = Form.CONSTANT;
            }
            case DictionaryVector dictionary -> {
                ids[i] = dictionary.ids();
                tables[i] = dictionary.table();
                rendered[i] = dictionary.table().rendered(name);
                forms[i] = Form.DICTIONARY;
            }
            case TimeVector times -> {
                numbers[i] = times.timesNs();
                forms[i] = Form.TIME;
            }
            case TextVector text -> forms[i] = text.isPlain() ? Form.PLAIN : Form.VALUE;
            case LongVector _ -> forms[i] = Form.PLAIN;
        }
    }

    /** Makes a batch's fields ready; makes all its columns. */
    public static EncodedFields of(Batch batch, boolean sortFields) {
        List<String> names = batch.names();
        int[] order = order(names, sortFields);
        return new EncodedFields(order.length, names, order, batch);
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

    /** Number of fields; those that are surely empty in all rows are not among them. */
    int count() {
        return count;
    }

    Form form(int i) {
        return forms[i];
    }

    /** {@code ,"name":"} and, for a constant, all of the field. */
    byte[] head(int i) {
        return heads[i];
    }

    long number(int i, int row) {
        return numbers[i][row];
    }

    void get(int i, int row, ValueRef out) {
        columns[i].get(row, out);
    }

    /** All of the field, nothing when the value is empty. */
    byte[] rendered(int i, int row) {
        int id = ids[i][row];
        byte[] text = rendered[i].getAcquire(id);
        return text == null ? render(i, id) : text;
    }

    private byte[] render(int i, int id) {
        ValueTable table = tables[i];
        int length = table.length(id);
        byte[] text = length == 0 ? NOTHING : whole(heads[i], table.arena(), table.offset(id), length);
        rendered[i].setRelease(id, text);
        return text;
    }

    private static byte[] head(String name) {
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        byte[] head = new byte[5 + JsonText.maxLength(key.length)];
        head[0] = ',';
        int at = JsonText.append(key, 0, key.length, head, 1);
        head[at++] = ':';
        head[at++] = '"';
        return Arrays.copyOf(head, at);
    }

    private static byte[] whole(byte[] head, byte[] buf, int off, int len) {
        byte[] text = Arrays.copyOf(head, head.length + JsonText.maxLength(len));
        int at = JsonText.appendContent(buf, off, len, text, head.length);
        text[at++] = '"';
        return Arrays.copyOf(text, at);
    }
}
