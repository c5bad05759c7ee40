package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.stats.ColumnCodes;
import dev.lanelog.query.engine.stats.IndexSort;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.pipe.PipeFacets;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code facets}: the most frequent values of every field. A field with too many distinct values, or too long ones, is given
 * up as soon as that shows, and costs nothing from then on.
 */
final class FacetsProcessor implements AggregateProcessor {
    private final PipeFacets pipe;
    private final MemoryBudget.Account memory;
    private final Map<String, Facet> facets = new TreeMap<>();
    private final ValueRef ref = new ValueRef();
    private int[] codes = new int[0];
    private long rows;

    /** Values of a field with their hits; null values when the field was given up. */
    private static final class Facet {
        @Nullable ColumnCodes values = new ColumnCodes();

        long[] hits = new long[16];
    }

    FacetsProcessor(PipeFacets pipe, QueryRun run) {
        this.pipe = pipe;
        this.memory = run.memory().account("facets");
    }

    @Override
    public void accept(Batch batch) {
        int n = batch.rows();
        rows += n;
        if (codes.length < n) {
            codes = new int[n];
        }
        for (String name : batch.names()) {
            Facet facet = facets.computeIfAbsent(name, _ -> new Facet());
            ColumnCodes values = facet.values;
            if (values != null) {
                values.codes(batch.column(name), n, codes);
                grow(facet, values.size());
                for (int row = 0; row < n; row++) {
                    facet.hits[codes[row]]++;
                }
                giveUpIfTooMany(facet);
            }
        }
        account();
    }

    private static void grow(Facet facet, int size) {
        if (facet.hits.length < size) {
            facet.hits = Arrays.copyOf(facet.hits, Math.max(size, facet.hits.length * 2));
        }
    }

    private void giveUpIfTooMany(Facet facet) {
        ColumnCodes values = facet.values;
        // The empty value is not counted, so one more may be there.
        if (values != null && values.size() > pipe.maxValuesPerField() + 1) {
            facet.values = null;
            facet.hits = new long[0];
        }
    }

    private void account() {
        long bytes = 0;
        for (Facet facet : facets.values()) {
            bytes += 64 + 8L * facet.hits.length + (facet.values == null ? 0 : facet.values.heapBytes());
        }
        memory.use(bytes);
    }

    @Override
    public void merge(AggregateProcessor other) {
        FacetsProcessor o = (FacetsProcessor) other;
        rows += o.rows;
        o.facets.forEach((name, theirs) -> {
            Facet mine = facets.computeIfAbsent(name, _ -> new Facet());
            if (theirs.values == null) {
                mine.values = null;
            }
            if (mine.values != null && theirs.values != null) {
                int[] mapping = mine.values.merge(theirs.values);
                grow(mine, mine.values.size());
                for (int i = 0; i < mapping.length; i++) {
                    mine.hits[mapping[i]] += theirs.hits[i];
                }
                giveUpIfTooMany(mine);
            }
        });
        account();
        o.memory.close();
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        RowTable table = new RowTable();
        facets.forEach((name, facet) -> {
            ColumnCodes values = facet.values;
            if (values != null) {
                write(name, values, facet.hits, table);
            }
        });
        if (table.rows() > 0) {
            next.accept(table.take());
        }
        memory.close();
    }

    private void write(String name, ColumnCodes values, long[] hits, RowTable table) {
        int[] order = new int[values.size()];
        int n = 0;
        for (int code = 0; code < order.length; code++) {
            values.get(code, ref);
            if (ref.len > pipe.maxValueLength()) {
                return;
            }
            if (ref.len > 0) {
                order[n++] = code;
            }
        }
        boolean constant = n == 1 && hits[order[0]] == rows;
        if (n > pipe.maxValuesPerField() || constant && !pipe.keepConstFields()) {
            return;
        }
        ValueRef other = new ValueRef();
        IndexSort.sort(order, 0, n, (a, b) -> {
            int byHits = Long.compare(hits[b], hits[a]);
            if (byHits != 0) {
                return byHits;
            }
            values.get(a, ref);
            values.get(b, other);
            return Arrays.compareUnsigned(
                    ref.buf, ref.off, ref.off + ref.len, other.buf, other.off, other.off + other.len);
        });
        byte[] fieldName = Utf8.bytes(name);
        ByteBuilder number = new ByteBuilder(20);
        for (int i = 0; i < Math.min(n, pipe.limit()); i++) {
            table.next();
            table.set("field_name", fieldName);
            values.get(order[i], ref);
            table.set("field_value", ref);
            number.clear();
            number.addLong(hits[order[i]]);
            table.set("hits", number.buf, 0, number.size);
        }
    }
}
