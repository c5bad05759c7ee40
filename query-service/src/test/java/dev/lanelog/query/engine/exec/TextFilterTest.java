package dev.lanelog.query.engine.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.logsql.filter.FieldFilter;
import dev.lanelog.query.logsql.parse.LogsQlParser;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Searching all texts of a page at once keeps the rows that testing them one by one keeps. */
final class TextFilterTest {
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final String[] FILTERS = {
        "f:=ab",
        "f:=\"\"",
        "f:~ab",
        "f:~\"a|b\"",
        "f:ab",
        "f:\"a b\"",
        "f:ab*",
        "f:=a*",
        "f:~\"b a\"",
        "f:in(ab,b)",
        "f:*",
    };

    @Test
    void searchingAgreesWithTesting() {
        Random random = new Random(SEED);
        for (int round = 0; round < 2_000; round++) {
            int rows = 1 + random.nextInt(300);
            ValueBuffer texts = new ValueBuffer();
            for (int row = 0; row < rows; row++) {
                byte[] value = new byte[random.nextInt(6)];
                for (int i = 0; i < value.length; i++) {
                    value[i] = (byte) "ab ".charAt(random.nextInt(3));
                }
                texts.add(value, 0, value.length);
            }
            Bitmap selected = new Bitmap(rows);
            int density = 1 + random.nextInt(100);
            for (int row = 0; row < rows; row++) {
                if (random.nextInt(100) < density) {
                    selected.set(row);
                }
            }
            String text = FILTERS[random.nextInt(FILTERS.length)];
            ColumnPredicate predicate = ((FieldFilter) LogsQlParser.parseFilter(text, 0)).predicate();
            Bitmap kept = new Bitmap(rows);
            kept.copyFrom(selected);
            TextFilter.retain(texts, predicate, kept);
            for (int row = 0; row < rows; row++) {
                boolean expected =
                        selected.get(row) && predicate.test(texts.arena, texts.offset(row), texts.length(row));
                int at = row;
                assertEquals(expected, kept.get(row), () -> text + " row " + at + ", seed " + SEED);
            }
        }
    }
}
