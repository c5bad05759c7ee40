package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.ColumnEncoder;
import dev.lanelog.columnar.column.DictionaryBuilder;
import dev.lanelog.columnar.column.EncodedColumn;
import dev.lanelog.columnar.column.TextValues;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of a tenant while rows arrive: a dictionary and ids, or, once that has proved a waste, plain text. The
 * outcome is remembered for the next chunk, because what is near-unique stays so. Not thread-safe.
 */
final class HeadColumn {
    private static final int DICTIONARY_MAX = 1024;

    /** A larger dictionary is not kept for the next chunk. */
    private static final int KEEP_VALUES = 4096;

    /** A larger arena is given back when a chunk did not need it. */
    private static final int KEEP_BYTES = 1 << 20;

    /** Chunks after which a plain column tries a dictionary again, and a dictionary starts anew. */
    private static final int RETRY = 16;

    private final String name;
    private final DictionaryBuilder dictionary = new DictionaryBuilder();

    /** Values in the dictionary when the chunk was begun. */
    private int distinctBefore;

    private boolean plain;
    private int chunks;
    private int rows;
    private int[] ids = new int[1024];
    private byte[] arena = new byte[0];
    private int[] offsets = new int[1];
    private int[] remap = new int[64];

    /** The dictionary's ids by value, up to what it had grown to when a chunk was last made. */
    private int[] sorted = new int[0];

    HeadColumn(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    int rows() {
        return rows;
    }

    /** Bytes held. */
    long bytes() {
        return plain ? offsets[rows] + 4L * rows : dictionary.arenaBytes() + 4L * rows;
    }

    /** Forgets the rows; keeps the memory, a small dictionary, and what was learnt. */
    void clear() {
        chunks++;
        // Values come again from chunk to chunk, and their order with them; those that do not are forgotten in time.
        if (dictionary.size() > KEEP_VALUES || chunks % RETRY == 0) {
            forgetDictionary();
        }
        int held = plain ? offsets[rows] : 0;
        if (arena.length > KEEP_BYTES && arena.length > 4L * held) {
            arena = new byte[0];
        }
        distinctBefore = dictionary.size();
        rows = 0;
        if (chunks % RETRY == 0) {
            plain = false;
        }
    }

    private void forgetDictionary() {
        dictionary.clear();
        distinctBefore = 0;
        sorted = new int[0];
    }

    /** Adds empty rows up to {@code to}. */
    void fillTo(int to) {
        if (rows == to) {
            return;
        }
        if (plain) {
            growOffsets(to);
            Arrays.fill(offsets, rows + 1, to + 1, offsets[rows]);
        } else {
            growIds(to);
            Arrays.fill(ids, rows, to, dictionary.add(arena, 0, 0));
        }
        rows = to;
    }

    void add(InputColumn input, int count) {
        switch (input) {
            case InputColumn.DictionaryInput d -> {
                if (plain) {
                    addPlain(d, count);
                } else {
                    addIds(d, count);
                }
            }
            case InputColumn.TextInput t -> {
                if (plain) {
                    addPlain(t, count);
                } else {
                    addIds(t, count);
                }
            }
        }
        rows += count;
        if (!plain && dictionary.size() > DICTIONARY_MAX && dictionary.size() - distinctBefore > rows >>> 2) {
            toPlain();
        }
    }

    private void addIds(InputColumn.DictionaryInput in, int count) {
        int size = in.offsets().length - 1;
        if (remap.length < size) {
            remap = new int[size * 2];
        }
        int[] map = remap;
        for (int i = 0; i < size; i++) {
            int start = in.offsets()[i];
            map[i] = dictionary.add(in.arena(), start, in.offsets()[i + 1] - start);
        }
        growIds(rows + count);
        int[] from = in.ids();
        int[] to = ids;
        for (int i = 0, o = rows; i < count; i++) {
            to[o + i] = map[from[i]];
        }
    }

    private void addIds(InputColumn.TextInput in, int count) {
        growIds(rows + count);
        byte[] text = in.arena();
        int[] at = in.offsets();
        int[] to = ids;
        for (int i = 0, o = rows; i < count; i++) {
            to[o + i] = dictionary.add(text, at[i], at[i + 1] - at[i]);
        }
    }

    private void addPlain(InputColumn.DictionaryInput in, int count) {
        int[] at = in.offsets();
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            int id = in.ids()[i];
            bytes += at[id + 1] - at[id];
        }
        growOffsets(rows + count);
        growArena(bytes);
        int end = offsets[rows];
        for (int i = 0; i < count; i++) {
            int id = in.ids()[i];
            int length = at[id + 1] - at[id];
            System.arraycopy(in.arena(), at[id], arena, end, length);
            end += length;
            offsets[rows + i + 1] = end;
        }
    }

    private void addPlain(InputColumn.TextInput in, int count) {
        int[] at = in.offsets();
        int first = at[0];
        int bytes = at[count] - first;
        growOffsets(rows + count);
        growArena(bytes);
        int base = offsets[rows];
        System.arraycopy(in.arena(), first, arena, base, bytes);
        for (int i = 1; i <= count; i++) {
            offsets[rows + i] = base + at[i] - first;
        }
    }

    private void toPlain() {
        long bytes = 0;
        for (int i = 0; i < rows; i++) {
            bytes += dictionary.length(ids[i]);
        }
        plain = true;
        int n = rows;
        rows = 0;
        growOffsets(n);
        growArena(bytes);
        int end = 0;
        for (int i = 0; i < n; i++) {
            int length = dictionary.length(ids[i]);
            System.arraycopy(dictionary.arena(), dictionary.offset(ids[i]), arena, end, length);
            end += length;
            offsets[i + 1] = end;
        }
        rows = n;
        forgetDictionary();
    }

    private void growIds(int to) {
        if (ids.length < to) {
            ids = Arrays.copyOf(ids, Math.max(to, ids.length * 2));
        }
    }

    private void growOffsets(int to) {
        if (offsets.length <= to) {
            offsets = Arrays.copyOf(offsets, Math.max(to + 1, offsets.length * 2));
        }
    }

    private void growArena(long more) {
        long wanted = offsets[rows] + more;
        if (wanted > Integer.MAX_VALUE - 64) {
            throw new IllegalStateException("column " + name + " passes 2 GiB in one head chunk");
        }
        if (arena.length < wanted) {
            arena = Arrays.copyOf(arena, (int) Math.min(Integer.MAX_VALUE - 64, Math.max(wanted, arena.length * 2L)));
        }
    }

    /**
     * Writes the rows {@code order[from, from + count)}, or {@code [from, from + count)} without an order.
     *
     * @return null when all of them are empty
     */
    @Nullable EncodedColumn encode(int @Nullable [] order, int from, int count, int pageRows, ColumnEncoder encoder)
            throws IOException {
        if (plain) {
            return encoder.text(new TextValues(arena, offsets, order, from, count), pageRows);
        }
        int[] picked = encoder.buffers().ids(count);
        if (order == null) {
            System.arraycopy(ids, from, picked, 0, count);
        } else {
            for (int i = 0; i < count; i++) {
                picked[i] = ids[order[from + i]];
            }
        }
        int size = dictionary.size();
        sorted = dictionary.sorted(sorted);
        return encoder.ids(dictionary.arena(), dictionary.offsets(), size, sorted, picked, count, pageRows);
    }
}
