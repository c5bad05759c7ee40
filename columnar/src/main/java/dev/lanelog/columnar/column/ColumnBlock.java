package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import java.io.IOException;

/**
 * Metadata of a column in the footer.
 *
 * <pre>
 * ColumnBlock --&gt; NameId, Kind, BodyLength, Body       varint, u8, varint, bytes
 * Body        --&gt; Flags, RawBytes, KindBody            u8 (1: some row is empty), varint
 * </pre>
 *
 * RawBytes is the sum of the lengths of all values. The KindBody is described at the class of its kind: {@link
 * ConstantColumn} (1), {@link DictionaryColumn} (2), {@link IntegerColumn} (3), {@link TextColumn} (4), {@link
 * PrefixedNumberColumn} (5), {@link ReferenceColumn} (6). A reader that
 * meets a kind it does not know says so and refuses the file; it never guesses.
 */
public final class ColumnBlock {
    static final int CONSTANT = 1;
    static final int DICTIONARY = 2;
    static final int INTEGER = 3;
    static final int TEXT = 4;
    static final int PREFIXED_NUMBER = 5;
    static final int REFERENCES = 6;

    static final int HAS_EMPTY = 1;

    private ColumnBlock() {}

    /**
     * Reads a Body.
     *
     * @param slice what the column has in common with the slice's other columns
     */
    public static StoredColumn read(int kind, ByteReader body, String name, SliceShape slice) throws IOException {
        int flags = body.u8();
        if ((flags & ~HAS_EMPTY) != 0) {
            throw body.damaged("unknown column flags " + flags);
        }
        long rawBytes = body.varint();
        if (rawBytes < 0) {
            throw body.damaged("negative size of values");
        }
        StoredColumn.Common common =
                new StoredColumn.Common(name, slice, (flags & HAS_EMPTY) != 0, rawBytes, body.place());
        StoredColumn column = switch (kind) {
            case CONSTANT -> new ConstantColumn(common, body);
            case DICTIONARY -> new DictionaryColumn(common, body);
            case INTEGER -> new IntegerColumn(common, body);
            case TEXT -> new TextColumn(common, body);
            case PREFIXED_NUMBER -> new PrefixedNumberColumn(common, body);
            case REFERENCES -> new ReferenceColumn(common, body);
            default -> throw body.damaged("unknown column kind " + kind + "; the file was written by a newer version");
        };
        body.finish();
        return column;
    }
}
