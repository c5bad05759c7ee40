package dev.lanelog.columnar.column;

/**
 * Where a page stands in the group file.
 *
 * @param offset from the start of the file
 * @param length in bytes; 0 when metadata says it all
 * @param crc CRC32C over the bytes; 0 when there are none
 */
public record PageRef(long offset, int length, int crc) {}
