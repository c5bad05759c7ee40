package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.io.Damage;
import dev.lanelog.columnar.kernel.Kernels;
import dev.lanelog.columnar.kernel.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A dictionary in memory, and its form in the file.
 *
 * <pre>
 * Dictionary --&gt; ArenaLength, LengthWidth, CountWidth, Lengths, Counts, Bytes
 *                varint, u8, u8, Packed(LengthWidth, size), Packed(CountWidth, size), see {@link TextCodec}
 * </pre>
 *
 * Counts are stored less 1. The bytes of the values stand one behind the other, sorted by unsigned bytes.
 */
final class StoredDictionary implements Dictionary {
    private final byte[] arena;
    private final int[] offsets;
    private final int[] counts;

    /**
     * @param offsets one more than values
     */
    StoredDictionary(byte[] arena, int[] offsets, int[] counts) {
        this.arena = arena;
        this.offsets = offsets;
        this.counts = counts;
    }

    @Override
    public int size() {
        return counts.length;
    }

    @Override
    public byte[] arena() {
        return arena;
    }

    @Override
    public int offset(int id) {
        return offsets[id];
    }

    @Override
    public int length(int id) {
        return offsets[id + 1] - offsets[id];
    }

    @Override
    public int count(int id) {
        return counts[id];
    }

    @Override
    public int find(byte[] buf, int off, int len) {
        int lo = 0;
        int hi = counts.length - 1;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            int order = Arrays.compareUnsigned(arena, offsets[mid], offsets[mid + 1], buf, off, off + len);
            if (order == 0) {
                return mid;
            }
            if (order < 0) {
                lo = mid + 1;
            } else {
                hi = mid - 1;
            }
        }
        return -1;
    }

    void write(ByteWriter out, TextCodec codec) {
        int size = counts.length;
        long[] lengths = new long[size];
        long[] rest = new long[size];
        long maxLength = 0;
        long maxCount = 0;
        for (int i = 0; i < size; i++) {
            lengths[i] = length(i);
            rest[i] = counts[i] - 1L;
            maxLength = Math.max(maxLength, lengths[i]);
            maxCount = Math.max(maxCount, rest[i]);
        }
        int lengthWidth = Packing.widthOf(maxLength);
        int countWidth = Packing.widthOf(maxCount);
        out.varint(offsets[size]);
        out.u8(lengthWidth);
        out.u8(countWidth);
        int at = out.skip((int) Packing.bytes(lengthWidth, size));
        Packing.pack(lengths, 0, size, lengthWidth, out.buffer(), at);
        at = out.skip((int) Packing.bytes(countWidth, size));
        Packing.pack(rest, 0, size, countWidth, out.buffer(), at);
        codec.write(out, arena, 0, offsets[size]);
    }

    /**
     * @param bytes the dictionary and {@link PageReader#PADDING} more bytes
     * @param rows that all counts together make
     */
    static StoredDictionary read(byte[] bytes, int size, int rows, String place, Damage damage) throws IOException {
        ByteReader in = new ByteReader(bytes, 0, bytes.length - PageReader.PADDING, place, damage);
        int arenaLength = in.count("length of the values", 0, Integer.MAX_VALUE - 64);
        int lengthWidth = width(in);
        int countWidth = width(in);
        long[] buffer = new long[size];
        int[] offsets = new int[size + 1];
        unpack(in, bytes, lengthWidth, size, buffer);
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += buffer[i];
            if (sum > arenaLength) {
                throw in.damaged("values pass the end of the dictionary");
            }
            offsets[i + 1] = (int) sum;
        }
        if (sum != arenaLength) {
            throw in.damaged("values end before the dictionary does");
        }
        unpack(in, bytes, countWidth, size, buffer);
        int[] counts = new int[size];
        long total = 0;
        for (int i = 0; i < size; i++) {
            counts[i] = (int) buffer[i] + 1;
            total += buffer[i] + 1;
        }
        if (total != rows) {
            throw in.damaged("counts make " + total + " rows instead of " + rows);
        }
        byte[] arena = TextCodec.read(in, arenaLength);
        in.finish();
        for (int i = 1; i < size; i++) {
            if (Arrays.compareUnsigned(arena, offsets[i - 1], offsets[i], arena, offsets[i], offsets[i + 1]) >= 0) {
                throw in.damaged("values are not sorted");
            }
        }
        return new StoredDictionary(arena, offsets, counts);
    }

    private static int width(ByteReader in) throws IOException {
        int width = in.u8();
        if (width > 31) {
            throw in.damaged("width " + width);
        }
        return width;
    }

    private static void unpack(ByteReader in, byte[] bytes, int width, int size, long[] out) throws IOException {
        int at = in.skip((int) Math.min(Integer.MAX_VALUE, Packing.bytes(width, size)));
        Kernels.bitUnpack().longs(MemorySegment.ofArray(bytes), at, width, size, 1, 0, out);
    }
}
