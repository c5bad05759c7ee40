package dev.lanelog.columnar.group;

import java.util.concurrent.TimeUnit;

/**
 * The bytes of a group, version 2. All fixed-size numbers are little-endian; {@code varint} and {@code zigzag} are as in
 * {@link dev.lanelog.columnar.io.ByteWriter}; {@code Packed} as in {@link dev.lanelog.columnar.kernel.Packing}.
 *
 * <pre>
 * Group      --&gt; Header, Page*, Padding, Metadata, Footer
 * Header     --&gt; Magic, Version                                  u32 0x47474e4c ("LNGG"), u32
 * Padding    --&gt; 64 zero bytes, so that a vector load at the end of the last page stays in the file
 * Metadata   --&gt; NameCount, Name{NameCount}, SliceCount, Slice{SliceCount}
 * Name       --&gt; Length, Utf8                                    varint, bytes; ascending by unsigned bytes
 * Slice      --&gt; AccountId, ProjectId, Day, Rows, PageRows,      varint, varint, zigzag, varint, varint
 *                MinTime, TimeSpan, TimeBlock,                   zigzag ns, varint ns
 *                ColumnCount, ColumnBlock{ColumnCount}           varint; ascending by name
 * TimeBlock  --&gt; Kind, BodyLength, Body                          u8, varint; {@link dev.lanelog.columnar.column.StoredTimeColumn}
 * ColumnBlock                                                    {@link dev.lanelog.columnar.column.ColumnBlock}
 * Footer     --&gt; MetadataOffset, MetadataLength, Crc, Version, Magic     u64, u32, u32, u32, u32
 * </pre>
 *
 * Crc is CRC32C over the metadata, then MetadataOffset and MetadataLength as they stand in the footer. Every page has
 * its own CRC32C in the metadata. Slices ascend by tenant, day and time; a large tenant and day may take several slices
 * one after another in time. Blocks carry their length and a kind, so that new encodings need no change of the layout;
 * the version is raised when a reader of the version before could not read what is written, and readers keep reading the
 * older ones. Version 1 had the column kinds 1 to 4 and the time kind 1 only.
 *
 * <p>Nothing read from a group is trusted: offsets, lengths and counts are checked against the file before memory is
 * allocated for them.
 */
public final class GroupFormat {
    /** Version that is written. */
    public static final int VERSION = 2;

    static final int MAGIC = 0x47474e4c;
    static final int HEADER_BYTES = 8;
    static final int FOOTER_BYTES = 24;
    static final int CRC_FROM = 12;

    /** Nanoseconds of a UTC day. */
    static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    private GroupFormat() {}

    /** Days since 1970-01-01 UTC. */
    static int day(long timeNs) {
        return (int) Math.floorDiv(timeNs, DAY_NS);
    }
}
