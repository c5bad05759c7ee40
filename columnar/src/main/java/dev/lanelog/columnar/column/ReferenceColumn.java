package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text in which values of other columns of the same row are replaced by a reference: what is left over, the residual,
 * has few distinct values where the variables of a message are logged as fields too.
 *
 * <pre>
 * KindBody  --&gt; RefCount, Ref{RefCount}, Kind, BodyLength, Body    varint, u8, varint: the residual's block, not of this kind
 * Ref       --&gt; NameLength, Name, Bytes                            varint, UTF-8, 4 u64: set of the bytes its values are made of
 * Residual  --&gt; (Literal | 0 0 | 0 k)*                             0 0 is a zero byte, 0 k the row's value in column k, from 1
 * </pre>
 *
 * A referenced column is of another kind than this, so references do not chain.
 */
final class ReferenceColumn extends StoredColumn {
    static final int MAX_REFS = 32;

    private final String[] names;
    private final long[][] byteSets;
    private final StoredColumn residual;
    private StoredColumn[] targets = new StoredColumn[0];

    ReferenceColumn(Common common, ByteReader in) throws IOException {
        super(common);
        int count = in.count("reference count", 1, MAX_REFS);
        names = new String[count];
        byteSets = new long[count][];
        for (int i = 0; i < count; i++) {
            names[i] = new String(in.blob(), java.nio.charset.StandardCharsets.UTF_8);
            byteSets[i] = new long[] {in.u64(), in.u64(), in.u64(), in.u64()};
        }
        int kind = in.u8();
        ByteReader body = in.slice(in.count("residual block length", 0, in.remaining()));
        body.place(common.place() + " residual");
        if (kind == ColumnBlock.REFERENCES) {
            throw body.damaged("references in references");
        }
        residual = ColumnBlock.read(kind, body, common.name(), slice);
    }

    @Override
    public void bind(List<StoredColumn> columns) throws IOException {
        StoredColumn[] found = new StoredColumn[names.length];
        for (int i = 0; i < names.length; i++) {
            for (StoredColumn column : columns) {
                if (column.name().equals(names[i])) {
                    found[i] = column;
                }
            }
            if (found[i] == null || found[i].encoding() == Encoding.REFERENCES) {
                throw slice.pages().damage().at(common.place(), "refers to column " + names[i] + ", which can't be");
            }
        }
        targets = found;
    }

    @Override
    public Encoding encoding() {
        return Encoding.REFERENCES;
    }

    @Override
    public long encodedBytes() {
        return residual.encodedBytes();
    }

    @Override
    public boolean mayMatch(ColumnPredicate predicate, int page) throws IOException {
        byte[] needle = needle(predicate);
        return needle == null || residual.mayMatch(new ResidualPredicate(needle, byteSets), page);
    }

    /** Bytes that every matching value contains, or null. */
    private static byte @Nullable [] needle(ColumnPredicate predicate) {
        byte[] needle = predicate.requiredSubstring();
        if (needle != null) {
            return needle;
        }
        byte[][] exact = predicate.exactValues();
        return exact != null && exact.length == 1 && exact[0].length > 0 ? exact[0] : null;
    }

    @Override
    public ColumnPage page(int page) throws IOException {
        return new Page(page, residual.page(page));
    }

    @Override
    public void ranges(int page, RangeConsumer ranges) {
        residual.ranges(page, ranges);
        for (StoredColumn target : targets) {
            target.ranges(page, ranges);
        }
    }

    private final class Page implements ColumnPage {
        private final int page;
        private final ColumnPage left;
        private final @Nullable ColumnPage[] opened = new ColumnPage[names.length];
        private final ValueBuffer residuals = new ValueBuffer();
        private final ValueBuffer[] values = new ValueBuffer[names.length];

        Page(int page, ColumnPage left) {
            this.page = page;
            this.left = left;
            for (int i = 0; i < values.length; i++) {
                values[i] = new ValueBuffer();
            }
        }

        @Override
        public int rows() {
            return left.rows();
        }

        @Override
        public void retain(ColumnPredicate predicate, Bitmap selection) {
            byte[] needle = needle(predicate);
            Bitmap sure = new Bitmap(rows());
            if (needle != null) {
                left.retain(new ResidualPredicate(needle, byteSets), selection);
                if (predicate.requiredSubstring() != null
                        && predicate.substringDecides()
                        && needle.length <= ResidualPredicate.MAX_NEEDLE) {
                    sure.copyFrom(selection);
                    left.retain(new ResidualPredicate(needle, new long[names.length][]), sure);
                }
            }
            Bitmap doubtful = new Bitmap(rows());
            doubtful.copyFrom(selection);
            doubtful.andNot(sure);
            if (doubtful.isEmpty()) {
                return;
            }
            ValueBuffer texts = new ValueBuffer();
            append(doubtful, texts);
            int i = 0;
            for (int row = doubtful.nextSetBit(0); row >= 0; row = DictionaryColumn.next(doubtful, row), i++) {
                if (!predicate.test(texts.arena, texts.offset(i), texts.length(i))) {
                    selection.clear(row);
                }
            }
        }

        @Override
        public Kind kind() {
            return Kind.TEXT;
        }

        @Override
        public void ids(int[] out) {
            throw new UnsupportedOperationException("a page of text");
        }

        @Override
        public void longs(long[] out, Bitmap empty) {
            throw new UnsupportedOperationException("a page of text");
        }

        private ColumnPage target(int ref) {
            ColumnPage known = opened[ref];
            if (known == null) {
                try {
                    known = targets[ref].page(page);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                opened[ref] = known;
            }
            return known;
        }

        @Override
        public void append(Bitmap selection, ValueBuffer out) {
            residuals.clear();
            left.append(selection, residuals);
            for (int ref = 0; ref < names.length; ref++) {
                values[ref].clear();
                target(ref).append(selection, values[ref]);
            }
            byte[] text = residuals.arena;
            for (int i = 0; i < residuals.count; i++) {
                appendRow(text, residuals.offset(i), residuals.ends[i], i, out);
            }
        }

        private void appendRow(byte[] text, int from, int to, int i, ValueBuffer out) {
            out.reserve(1, expandedLength(text, from, to, i));
            byte[] arena = out.arena;
            int end = out.bytes();
            for (int p = from; p < to; p++) {
                byte b = text[p];
                if (b != 0) {
                    arena[end++] = b;
                    continue;
                }
                int ref = text[++p] - 1;
                if (ref < 0) {
                    arena[end++] = 0;
                } else {
                    ValueBuffer v = values[ref];
                    int start = v.offset(i);
                    System.arraycopy(v.arena, start, arena, end, v.ends[i] - start);
                    end += v.ends[i] - start;
                }
            }
            out.ends[out.count++] = end;
        }

        private int expandedLength(byte[] text, int from, int to, int i) {
            int length = to - from;
            for (int p = from; p < to; p++) {
                if (text[p] == 0) {
                    int ref = p + 1 < to ? text[++p] - 1 : names.length;
                    if (ref >= names.length || ref < -1) {
                        throw new UncheckedIOException(damaged(page, "reference " + ref + " of " + names.length));
                    }
                    length += ref < 0 ? -1 : values[ref].length(i) - 2;
                }
            }
            return length;
        }
    }
}
