package dev.lanelog.query.engine.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Distinct byte strings, numbered from 0 in the order they come. Open addressing; keys lie in one arena. */
public final class KeyTable {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long P1 = 0x9E3779B97F4A7C15L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;

    private byte[] arena = new byte[256];
    private int[] ends = new int[16];
    private int[] hashes = new int[16];
    private int size;

    /** Key number plus 1, or 0; a power of two long. */
    private int[] slots = new int[32];

    /** Number of keys. */
    public int size() {
        return size;
    }

    public byte[] arena() {
        return arena;
    }

    public int offset(int key) {
        return key == 0 ? 0 : ends[key - 1];
    }

    public int length(int key) {
        return ends[key] - offset(key);
    }

    public byte[] get(int key) {
        return Arrays.copyOfRange(arena, offset(key), ends[key]);
    }

    public long heapBytes() {
        return arena.length + 4L * (ends.length + hashes.length + slots.length);
    }

    /** The number of a key, which is added when it is new. */
    public int add(byte[] buf, int off, int len) {
        int hash = hash(buf, off, len);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int key = slots[slot] - 1;
            if (hashes[key] == hash && equal(key, buf, off, len)) {
                return key;
            }
            slot = slot + 1 & mask;
        }
        if ((size + 1) * 2 > slots.length) {
            grow();
            return add(buf, off, len);
        }
        slots[slot] = size + 1;
        return append(buf, off, len, hash);
    }

    /** The number of a key, or -1. */
    public int find(byte[] buf, int off, int len) {
        int hash = hash(buf, off, len);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int key = slots[slot] - 1;
            if (hashes[key] == hash && equal(key, buf, off, len)) {
                return key;
            }
            slot = slot + 1 & mask;
        }
        return -1;
    }

    private boolean equal(int key, byte[] buf, int off, int len) {
        int start = offset(key);
        return Arrays.equals(arena, start, ends[key], buf, off, off + len);
    }

    private int append(byte[] buf, int off, int len, int hash) {
        int start = size == 0 ? 0 : ends[size - 1];
        int end = Math.addExact(start, len);
        if (end > arena.length) {
            arena = Arrays.copyOf(arena, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(end, arena.length * 2L)));
        }
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2);
        }
        System.arraycopy(buf, off, arena, start, len);
        ends[size] = end;
        hashes[size] = hash;
        return size++;
    }

    private void grow() {
        int[] bigger = new int[Math.multiplyExact(slots.length, 2)];
        int mask = bigger.length - 1;
        for (int key = 0; key < size; key++) {
            int slot = hashes[key] & mask;
            while (bigger[slot] != 0) {
                slot = slot + 1 & mask;
            }
            bigger[slot] = key + 1;
        }
        slots = bigger;
    }

    private static int hash(byte[] buf, int off, int len) {
        return (int) (hash64(buf, off, len, 0) >>> 32);
    }

    /** A 64-bit hash of a value; {@code seed} is the hash of what goes before. Not stable over versions. */
    static long hash64(byte[] buf, int off, int len, long seed) {
        long h = seed + len * P1;
        int i = off;
        int end = off + len;
        for (; end - i >= 8; i += 8) {
            h = (Long.rotateLeft(h, 29) ^ (long) LONGS.get(buf, i)) * P2;
            h ^= h >>> 32;
        }
        long rest = 0;
        for (int shift = 0; i < end; i++, shift += 8) {
            rest |= (buf[i] & 0xFFL) << shift;
        }
        h = (Long.rotateLeft(h, 29) ^ rest) * P2;
        h ^= h >>> 32;
        h *= P1;
        return h ^ h >>> 29;
    }
}
