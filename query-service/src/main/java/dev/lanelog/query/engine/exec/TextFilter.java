package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.columnar.kernel.ByteSearch;
import dev.lanelog.columnar.kernel.Kernels;
import org.jspecify.annotations.Nullable;

/** Conditions on the decoded texts of a page. */
final class TextFilter {
    /** One row in so many: these are tested one by one, because a search would go through the texts between them too. */
    private static final int FEW = 64;

    private TextFilter() {}

    /** Clears the rows that do not match; {@code texts} has a value for every row of {@code rows}. */
    static void retain(ValueBuffer texts, ColumnPredicate predicate, Bitmap rows) {
        byte[] needle = needle(predicate);
        if (needle == null || (long) rows.cardinality() * FEW < rows.size()) {
            test(texts, predicate, rows);
        } else {
            search(texts, predicate, needle, rows);
        }
    }

    /** Bytes that every matching value contains, or null. */
    private static byte @Nullable [] needle(ColumnPredicate predicate) {
        byte[][] exact = predicate.exactValues();
        if (exact != null && exact.length == 1 && exact[0].length > 0) {
            return exact[0];
        }
        return predicate.requiredSubstring();
    }

    private static void test(ValueBuffer texts, ColumnPredicate predicate, Bitmap rows) {
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            int start = texts.offset(row);
            if (!predicate.test(texts.arena, start, texts.ends[row] - start)) {
                rows.clear(row);
            }
        }
    }

    /** Searches all texts at once, across their borders, and looks only at the rows that were hit. */
    private static void search(ValueBuffer texts, ColumnPredicate predicate, byte[] needle, Bitmap rows) {
        int first = rows.nextSetBit(0);
        if (first < 0) {
            return;
        }
        boolean decided = predicate.exactValues() == null && predicate.substringDecides();
        ByteSearch search = Kernels.byteSearch();
        int last = rows.previousSetBit(rows.size() - 1);
        int end = texts.ends[last];
        int at = texts.offset(first);
        int row = first;
        int done = first;
        while (true) {
            int hit = search.indexOf(texts.arena, at, end, needle);
            if (hit < 0) {
                break;
            }
            row = rowOf(texts.ends, row, last, hit);
            if (hit + needle.length > texts.ends[row]) {
                at = hit + 1;
                continue;
            }
            int start = texts.offset(row);
            rows.clearRange(done, row);
            done = row + 1;
            if (!decided && rows.get(row) && !predicate.test(texts.arena, start, texts.ends[row] - start)) {
                rows.clear(row);
            }
            at = texts.ends[row];
        }
        rows.clearRange(done, last + 1);
    }

    /** The row, from {@code row} to {@code last}, whose value holds position {@code hit}; hits ascend. */
    private static int rowOf(int[] ends, int row, int last, int hit) {
        int step = 1;
        int lo = row;
        while (lo + step <= last && ends[lo + step - 1] <= hit) {
            lo += step;
            step <<= 1;
        }
        int hi = Math.min(last, lo + step);
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (ends[mid] <= hit) {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        return lo;
    }
}
