package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.column.Dictionary;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.logsql.format.NumberText;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Distinct values that rows refer to by number, with what was found out about each of them. Made once for a slice's
 * column and shared by all threads and queries; what it keeps is computed when first asked for, and computing it twice
 * does no harm.
 */
public abstract sealed class ValueTable permits ValueTable.OfDictionary, ValueTable.OfBuffer {
    private volatile @Nullable Rendered rendered;
    private volatile double @Nullable [] numbers;

    ValueTable() {}

    public static ValueTable of(Dictionary dictionary) {
        return new OfDictionary(dictionary);
    }

    /** Takes the buffer over. */
    public static ValueTable of(ValueBuffer values) {
        return new OfBuffer(values);
    }

    public abstract int size();

    /** Array that holds value {@code id}; shared, not to be changed. */
    public abstract byte[] arena();

    public abstract int offset(int id);

    public abstract int length(int id);

    /**
     * Room for what an encoder makes of each value under a field's name, kept for the next row that has it. All entries
     * are null at first; whoever finds one null may set it. Another name takes the room of the one before.
     */
    public AtomicReferenceArray<byte[]> rendered(String name) {
        Rendered kept = rendered;
        if (kept == null || !kept.name.equals(name)) {
            kept = new Rendered(name, new AtomicReferenceArray<>(size()));
            rendered = kept;
        }
        return kept.texts;
    }

    private record Rendered(String name, AtomicReferenceArray<byte[]> texts) {}

    /** The value of every entry as a number, NaN where it is none; shared, not to be changed. */
    public double[] numbers() {
        double[] kept = numbers;
        if (kept == null) {
            kept = new double[size()];
            for (int id = 0; id < kept.length; id++) {
                kept[id] = NumberText.parseNumber(arena(), offset(id), length(id));
            }
            numbers = kept;
        }
        return kept;
    }

    static final class OfDictionary extends ValueTable {
        private final Dictionary dictionary;
        private final byte[] arena;

        OfDictionary(Dictionary dictionary) {
            this.dictionary = dictionary;
            this.arena = dictionary.arena();
        }

        @Override
        public int size() {
            return dictionary.size();
        }

        @Override
        public byte[] arena() {
            return arena;
        }

        @Override
        public int offset(int id) {
            return dictionary.offset(id);
        }

        @Override
        public int length(int id) {
            return dictionary.length(id);
        }
    }

    static final class OfBuffer extends ValueTable {
        private final ValueBuffer values;

        OfBuffer(ValueBuffer values) {
            this.values = values;
        }

        @Override
        public int size() {
            return values.count;
        }

        @Override
        public byte[] arena() {
            return values.arena;
        }

        @Override
        public int offset(int id) {
            return values.offset(id);
        }

        @Override
        public int length(int id) {
            return values.length(id);
        }
    }
}
