package dev.lanelog.query.engine.stats;

/** Distinct longs with an int each. Open addressing. */
public final class LongTable {
    private static final long P = 0x9E3779B97F4A7C15L;

    private long[] keys = new long[32];

    /** Value plus 1, or 0 where the slot is free. */
    private int[] values = new int[32];

    private int size;

    public int size() {
        return size;
    }

    public long heapBytes() {
        return 12L * keys.length;
    }

    /** The value of a key, or -1. */
    public int get(long key) {
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        while (values[slot] != 0) {
            if (keys[slot] == key) {
                return values[slot] - 1;
            }
            slot = slot + 1 & mask;
        }
        return -1;
    }

    /** Adds a key that is not there yet; {@code value} is 0 or more. */
    public void put(long key, int value) {
        if ((size + 1) * 2 > keys.length) {
            grow();
        }
        insert(keys, values, key, value + 1);
        size++;
    }

    /** The value of a key, which gets the next free number when it is new. */
    public int add(long key) {
        int value = get(key);
        if (value < 0) {
            value = size;
            put(key, value);
        }
        return value;
    }

    /** Calls back for every key with its value, in no order. */
    public void forEach(Entry entry) {
        for (int i = 0; i < keys.length; i++) {
            if (values[i] != 0) {
                entry.entry(keys[i], values[i] - 1);
            }
        }
    }

    /** Takes a key and its value. */
    @FunctionalInterface
    public interface Entry {
        void entry(long key, int value);
    }

    private void grow() {
        long[] moreKeys = new long[Math.multiplyExact(keys.length, 2)];
        int[] moreValues = new int[moreKeys.length];
        for (int i = 0; i < keys.length; i++) {
            if (values[i] != 0) {
                insert(moreKeys, moreValues, keys[i], values[i]);
            }
        }
        keys = moreKeys;
        values = moreValues;
    }

    private static void insert(long[] keys, int[] values, long key, int stored) {
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        while (values[slot] != 0) {
            slot = slot + 1 & mask;
        }
        keys[slot] = key;
        values[slot] = stored;
    }

    private static int slot(long key, int mask) {
        long h = key * P;
        return (int) (h ^ h >>> 32) & mask;
    }
}
