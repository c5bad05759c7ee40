package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.ColumnEncoder;
import dev.lanelog.columnar.column.EncodeBuffers;
import dev.lanelog.columnar.column.EncodedColumn;
import dev.lanelog.columnar.column.PageReader;
import dev.lanelog.columnar.column.PageWriter;
import dev.lanelog.columnar.column.StoredTimeColumn;
import dev.lanelog.columnar.column.TextCodec;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.io.GroupOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** Writes the frame of a group: slice after slice, and the metadata at the end. Not thread-safe. */
final class GroupWriter {
    /** Names in the order of the file. */
    static final Comparator<String> NAME_ORDER =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final GroupOutput out;
    private final GroupOptions options;
    private final PageWriter pages;
    private final ColumnEncoder encoder;
    private final List<SliceBlock> slices = new ArrayList<>();

    GroupWriter(GroupOutput out, GroupOptions options, TextCodec codec, EncodeBuffers buffers) throws IOException {
        this.out = out;
        this.options = options;
        this.pages = new PageWriter(out, buffers);
        this.encoder = new ColumnEncoder(pages, codec, options.laneAligned());
        ByteWriter header = new ByteWriter(GroupFormat.HEADER_BYTES);
        header.u32(GroupFormat.MAGIC);
        header.u32(GroupFormat.VERSION);
        out.append(header.buffer(), 0, header.size());
    }

    ColumnEncoder encoder() {
        return encoder;
    }

    /** A slice as the metadata will tell of it. */
    static final class SliceBlock {
        private final ByteWriter head = new ByteWriter(64);
        private final Map<String, EncodedColumn> columns = new TreeMap<>(NAME_ORDER);

        void column(String name, EncodedColumn column) {
            if (columns.put(name, column) != null) {
                throw new IllegalArgumentException("column " + name + " twice in a slice");
            }
        }
    }

    /**
     * Begins a slice and writes its times.
     *
     * @param times ascending, all of one day
     */
    SliceBlock slice(Tenant tenant, int day, long[] times, int pageRows) throws IOException {
        SliceBlock slice = new SliceBlock();
        ByteWriter head = slice.head;
        long min = times[0];
        long max = times[times.length - 1];
        head.varint(Integer.toUnsignedLong(tenant.accountId()));
        head.varint(Integer.toUnsignedLong(tenant.projectId()));
        head.zigzag(day);
        head.varint(times.length);
        head.varint(pageRows);
        head.zigzag(min);
        head.varint(max - min);
        EncodedColumn time = StoredTimeColumn.encode(times, pageRows, options.laneAligned(), pages);
        head.u8(time.kind());
        head.varint(time.body().size());
        head.append(time.body());
        slices.add(slice);
        return slice;
    }

    /** Writes padding, metadata and footer. */
    void finish() throws IOException {
        byte[] padding = new byte[PageReader.PADDING];
        out.append(padding, 0, padding.length);
        ByteWriter metadata = metadata();
        long at = out.position();
        int length = metadata.size();
        metadata.u64(at);
        metadata.u32(length);
        CRC32C crc = new CRC32C();
        crc.update(metadata.buffer(), 0, metadata.size());
        metadata.u32((int) crc.getValue());
        metadata.u32(GroupFormat.VERSION);
        metadata.u32(GroupFormat.MAGIC);
        out.append(metadata.buffer(), 0, metadata.size());
    }

    private ByteWriter metadata() {
        TreeMap<String, Integer> names = new TreeMap<>(NAME_ORDER);
        for (SliceBlock slice : slices) {
            for (String name : slice.columns.keySet()) {
                names.put(name, 0);
            }
        }
        ByteWriter metadata = new ByteWriter(4096);
        metadata.varint(names.size());
        Map<String, Integer> ids = new HashMap<>();
        for (String name : names.keySet()) {
            byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            metadata.blob(utf8, 0, utf8.length);
            ids.put(name, ids.size());
        }
        metadata.varint(slices.size());
        for (SliceBlock slice : slices) {
            metadata.append(slice.head);
            metadata.varint(slice.columns.size());
            for (Map.Entry<String, EncodedColumn> entry : slice.columns.entrySet()) {
                EncodedColumn column = entry.getValue();
                metadata.varint(ids.getOrDefault(entry.getKey(), -1));
                metadata.u8(column.kind());
                metadata.varint(column.body().size());
                metadata.append(column.body());
            }
        }
        return metadata;
    }
}
