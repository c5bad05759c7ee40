package dev.lanelog.columnar.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ColumnPage;
import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.columnar.column.Decimal;
import dev.lanelog.columnar.column.Dictionary;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every column answers every predicate as a loop over its texts would. */
class PredicateTest {
    private static final GroupOptions HEAD = new GroupOptions(2048, 0, 0, true, 1 << 20);
    private static final GroupOptions FILE = new GroupOptions(1984, 1, 6, false, 1 << 20);

    /** Test and no hint: the naive form of any other predicate. */
    private record Opaque(ColumnPredicate inner) implements ColumnPredicate {
        @Override
        public boolean test(byte[] buf, int off, int len) {
            return inner.test(buf, off, len);
        }
    }

    private record OneOf(byte[][] values) implements ColumnPredicate {
        @Override
        public boolean test(byte[] buf, int off, int len) {
            for (byte[] value : values) {
                if (Arrays.equals(buf, off, off + len, value, 0, value.length)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public byte[][] exactValues() {
            return values;
        }
    }

    private record Between(long lo, long hi) implements ColumnPredicate {
        @Override
        public boolean test(byte[] buf, int off, int len) {
            if (!Decimal.isCanonical(buf, off, len)) {
                return len == 3;
            }
            long v = Decimal.parse(buf, off, len);
            return v >= lo && v <= hi;
        }

        @Override
        public LongRange longRange() {
            return new LongRange(lo, hi);
        }
    }

    private record Contains(byte[] needle, boolean decides, int minLength) implements ColumnPredicate {
        @Override
        public boolean test(byte[] buf, int off, int len) {
            return len >= minLength && TestRows.contains(buf, off, len, needle);
        }

        @Override
        public byte @Nullable [] requiredSubstring() {
            return needle;
        }

        @Override
        public boolean substringDecides() {
            return decides;
        }
    }

    private record NotEmpty() implements ColumnPredicate {
        @Override
        public boolean test(byte[] buf, int off, int len) {
            return len > 0;
        }
    }

    private static List<ColumnPredicate> predicates(SplittableRandom random, List<byte[]> present) {
        List<ColumnPredicate> predicates = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            byte[] some = present.get(random.nextInt(present.size()));
            predicates.add(new OneOf(new byte[][] {some}));
            predicates.add(new OneOf(sorted(random, present, 1 + random.nextInt(6))));
            int from = some.length == 0 ? 0 : random.nextInt(some.length);
            byte[] part = Arrays.copyOfRange(some, from, Math.min(some.length, from + 1 + random.nextInt(8)));
            if (part.length > 0) {
                predicates.add(new Contains(part, true, 0));
                predicates.add(new Contains(part, false, part.length + 2));
            }
            if (Decimal.isCanonical(some, 0, some.length)) {
                long v = Decimal.parse(some, 0, some.length);
                predicates.add(new Between(v, v));
                predicates.add(new Between(v, Long.MAX_VALUE));
                predicates.add(new Between(Long.MIN_VALUE, v));
                predicates.add(new Between(v, v < 0 ? 0 : v + v / 10));
            }
        }
        predicates.add(new Between(5, 4));
        predicates.add(new OneOf(new byte[][] {TestRows.bytes("nobody has this")}));
        predicates.add(new OneOf(new byte[][] {{}, TestRows.bytes("17")}));
        predicates.add(new OneOf(new byte[][] {TestRows.bytes("007"), TestRows.bytes("7")}));
        predicates.add(new NotEmpty());
        for (ColumnPredicate predicate : List.copyOf(predicates)) {
            predicates.add(new Opaque(predicate));
        }
        return predicates;
    }

    private static byte[][] sorted(SplittableRandom random, List<byte[]> present, int n) {
        return java.util.stream.IntStream.range(0, n)
                .mapToObj(i -> present.get(random.nextInt(present.size())))
                .sorted(Arrays::compareUnsigned)
                .map(TestRows::text0)
                .distinct()
                .map(TestRows::bytes)
                .toArray(byte[][]::new);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyEncodingAnswersLikeItsTexts(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestRows.Row> rows = TestRows.random(random, 6000, 1, 1);
        byte[] head = TestRows.head(rows, HEAD, 1000, seed % 2 == 0);
        check(TestRows.open(head), random);
        check(TestRows.open(TestRows.merged(List.of(head, head), FILE)), random);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void settledEncodingsAnswerLikeTheirTexts(long seed) throws IOException {
        check(SettledEncodingsTest.settled(SettledEncodingsTest.rows(seed, 5000)), new SplittableRandom(seed));
    }

    private static void check(Group group, SplittableRandom random) throws IOException {
        for (Slice slice : group.slices()) {
            for (Column column : slice.columns()) {
                for (int page = 0; page < slice.pageCount(); page++) {
                    check(column, page, slice.rowsInPage(page), random);
                }
            }
        }
    }

    private static void check(Column column, int page, int rows, SplittableRandom random) throws IOException {
        ValueBuffer values = new ValueBuffer();
        Bitmap all = new Bitmap(rows);
        all.setAll();
        column.page(page).append(all, values);
        List<byte[]> present = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            present.add(values.get(random.nextInt(rows)));
        }
        ColumnPage opened = column.page(page);
        for (ColumnPredicate predicate : predicates(random, present)) {
            Bitmap selection = new Bitmap(rows);
            int dense = random.nextInt(4);
            for (int row = 0; row < rows; row++) {
                if (dense > 1 || dense == 1 && row % 3 == 0 || random.nextInt(200) == 0) {
                    selection.set(row);
                }
            }
            Bitmap before = new Bitmap(rows);
            before.copyFrom(selection);
            boolean may = column.mayMatch(predicate, page);
            opened.retain(predicate, selection);
            String what = column.name() + " " + column.encoding() + " page " + page + " " + predicate;
            for (int row = 0; row < rows; row++) {
                boolean matches = predicate.test(values.arena, values.offset(row), values.length(row));
                assertEquals(before.get(row) && matches, selection.get(row), what + " row " + row);
                assertTrue(may || !matches, what + ": mayMatch hides row " + row);
            }
            ValueBuffer picked = new ValueBuffer();
            opened.append(selection, picked);
            int i = 0;
            for (int row = selection.nextSetBit(0); row >= 0; row = selection.nextSetBit(row + 1)) {
                assertEquals(TestRows.text0(values.get(row)), TestRows.text0(picked.get(i++)), what);
            }
            assertEquals(i, picked.count);
        }
        checkKind(column, opened, rows, values);
    }

    private static void checkKind(Column column, ColumnPage page, int rows, ValueBuffer values) throws IOException {
        switch (page.kind()) {
            case IDS -> {
                Dictionary dictionary = column.dictionary();
                if (dictionary == null) {
                    throw new AssertionError(column.name() + " has ids and no dictionary");
                }
                int[] ids = new int[rows + 3];
                page.ids(ids);
                for (int row = 0; row < rows; row++) {
                    byte[] value = values.get(row);
                    assertEquals(ids[row], dictionary.find(value, 0, value.length));
                }
            }
            case LONGS -> {
                long[] longs = new long[rows + 3];
                Bitmap empty = new Bitmap(rows);
                page.longs(longs, empty);
                for (int row = 0; row < rows; row++) {
                    assertEquals(values.length(row) == 0, empty.get(row));
                    assertEquals(TestRows.text0(values.get(row)), empty.get(row) ? "" : Long.toString(longs[row]));
                }
            }
            case TEXT -> assertEquals(rows, page.rows());
        }
    }

    @Test
    void metadataRulesPagesOut() throws IOException {
        List<TestRows.Row> rows = TestRows.random(new SplittableRandom(5), 6000, 1, 1);
        Slice slice =
                TestRows.open(TestRows.head(rows, HEAD, 1000, true)).slices().getFirst();
        Column level = slice.column("level");
        Column sequence = slice.column("sequence");
        if (level == null || sequence == null) {
            throw new AssertionError("columns are missing");
        }
        assertTrue(level.mayMatch(new OneOf(new byte[][] {TestRows.bytes("error")}), 0));
        assertFalse(level.mayMatch(new OneOf(new byte[][] {TestRows.bytes("fatal")}), 0));
        assertFalse(sequence.mayMatch(new Between(Long.MIN_VALUE, -1), 0));
        assertFalse(sequence.mayMatch(new Between(43_000, Long.MAX_VALUE), 2));
        assertFalse(sequence.mayMatch(new OneOf(new byte[][] {TestRows.bytes("not a number")}), 0));
    }
}
