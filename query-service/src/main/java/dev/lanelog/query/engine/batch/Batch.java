package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.kernel.Bitmap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Some rows with their fields in order. A field that is not there reads as the empty value. Stored columns are made
 * when first asked for, so that a field nobody reads costs nothing. Methods that change something return another batch;
 * not safe for use by several threads at once.
 */
public final class Batch {
    private static final Batch NO_ROWS = new Batch(0, null, List.of());

    private final int rows;
    private final @Nullable StoredRows stored;
    private final List<Field> fields;
    private @Nullable Map<String, Field> byName;

    private Batch(int rows, @Nullable StoredRows stored, List<Field> fields) {
        this.rows = rows;
        this.stored = stored;
        this.fields = fields;
    }

    /** A batch without rows. */
    public static Batch empty() {
        return NO_ROWS;
    }

    /** Rows of a page, with all columns still to be made. */
    public static Batch ofStored(int rows, StoredRows stored, List<String> columns) {
        List<Field> fields = new ArrayList<>(columns.size());
        for (String column : columns) {
            fields.add(new Field(column, column, null));
        }
        return new Batch(rows, stored, fields);
    }

    /** Rows with these columns. */
    public static Batch of(int rows, List<String> names, List<ColumnVector> vectors) {
        List<Field> fields = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            fields.add(new Field(names.get(i), null, vectors.get(i)));
        }
        return new Batch(rows, null, fields);
    }

    public int rows() {
        return rows;
    }

    /** The page the rows come from, or null when they come from nowhere or were copied. */
    public @Nullable StoredRows stored() {
        return stored;
    }

    /** Names of the fields in their order. */
    public List<String> names() {
        List<String> names = new ArrayList<>(fields.size());
        for (Field field : fields) {
            names.add(field.name);
        }
        return names;
    }

    public boolean has(String name) {
        return field(name) != null;
    }

    /** The values of a field; empty values when there is no such field. */
    public ColumnVector column(String name) {
        Field field = field(name);
        return field == null ? ConstantVector.EMPTY : vector(field);
    }

    /** The values of the field at a position of {@link #names}. */
    public ColumnVector column(int position) {
        return vector(fields.get(position));
    }

    /** The rows in {@code kept}. */
    public Batch select(Bitmap kept) {
        int count = kept.cardinality();
        if (count == rows) {
            return this;
        }
        if (count == 0) {
            return NO_ROWS;
        }
        List<Field> selected = new ArrayList<>(fields.size());
        for (Field field : fields) {
            selected.add(
                    field.vector == null
                            ? new Field(field.name, field.column, null)
                            : new Field(field.name, null, field.vector.select(kept, count)));
        }
        return new Batch(count, stored == null ? null : stored.select(kept, count), selected);
    }

    /** Rows {@code [from, to)}. */
    public Batch range(int from, int to) {
        if (from == 0 && to == rows) {
            return this;
        }
        Bitmap kept = new Bitmap(rows);
        kept.setRange(from, to);
        return select(kept);
    }

    /** Rows {@code order[from, from + count)}, in that order; makes all columns. */
    public Batch gather(int[] order, int from, int count) {
        List<Field> gathered = new ArrayList<>(fields.size());
        for (Field field : fields) {
            gathered.add(new Field(field.name, null, vector(field).gather(order, from, count)));
        }
        return new Batch(count, null, gathered);
    }

    /** Sets a field's values; a new field goes to the end. */
    public Batch with(String name, ColumnVector vector) {
        List<Field> changed = new ArrayList<>(fields);
        put(changed, new Field(name, null, vector));
        return new Batch(rows, stored, changed);
    }

    /** Gives field {@code to} the values that {@code from} has; a new field goes to the end. */
    public Batch copy(String from, String to) {
        Field source = field(from);
        List<Field> changed = new ArrayList<>(fields);
        put(changed, source == null ? new Field(to, null, ConstantVector.EMPTY) : source.named(to));
        return new Batch(rows, stored, changed);
    }

    /** Calls field {@code from} {@code to}, which takes the place of an earlier field of that name. */
    public Batch rename(String from, String to) {
        if (from.equals(to)) {
            return this;
        }
        Field source = field(from);
        List<Field> changed = new ArrayList<>(fields.size());
        for (Field field : fields) {
            if (field.name.equals(from)) {
                changed.add(field.named(to));
            } else if (!field.name.equals(to)) {
                changed.add(field);
            }
        }
        if (source == null) {
            changed.add(new Field(to, null, ConstantVector.EMPTY));
        }
        return new Batch(rows, stored, changed);
    }

    /** Only these fields, in this order; those that are not there are left out. */
    public Batch project(List<String> names) {
        List<Field> kept = new ArrayList<>(names.size());
        for (String name : names) {
            Field field = field(name);
            if (field != null) {
                kept.add(field);
            }
        }
        return new Batch(rows, stored, kept);
    }

    /** All fields but these. */
    public Batch without(List<String> names) {
        List<Field> kept = new ArrayList<>(fields.size());
        for (Field field : fields) {
            if (!names.contains(field.name)) {
                kept.add(field);
            }
        }
        return new Batch(rows, stored, kept);
    }

    /** The same rows with every column made, so that nothing of the page is kept but its shared dictionaries. */
    public Batch detach() {
        List<Field> made = new ArrayList<>(fields.size());
        for (Field field : fields) {
            ColumnVector vector = vector(field);
            made.add(new Field(field.name, null, vector instanceof TextVector text ? text.detach() : vector));
        }
        return new Batch(rows, null, made);
    }

    /** Bytes of the columns that were made. */
    public long heapBytes() {
        long bytes = 64;
        for (Field field : fields) {
            bytes += 48 + (field.vector == null ? 0 : field.vector.heapBytes());
        }
        return bytes;
    }

    private static void put(List<Field> fields, Field changed) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name.equals(changed.name)) {
                fields.set(i, changed);
                return;
            }
        }
        fields.add(changed);
    }

    private ColumnVector vector(Field field) {
        ColumnVector vector = field.vector;
        if (vector == null) {
            vector = stored == null || field.column == null ? ConstantVector.EMPTY : stored.load(field.column);
            field.vector = vector;
        }
        return vector;
    }

    private @Nullable Field field(String name) {
        Map<String, Field> index = byName;
        if (index == null) {
            index = new HashMap<>(fields.size() * 2);
            for (Field field : fields) {
                index.put(field.name, field);
            }
            byName = index;
        }
        return index.get(name);
    }

    /** A field: its name, and its values or the stored column they come from. */
    private static final class Field {
        final String name;
        final @Nullable String column;

        @Nullable ColumnVector vector;

        Field(String name, @Nullable String column, @Nullable ColumnVector vector) {
            this.name = name;
            this.column = column;
            this.vector = vector;
        }

        Field named(String newName) {
            return new Field(newName, column, vector);
        }
    }
}
