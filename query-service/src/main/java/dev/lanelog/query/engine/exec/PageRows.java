package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ColumnPage;
import dev.lanelog.columnar.column.Dictionary;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.StreamId;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.StoredRows;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.logsql.ast.Names;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Selected rows of a page. Reading fails with {@link UncheckedIOException}, which the engine turns back at its border:
 * pipes ask for columns in the middle of expressions.
 */
final class PageRows implements StoredRows {
    private final OpenPage page;
    private final SliceScan scan;
    private final Bitmap selected;
    private final int count;
    private int @Nullable [] positions;

    /** Takes {@code selected}, rows of the page, over; there are {@code count} in it. */
    PageRows(OpenPage page, Bitmap selected, int count) {
        this.page = page;
        this.scan = page.scan();
        this.selected = selected;
        this.count = count;
    }

    @Override
    public ColumnVector load(String name) {
        try {
            QueryRun run = scan.run();
            run.check();
            run.counters().valuesRead.add(count);
            return switch (name) {
                case Names.TIME -> new TimeVector(times());
                case Names.STREAM_ID -> streamIds();
                default -> {
                    Column column = scan.column(name);
                    yield column == null ? ConstantVector.EMPTY : stored(column);
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Storage storage(String name) {
        String type = new PageTarget(page).valueType(name);
        if (type.isEmpty()) {
            return null;
        }
        long[] bytes = {0};
        Column.RangeConsumer sum = (_, length) -> bytes[0] += length;
        Column column = scan.column(name.equals(Names.STREAM_ID) ? Names.STREAM : name);
        if (name.equals(Names.TIME)) {
            scan.slice().time().ranges(page.page(), sum);
        } else if (column != null && !name.equals(Names.STREAM_ID)) {
            column.ranges(page.page(), sum);
        }
        int distinct = column == null ? 0 : Math.max(0, column.distinctCount());
        return new Storage(
                type, bytes[0], distinct, dictionaryBytes(column), scan.slice().groupName());
    }

    private long dictionaryBytes(@Nullable Column column) {
        try {
            Dictionary dictionary = column == null ? null : scan.dictionary(column);
            long sum = 0;
            for (int id = 0; dictionary != null && id < dictionary.size(); id++) {
                sum += dictionary.length(id);
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public StoredRows select(Bitmap rows, int newCount) {
        Bitmap narrowed = new Bitmap(selected.size());
        int ordinal = 0;
        for (int row = selected.nextSetBit(0); row >= 0; row = selected.nextSetBit(row + 1)) {
            if (rows.get(ordinal++)) {
                narrowed.set(row);
            }
        }
        return new PageRows(page, narrowed, newCount);
    }

    private long[] times() throws IOException {
        long[] times = compact(page.times());
        long offsetNs = scan.timeOffsetNs();
        if (offsetNs == 0) {
            return times;
        }
        long[] moved = new long[count];
        for (int i = 0; i < count; i++) {
            moved[i] = times[i] + offsetNs;
        }
        return moved;
    }

    private long[] compact(long[] all) {
        if (count == selected.size()) {
            return all;
        }
        int[] from = positions();
        long[] kept = new long[count];
        for (int i = 0; i < count; i++) {
            kept[i] = all[from[i]];
        }
        return kept;
    }

    /** Numbers of the selected rows within the page. */
    private int[] positions() {
        int[] known = positions;
        if (known == null) {
            known = new int[count];
            int n = 0;
            for (int row = selected.nextSetBit(0); row >= 0; row = selected.nextSetBit(row + 1)) {
                known[n++] = row;
            }
            positions = known;
        }
        return known;
    }

    private ColumnVector streamIds() throws IOException {
        Column column = scan.column(Names.STREAM);
        ColumnVector streams = column == null ? ConstantVector.EMPTY : stored(column);
        return switch (streams) {
            case ConstantVector constant ->
                new ConstantVector(StreamId.of(scan.slice().tenant(), constant.value(), 0, constant.value().length));
            case DictionaryVector dictionary ->
                new DictionaryVector(dictionary.ids(), scan.streamIds(dictionary.table()));
            default -> {
                ValueBuffer ids = new ValueBuffer(count, count * StreamId.LENGTH);
                ValueRef ref = new ValueRef();
                for (int row = 0; row < count; row++) {
                    streams.get(row, ref);
                    byte[] id = StreamId.of(scan.slice().tenant(), ref.buf, ref.off, ref.len);
                    ids.add(id, 0, id.length);
                }
                yield new TextVector(ids);
            }
        };
    }

    private ColumnVector stored(Column column) throws IOException {
        Dictionary dictionary = scan.dictionary(column);
        if (dictionary != null && dictionary.size() == 1) {
            return new ConstantVector(Arrays.copyOfRange(
                    dictionary.arena(), dictionary.offset(0), dictionary.offset(0) + dictionary.length(0)));
        }
        ColumnPage opened = page.column(column);
        return switch (opened.kind()) {
            case IDS -> {
                if (dictionary == null) {
                    throw new IllegalStateException("column " + column.name() + " has ids but no dictionary");
                }
                yield ids(opened, scan.table(column, dictionary));
            }
            case LONGS -> longs(opened);
            case TEXT -> {
                DecodedCache.Texts texts = page.texts(column, count);
                if (texts != null) {
                    int[] some = count == selected.size() ? null : positions();
                    yield new TextVector(texts.values(), some, texts.plain());
                }
                ValueBuffer values = new ValueBuffer(count, 1024);
                opened.append(selected, values);
                yield new TextVector(values);
            }
        };
    }

    private ColumnVector ids(ColumnPage opened, ValueTable table) {
        int[] all = new int[opened.rows()];
        opened.ids(all);
        if (count == selected.size()) {
            return new DictionaryVector(all, table);
        }
        int[] from = positions();
        int[] kept = new int[count];
        for (int i = 0; i < count; i++) {
            kept[i] = all[from[i]];
        }
        return new DictionaryVector(kept, table);
    }

    private ColumnVector longs(ColumnPage opened) {
        long[] all = new long[opened.rows()];
        Bitmap empty = new Bitmap(opened.rows());
        opened.longs(all, empty);
        @Nullable Bitmap someEmpty = empty.isEmpty() ? null : empty;
        if (count == selected.size()) {
            return new LongVector(all, someEmpty);
        }
        return new LongVector(all, someEmpty).select(selected, count);
    }
}
