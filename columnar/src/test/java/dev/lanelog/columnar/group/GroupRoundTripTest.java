package dev.lanelog.columnar.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.Encoding;
import dev.lanelog.columnar.io.ArrayByteSource;
import dev.lanelog.columnar.io.ArrayGroupOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupRoundTripTest {
    private static final GroupOptions SMALL_HEAD = new GroupOptions(128, 0, 0, true, 1 << 20);
    private static final GroupOptions SMALL_FILE = new GroupOptions(192, 1, 6, false, 1 << 20);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void headChunkGivesEveryValueBack(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestRows.Row> rows =
                TestRows.random(random, 1 + random.nextInt(5000), 1 + random.nextInt(4), 1 + random.nextInt(3));
        byte[] bytes = TestRows.head(rows, SMALL_HEAD, 1 + random.nextInt(700), random.nextBoolean());
        try (Group group = TestRows.open(bytes)) {
            group.verify();
            assertEquals(TestRows.sorted(rows), TestRows.read(group));
            assertEquals(rows.size(), group.rows());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void mergeEqualsNaiveSort(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestRows.Row> all = new ArrayList<>();
        List<byte[]> groups = new ArrayList<>();
        for (int i = 0, n = 1 + random.nextInt(6); i < n; i++) {
            List<TestRows.Row> rows = TestRows.random(random, 1 + random.nextInt(3000), 1 + random.nextInt(3), 2);
            byte[] head = TestRows.head(rows, SMALL_HEAD, 500, i % 2 == 0);
            groups.add(i % 3 == 2 ? TestRows.merged(List.of(head), SMALL_FILE) : head);
            all.addAll(rows);
        }
        byte[] bytes = TestRows.merged(groups, SMALL_FILE);
        try (Group group = TestRows.open(bytes)) {
            group.verify();
            assertEquals(TestRows.sorted(all), TestRows.read(group));
        }
        byte[] again = TestRows.merged(List.of(bytes), GroupOptions.file());
        assertEquals(TestRows.sorted(all), TestRows.read(TestRows.open(again)));
    }

    @Test
    void largeSlicesAreCutAndStayInOrder() throws IOException {
        SplittableRandom random = new SplittableRandom(21);
        List<TestRows.Row> rows = TestRows.random(random, 5000, 1, 1);
        List<byte[]> groups = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            groups.add(TestRows.head(rows.subList(i * 1000, i * 1000 + 1000), SMALL_HEAD, 400, true));
        }
        byte[] bytes = TestRows.merged(groups, new GroupOptions(128, 1, 6, false, 1300));
        try (Group group = TestRows.open(bytes)) {
            assertEquals(4, group.slices().size());
            assertEquals(TestRows.sorted(rows), TestRows.read(group));
        }
    }

    @Test
    void writerIsReusableAndRemembersWhatSuitsAColumn() throws IOException {
        HeadChunkWriter writer = new HeadChunkWriter(GroupOptions.head());
        for (int chunk = 0; chunk < 40; chunk++) {
            List<TestRows.Row> rows = TestRows.random(new SplittableRandom(chunk), 3000, 2, 1);
            TestRows.add(writer, rows, 1000, chunk % 2 == 0);
            assertEquals(3000, writer.rows());
            assertTrue(writer.estimatedBytes() > 3000 * 8);
            assertEquals(TestRows.sorted(rows), TestRows.read(TestRows.open(writer.finish())));
            assertEquals(0, writer.rows());
        }
    }

    @Test
    void chunkWithoutRowsIsAGroupWithoutSlices() throws IOException {
        byte[] bytes = new HeadChunkWriter(GroupOptions.head()).finish();
        try (Group group = TestRows.open(bytes)) {
            group.verify();
            assertEquals(List.of(), group.slices());
            assertEquals(0, group.rows());
        }
        byte[] merged = TestRows.merged(List.of(bytes, bytes), GroupOptions.file());
        assertEquals(0, TestRows.open(merged).rows());
    }

    @Test
    void columnsOfDifferentNatureGetTheirEncodings() throws IOException {
        List<TestRows.Row> rows = TestRows.random(new SplittableRandom(3), 20_000, 1, 1);
        for (byte[] bytes : List.of(
                TestRows.head(rows, GroupOptions.head(), 4096, false),
                TestRows.merged(List.of(TestRows.head(rows, GroupOptions.head(), 4096, true)), GroupOptions.file()))) {
            Slice slice = TestRows.open(bytes).slices().getFirst();
            assertEquals(Encoding.CONSTANT, column(slice, "constant").encoding());
            assertEquals(Encoding.DICTIONARY, column(slice, "level").encoding());
            assertTrue(column(slice, "level").hasEmpty());
            assertEquals(4, column(slice, "level").distinctCount());
            assertEquals(Encoding.INTEGER, column(slice, "sequence").encoding());
            assertEquals(0, column(slice, "sequence").minLong(0));
            assertEquals(7 * 19_999, column(slice, "sequence").maxLong(0));
            assertEquals(Encoding.INTEGER, column(slice, "wide").encoding());
            assertNull(slice.column("absent"));
        }
    }

    private static Column column(Slice slice, String name) {
        Column column = slice.column(name);
        assertNotNull(column);
        return column;
    }

    @Test
    void hugeValuesComeBack() throws IOException {
        List<TestRows.Row> rows = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 12; i++) {
            byte[] noise = new byte[256 << 10];
            random.nextBytes(noise);
            Map<String, String> fields = new TreeMap<>();
            fields.put("noise", TestRows.text(noise, 0, noise.length));
            fields.put("zeros", "\0".repeat(i * 100_000 + 1));
            rows.add(new TestRows.Row(Tenant.DEFAULT, 20_000 * TestRows.DAY + i, fields));
        }
        byte[] head = TestRows.head(rows, GroupOptions.head(), 5, false);
        assertEquals(rows, TestRows.read(TestRows.open(head)));
        byte[] merged = TestRows.merged(List.of(head), GroupOptions.file());
        assertEquals(rows, TestRows.read(TestRows.open(merged)));
        assertTrue(merged.length < head.length - 5_000_000, "zeros are compressed");
    }

    @Test
    void lowerBoundFindsTheFirstRowOfATime() throws IOException {
        List<TestRows.Row> rows = TestRows.sorted(TestRows.random(new SplittableRandom(4), 1000, 1, 1));
        Slice slice = TestRows.open(TestRows.head(rows, SMALL_HEAD, 100, false))
                .slices()
                .getFirst();
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2000; i++) {
            long t = slice.minTimeNs() - 10 + random.nextLong(slice.maxTimeNs() - slice.minTimeNs() + 20);
            if (i % 2 == 0) {
                t = rows.get(random.nextInt(rows.size())).time();
            }
            int expected = 0;
            while (expected < rows.size() && rows.get(expected).time() < t) {
                expected++;
            }
            assertEquals(expected, slice.time().lowerBound(t));
        }
    }

    @Test
    void timesOfAllKindsComeBack() throws IOException {
        long[][] cases = {
            {0},
            {-1, 0},
            {Long.MIN_VALUE / 2, Long.MIN_VALUE / 2 + 3},
            {5, 5, 5},
            {-TestRows.DAY, -1, 0, TestRows.DAY - 1, TestRows.DAY}
        };
        for (long[] times : cases) {
            List<TestRows.Row> rows = new ArrayList<>();
            for (long t : times) {
                rows.add(new TestRows.Row(Tenant.DEFAULT, t, Map.of("n", Long.toString(t))));
            }
            byte[] head = TestRows.head(rows, SMALL_HEAD, 2, true);
            assertEquals(rows, TestRows.read(TestRows.open(head)));
            assertEquals(rows, TestRows.read(TestRows.open(TestRows.merged(List.of(head), SMALL_FILE))));
        }
    }

    @Test
    void mergeSplitsSlicesOverOutputsAndReportsThem() throws IOException {
        List<TestRows.Row> rows = TestRows.random(new SplittableRandom(9), 2000, 3, 3);
        List<Group> input = List.of(TestRows.open(TestRows.head(rows, SMALL_HEAD, 500, true)));
        List<TestRows.Row> back = new ArrayList<>();
        Tenant first = TestRows.sorted(rows).getFirst().tenant();
        for (boolean mine : new boolean[] {true, false}) {
            ArrayGroupOutput out = new ArrayGroupOutput();
            MergeResult result = GroupMerger.merge(
                    input, SMALL_FILE, out, () -> false, (tenant, day) -> tenant.equals(first) == mine);
            Group group = Group.open(new ArrayByteSource("part", out.toByteArray()));
            assertEquals(group.rows(), result.rows());
            assertEquals(group.bytes(), result.bytes());
            assertEquals(group.minTimeNs(), result.minTimeNs());
            assertEquals(group.maxTimeNs(), result.maxTimeNs());
            assertEquals(group.slices().size(), result.slices().size());
            back.addAll(TestRows.read(group));
        }
        assertEquals(TestRows.sorted(rows), TestRows.sorted(back));
    }

    @Test
    void cancelledMergeStops() throws IOException {
        List<Group> input = List.of(TestRows.open(
                TestRows.head(TestRows.random(new SplittableRandom(9), 500, 1, 1), SMALL_HEAD, 500, true)));
        int[] asked = new int[1];
        assertThrows(
                CancellationException.class,
                () -> GroupMerger.merge(input, SMALL_FILE, new ArrayGroupOutput(), () -> ++asked[0] > 3));
        assertEquals(4, asked[0]);
    }
}
