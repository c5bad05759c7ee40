package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteWriter;

/**
 * A column whose pages are written.
 *
 * @param kind number of the encoding in the file, see {@link ColumnBlock}
 * @param body its metadata
 */
public record EncodedColumn(int kind, ByteWriter body) {}
