package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.ColumnBlock;
import dev.lanelog.columnar.column.PageReader;
import dev.lanelog.columnar.column.SliceShape;
import dev.lanelog.columnar.column.StoredColumn;
import dev.lanelog.columnar.column.StoredTimeColumn;
import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteSource;
import dev.lanelog.columnar.io.Damage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Reads header, footer and metadata of a group; see {@link GroupFormat} for the grammar. */
final class MetadataReader {
    /** Read from the end at first; holds the whole metadata of most groups. */
    private static final int TAIL = 32 << 10;

    private static final int MAX_METADATA = Integer.MAX_VALUE - 64;

    private final ByteSource source;
    private final Damage damage;
    private int version;
    private long pagesTo;

    MetadataReader(ByteSource source) {
        this.source = source;
        this.damage = (place, what) -> new CorruptGroupException(source.name(), place, what);
    }

    int version() {
        return version;
    }

    List<StoredSlice> read() throws IOException {
        long size = source.size();
        int smallest = GroupFormat.HEADER_BYTES + PageReader.PADDING + GroupFormat.FOOTER_BYTES;
        if (size < smallest) {
            throw damage.at("file", size + " bytes are too few for a group");
        }
        int headerVersion = readHeader();
        int tail = (int) Math.min(TAIL, size);
        byte[] end = bytes(size - tail, tail);
        ByteReader footer = new ByteReader(end, tail - GroupFormat.FOOTER_BYTES, tail, "footer", damage);
        long metadataAt = footer.u64();
        int metadataLength = footer.u32();
        int crc = footer.u32();
        version = footer.u32();
        if (footer.u32() != GroupFormat.MAGIC) {
            throw damage.at("footer", "no magic number; the file was cut or is no group");
        }
        if (version != headerVersion) {
            throw damage.at("footer", "version " + version + " differs from the header's " + headerVersion);
        }
        if (version < 1 || version > GroupFormat.VERSION) {
            throw damage.at("footer", "format version " + version + "; this reader knows 1 to " + GroupFormat.VERSION);
        }
        if (metadataLength < 0
                || metadataLength > MAX_METADATA
                || metadataAt < GroupFormat.HEADER_BYTES + PageReader.PADDING
                || metadataAt != size - GroupFormat.FOOTER_BYTES - metadataLength) {
            throw damage.at("footer", "metadata of " + metadataLength + " bytes at " + metadataAt + " in " + size);
        }
        int whole = metadataLength + GroupFormat.FOOTER_BYTES;
        byte[] metadata = whole <= tail ? Arrays.copyOfRange(end, tail - whole, tail) : bytes(size - whole, whole);
        CRC32C sum = new CRC32C();
        sum.update(metadata, 0, metadataLength + GroupFormat.CRC_FROM);
        if ((int) sum.getValue() != crc) {
            throw damage.at("metadata", "checksum differs");
        }
        pagesTo = metadataAt - PageReader.PADDING;
        return slices(new ByteReader(metadata, 0, metadataLength, "metadata", damage));
    }

    /** The version in the header. */
    private int readHeader() throws IOException {
        ByteReader header =
                new ByteReader(bytes(0, GroupFormat.HEADER_BYTES), 0, GroupFormat.HEADER_BYTES, "header", damage);
        if (header.u32() != GroupFormat.MAGIC) {
            throw damage.at("header", "no magic number; this is no group");
        }
        return header.u32();
    }

    private byte[] bytes(long at, int length) throws IOException {
        MemorySegment segment = source.read(at, length);
        byte[] out = new byte[length];
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, out, 0, length);
        return out;
    }

    /** Checks that the padding is zero; call after {@link #read}. */
    void verifyPadding() throws IOException {
        for (byte b : bytes(pagesTo, PageReader.PADDING)) {
            if (b != 0) {
                throw damage.at("padding", "is not zero");
            }
        }
    }

    private List<StoredSlice> slices(ByteReader in) throws IOException {
        String[] names = names(in);
        PageReader pages = new PageReader(source, GroupFormat.HEADER_BYTES, pagesTo, damage);
        int count = in.count("slice count", 0, in.remaining());
        List<StoredSlice> slices = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            in.place("metadata of slice " + i);
            slices.add(slice(in, names, pages));
        }
        in.finish();
        return slices;
    }

    private String[] names(ByteReader in) throws IOException {
        int count = in.count("name count", 0, in.remaining());
        String[] names = new String[count];
        byte[] previous = null;
        for (int i = 0; i < count; i++) {
            byte[] utf8 = in.blob();
            if (previous != null && Arrays.compareUnsigned(previous, utf8) >= 0) {
                throw in.damaged("names are not sorted");
            }
            try {
                names[i] = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(utf8))
                        .toString();
            } catch (CharacterCodingException e) {
                throw in.damaged("name " + i + " is not UTF-8");
            }
            previous = utf8;
        }
        return names;
    }

    private StoredSlice slice(ByteReader in, String[] names, PageReader pages) throws IOException {
        int accountId = (int) in.offset("account id", 0xffffffffL);
        int projectId = (int) in.offset("project id", 0xffffffffL);
        Tenant tenant = new Tenant(accountId, projectId);
        long day = in.zigzag();
        int rows = in.count("row count", 1, Integer.MAX_VALUE);
        int pageRows = in.count("page rows", 64, 1 << 30);
        if (pageRows % 64 != 0) {
            throw in.damaged("page rows " + pageRows + " are no multiple of 64");
        }
        // A page takes at least a byte of metadata.
        if ((rows - 1L) / pageRows >= in.remaining()) {
            throw in.damaged(rows + " rows have more pages than metadata");
        }
        long min = in.zigzag();
        long max = min + in.offset("time span", GroupFormat.DAY_NS);
        if (day != GroupFormat.day(min) || day != GroupFormat.day(max)) {
            throw in.damaged("times do not lie in day " + day);
        }
        String place = "slice " + tenant + " day " + day;
        SliceShape shape = new SliceShape(rows, pageRows, pages);
        StoredTimeColumn time = time(in, shape, place);
        if (time.minTimeNs(0) != min || time.maxTimeNs((rows - 1) / pageRows) != max) {
            throw in.damaged("times of pages differ from those of the slice");
        }
        List<StoredColumn> columns = columns(in, names, shape, place);
        return new StoredSlice(source.name(), tenant, (int) day, rows, pageRows, min, max, time, columns);
    }

    private StoredTimeColumn time(ByteReader in, SliceShape shape, String place) throws IOException {
        int kind = in.u8();
        ByteReader body = in.slice(in.count("time block length", 0, in.remaining()));
        body.place(place + " time");
        return StoredTimeColumn.read(kind, shape, body);
    }

    private List<StoredColumn> columns(ByteReader in, String[] names, SliceShape shape, String place)
            throws IOException {
        int count = in.count("column count", 0, Math.min(names.length, in.remaining()));
        List<StoredColumn> columns = new ArrayList<>(count);
        int previous = -1;
        for (int i = 0; i < count; i++) {
            int name = in.count("name id", 0, names.length - 1);
            if (name <= previous) {
                throw in.damaged("columns are not sorted by name");
            }
            previous = name;
            int kind = in.u8();
            ByteReader body = in.slice(in.count("column block length", 0, in.remaining()));
            body.place(place + " column " + names[name]);
            columns.add(ColumnBlock.read(kind, body, names[name], shape));
        }
        for (StoredColumn column : columns) {
            column.bind(columns);
        }
        return columns;
    }
}
