package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import java.io.IOException;

/** The time column of a group, in one of its encodings. */
public sealed interface StoredTimeColumn extends TimeColumn permits FrameTimeColumn, DeltaTimeColumn {
    /** Bytes of all pages. */
    long encodedBytes();

    /** Reads the metadata of a time column. */
    static StoredTimeColumn read(int kind, SliceShape slice, ByteReader body) throws IOException {
        StoredTimeColumn column = switch (kind) {
            case FrameTimeColumn.KIND -> new FrameTimeColumn(slice, body);
            case DeltaTimeColumn.KIND -> new DeltaTimeColumn(slice, body);
            default -> throw body.damaged("unknown time kind " + kind + "; the file was written by a newer version");
        };
        body.finish();
        return column;
    }

    /**
     * Writes the pages of ascending times in the smaller of the encodings.
     *
     * @param laneAligned take the one that is quick to write
     */
    static EncodedColumn encode(long[] times, int pageRows, boolean laneAligned, PageWriter out) throws IOException {
        if (!laneAligned && DeltaTimeColumn.isSmaller(times, pageRows)) {
            return DeltaTimeColumn.encode(times, pageRows, out);
        }
        return FrameTimeColumn.encode(times, pageRows, laneAligned, out);
    }
}
