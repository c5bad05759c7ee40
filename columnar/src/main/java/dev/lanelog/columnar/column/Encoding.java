package dev.lanelog.columnar.column;

/** How a column of a slice is stored. The list grows with the format; readers switch over it exhaustively. */
public enum Encoding {
    /** One value in all rows. */
    CONSTANT,
    /** Sorted distinct values and an id a row. */
    DICTIONARY,
    /** Canonical decimal integers that fit a long, as frame of reference; empty rows apart. */
    INTEGER,
    /** Compressed blocks of text. */
    TEXT,
    /** Numbers, decimal or hex, behind one of a few prefixes. */
    PREFIXED_NUMBER,
    /** Text with references to other columns of the row. */
    REFERENCES
}
