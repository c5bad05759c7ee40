package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ColumnPage;
import dev.lanelog.columnar.column.PageReader;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.io.ByteSource;
import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;

/**
 * An opened group: its slices, and behind them columns and pages, which are read when asked for. Safe for use by many
 * threads.
 *
 * @see GroupFormat the bytes
 */
public final class Group implements AutoCloseable {
    private final ByteSource source;
    private final int formatVersion;
    private final List<StoredSlice> slices;
    private final long rows;
    private final long minTimeNs;
    private final long maxTimeNs;

    private Group(ByteSource source, int formatVersion, List<StoredSlice> slices) {
        this.source = source;
        this.formatVersion = formatVersion;
        this.slices = slices;
        long sum = 0;
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (StoredSlice slice : slices) {
            sum += slice.rows();
            min = Math.min(min, slice.minTimeNs());
            max = Math.max(max, slice.maxTimeNs());
        }
        rows = sum;
        minTimeNs = min;
        maxTimeNs = max;
    }

    /**
     * Opens a group: reads its header and its end, in two or three reads. The group owns the source from then on if that
     * can be closed.
     *
     * @throws CorruptGroupException when the bytes are damaged or of a newer version; the source is then left open
     */
    public static Group open(ByteSource source) throws IOException {
        MetadataReader reader = new MetadataReader(source);
        List<StoredSlice> slices = reader.read();
        return new Group(source, reader.version(), slices);
    }

    /** Name of the file or head chunk. */
    public String name() {
        return source.name();
    }

    /** Size in bytes, everything counted. */
    public long bytes() {
        return source.size();
    }

    /** Slices by tenant, day and time; none when the group has no rows. */
    public List<Slice> slices() {
        return Collections.unmodifiableList(slices);
    }

    public long rows() {
        return rows;
    }

    /** Smallest time of all rows; {@link Long#MAX_VALUE} when there are none. */
    public long minTimeNs() {
        return minTimeNs;
    }

    /** Largest time of all rows, inclusive; {@link Long#MIN_VALUE} when there are none. */
    public long maxTimeNs() {
        return maxTimeNs;
    }

    /** Version of the format that the group was written in. */
    public int formatVersion() {
        return formatVersion;
    }

    /**
     * Checks every checksum and decodes every page.
     *
     * @throws CorruptGroupException for the first thing that is wrong
     */
    public void verify() throws IOException {
        // A second opening, because pages that were checked before are not checked again.
        MetadataReader reader = new MetadataReader(source);
        for (StoredSlice slice : reader.read()) {
            try {
                verify(slice);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        reader.verifyPadding();
    }

    private void verify(StoredSlice slice) throws IOException {
        long[] times = new long[Math.min(slice.rows(), slice.pageRows())];
        ValueBuffer values = new ValueBuffer();
        for (int page = 0; page < slice.pageCount(); page++) {
            int n = slice.rowsInPage(page);
            slice.time().times(page, times);
            for (int i = 1; i < n; i++) {
                if (times[i] < times[i - 1]) {
                    throw new CorruptGroupException(
                            name(), place(slice), "time of row " + i + " of page " + page + " goes back");
                }
            }
            Bitmap all = new Bitmap(n);
            all.setAll();
            for (Column column : slice.columns()) {
                ColumnPage opened = column.page(page);
                values.clear();
                opened.append(all, values);
            }
        }
    }

    static String place(Slice slice) {
        return "slice " + slice.tenant() + " day " + slice.day();
    }

    /** Bytes of padding between pages and metadata. */
    static int padding() {
        return PageReader.PADDING;
    }

    @Override
    public void close() throws IOException {
        if (source instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException("closing " + name(), e);
            }
        }
    }
}
