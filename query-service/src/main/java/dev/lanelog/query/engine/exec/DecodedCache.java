package dev.lanelog.query.engine.exec;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ColumnPage;
import dev.lanelog.columnar.column.Dictionary;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.logsql.format.JsonText;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What queries decoded and the next one will want again: the text of pages, and dictionaries with what an encoder made of
 * their values. Bounded by bytes. Entries belong to a column object, so they are of no use once its group was replaced, and
 * go away when nobody asked for them for a while. Safe for use by many threads.
 */
public final class DecodedCache {
    /** Of the bound, the largest part that one entry may be. */
    private static final int LARGEST_PART = 8;

    private static final int ENTRY_BYTES = 96;

    /** What a dictionary's value takes beside its bytes once an encoder has seen it. */
    private static final int RENDERED_BYTES = 48;

    private final Cache<Key, Object> entries;
    private final long largest;

    /** Columns are told apart as objects: two openings of a group are two columns. */
    private record Key(Column column, int page) {}

    /** The page number that stands for a column's dictionary. */
    private static final int DICTIONARY = -1;

    /**
     * @param bytes bound of what is kept
     * @param idle how long an entry stays that nobody asks for
     */
    public DecodedCache(long bytes, Duration idle) {
        largest = bytes / LARGEST_PART;
        entries = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher((Key key, Object value) -> weight(value))
                .expireAfterAccess(idle)
                .executor(Runnable::run)
                .recordStats()
                .build();
    }

    private static int weight(Object value) {
        long bytes = ENTRY_BYTES;
        if (value instanceof Texts page) {
            ValueBuffer texts = page.values;
            bytes += texts.arena.length + 4L * texts.ends.length;
        } else if (value instanceof ValueTable table) {
            int last = table.size() - 1;
            bytes += 2L * (table.offset(last) + table.length(last)) + (long) RENDERED_BYTES * table.size();
        }
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    /**
     * The texts of all rows of a page; shared, not to be changed.
     *
     * @param plain whether no value has a byte that JSON escapes, or one above 0x7F
     */
    record Texts(ValueBuffer values, boolean plain) {}

    /** The texts of all rows of a page if they are here, else null. */
    @Nullable Texts kept(Column column, int page) {
        return (Texts) entries.getIfPresent(new Key(column, page));
    }

    /** The texts of all rows of a page; decoded, and kept if they are not too large. */
    Texts texts(Column column, int page, ColumnPage opened) {
        Key key = new Key(column, page);
        Object kept = entries.getIfPresent(key);
        if (kept == null) {
            Texts texts = decode(opened);
            if (weight(texts) > largest) {
                return texts;
            }
            // Two threads may have decoded the same page; one result is as good as the other.
            kept = entries.get(key, _ -> texts);
        }
        return (Texts) kept;
    }

    private static Texts decode(ColumnPage opened) {
        Bitmap all = new Bitmap(opened.rows());
        all.setAll();
        ValueBuffer texts = new ValueBuffer(opened.rows(), 1 << 16);
        opened.append(all, texts);
        texts.arena = Arrays.copyOf(texts.arena, texts.bytes());
        return new Texts(texts, JsonText.isPlain(texts.arena, 0, texts.arena.length));
    }

    /** The table of a column's dictionary. */
    ValueTable table(Column column, Dictionary dictionary) {
        return (ValueTable) entries.get(new Key(column, DICTIONARY), _ -> ValueTable.of(dictionary));
    }

    /** Bytes kept, as estimated. */
    public long keptBytes() {
        return entries.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    /** Questions that found what they asked for. */
    public long hits() {
        return entries.stats().hitCount();
    }

    /** Questions that did not. */
    public long misses() {
        return entries.stats().missCount();
    }
}
