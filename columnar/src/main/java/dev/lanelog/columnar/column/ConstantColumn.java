package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import java.util.Arrays;

/**
 * One value in all rows; no pages.
 *
 * <pre>
 * KindBody --&gt; Length, Value      varint, bytes
 * </pre>
 */
final class ConstantColumn extends StoredColumn {
    private final byte[] value;
    private final StoredDictionary dictionary;

    ConstantColumn(Common common, ByteReader in) throws IOException {
        super(common);
        value = in.blob();
        dictionary = new StoredDictionary(value, new int[] {0, value.length}, new int[] {slice.rows()});
    }

    /** Writes the metadata of a column that has {@code buf[off, off + len)}, not empty, in all rows. */
    static EncodedColumn encode(byte[] buf, int off, int len, int rows) {
        ByteWriter body = new ByteWriter(len + 16);
        body.u8(0);
        body.varint((long) rows * len);
        body.blob(buf, off, len);
        return new EncodedColumn(ColumnBlock.CONSTANT, body);
    }

    @Override
    public Encoding encoding() {
        return Encoding.CONSTANT;
    }

    @Override
    public int distinctCount() {
        return 1;
    }

    @Override
    public long encodedBytes() {
        return value.length;
    }

    @Override
    public Dictionary dictionary() {
        return dictionary;
    }

    @Override
    public boolean mayMatch(ColumnPredicate predicate, int page) {
        return predicate.test(value, 0, value.length);
    }

    @Override
    public ColumnPage page(int page) {
        return new Page(slice.rowsInPage(page));
    }

    @Override
    public void ranges(int page, RangeConsumer ranges) {}

    private final class Page implements ColumnPage {
        private final int rows;

        Page(int rows) {
            this.rows = rows;
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public void retain(ColumnPredicate predicate, Bitmap selection) {
            if (!predicate.test(value, 0, value.length)) {
                selection.clearAll();
            }
        }

        @Override
        public Kind kind() {
            return Kind.IDS;
        }

        @Override
        public void ids(int[] out) {
            Arrays.fill(out, 0, rows, 0);
        }

        @Override
        public void longs(long[] out, Bitmap empty) {
            throw new UnsupportedOperationException("a page of ids");
        }

        @Override
        public void append(Bitmap selection, ValueBuffer out) {
            int n = selection.cardinality();
            out.reserve(n, Math.multiplyExact(n, value.length));
            for (int i = 0; i < n; i++) {
                out.add(value, 0, value.length);
            }
        }
    }
}
