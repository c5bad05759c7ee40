package dev.lanelog.columnar.group;

/**
 * How a group is written.
 *
 * @param pageRows rows in a page, a multiple of 64
 * @param zstdLevel for text, or 0 to leave it uncompressed
 * @param zstdMinMatch shortest match zstd looks for, or 0 for what the level means
 * @param laneAligned packed values take 8, 16, 32 or 64 bits each: quick to write and larger
 * @param maxSliceRows a merge cuts larger slices in two or more of the same tenant and day, one after another in time
 */
public record GroupOptions(int pageRows, int zstdLevel, int zstdMinMatch, boolean laneAligned, int maxSliceRows) {
    public GroupOptions {
        if (pageRows < 64 || pageRows % 64 != 0) {
            throw new IllegalArgumentException("pageRows must be a positive multiple of 64: " + pageRows);
        }
        if (maxSliceRows < pageRows) {
            throw new IllegalArgumentException("maxSliceRows must be at least pageRows: " + maxSliceRows);
        }
        if (zstdLevel < 0 || zstdLevel > 22) {
            throw new IllegalArgumentException("zstdLevel must be 0 to 22: " + zstdLevel);
        }
    }

    /** For head chunks: quick to write. */
    public static GroupOptions head() {
        return new GroupOptions(64 << 10, 0, 0, true, 4 << 20);
    }

    /** For files. */
    public static GroupOptions file() {
        return new GroupOptions(64 << 10, 1, 6, false, 4 << 20);
    }
}
