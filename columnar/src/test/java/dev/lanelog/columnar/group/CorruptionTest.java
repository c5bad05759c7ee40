package dev.lanelog.columnar.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class CorruptionTest {
    private static byte[] small(boolean merged) throws IOException {
        List<TestRows.Row> rows = TestRows.random(new SplittableRandom(77), 150, 2, 1);
        byte[] head = TestRows.head(rows, new GroupOptions(64, 0, 0, true, 1 << 20), 50, true);
        return merged ? TestRows.merged(List.of(head), new GroupOptions(64, 1, 6, false, 1 << 20)) : head;
    }

    @Test
    void everyFlippedByteIsFoundAndNamed() throws IOException {
        for (boolean merged : new boolean[] {false, true}) {
            byte[] good = small(merged);
            TestRows.open(good).verify();
            for (int i = 0; i < good.length; i++) {
                byte[] bad = good.clone();
                bad[i] ^= (byte) (1 << (i % 8));
                CorruptGroupException e = assertThrows(
                        CorruptGroupException.class, () -> TestRows.open(bad).verify(), "byte " + i);
                assertTrue(String.valueOf(e.getMessage()).startsWith("group test.group: "), e.getMessage());
            }
        }
    }

    @Test
    void everyFlippedByteOfTheSettledEncodingsIsFound() throws IOException {
        byte[] settledBytes = TestRows.merged(
                List.of(TestRows.head(SettledEncodingsTest.rows(9, 700), GroupOptions.head(), 700, true)),
                SettledEncodingsTest.FILE);
        TestRows.open(settledBytes).verify();
        for (int i = 0; i < settledBytes.length; i += 3) {
            byte[] bad = settledBytes.clone();
            bad[i] ^= (byte) (1 << (i % 8));
            assertThrows(CorruptGroupException.class, () -> TestRows.open(bad).verify(), "byte " + i);
        }
    }

    @Test
    void everyTruncationIsFound() throws IOException {
        byte[] good = small(true);
        for (int length = 0; length < good.length; length++) {
            byte[] bad = Arrays.copyOf(good, length);
            assertThrows(CorruptGroupException.class, () -> TestRows.open(bad), "length " + length);
        }
        byte[] longer = Arrays.copyOf(good, good.length + 1);
        assertThrows(CorruptGroupException.class, () -> TestRows.open(longer));
    }

    @Test
    void damageIsContainedToItsPage() throws IOException {
        byte[] good = small(true);
        List<TestRows.Row> rows = TestRows.read(TestRows.open(good));
        byte[] bad = good.clone();
        bad[GroupFormat.HEADER_BYTES + 3] ^= 1;
        Group group = TestRows.open(bad);
        assertEquals(rows.size(), group.rows());
        CorruptGroupException e = assertThrows(CorruptGroupException.class, group::verify);
        assertTrue(String.valueOf(e.getMessage()).contains("time page 0"), e.getMessage());
        assertTrue(group.slices().getFirst().columns().getFirst().page(1).rows() > 0);
    }

    /** Damage with all checksums made right again: a hostile file, not a broken disk. */
    @Test
    void metadataThatLiesIsRefusedOrHarmless() throws IOException {
        lie(small(true), 4000);
        lie(
                TestRows.merged(
                        List.of(TestRows.head(SettledEncodingsTest.rows(9, 700), GroupOptions.head(), 700, true)),
                        SettledEncodingsTest.FILE),
                4000);
    }

    private static void lie(byte[] good, int rounds) throws IOException {
        int metadataLength = length(good);
        int from = good.length - GroupFormat.FOOTER_BYTES - metadataLength;
        SplittableRandom random = new SplittableRandom(5);
        int refused = 0;
        for (int round = 0; round < rounds; round++) {
            byte[] bad = good.clone();
            for (int i = 0, n = 1 + random.nextInt(3); i < n; i++) {
                bad[from + random.nextInt(metadataLength)] = (byte) random.nextInt(256);
            }
            CRC32C crc = new CRC32C();
            crc.update(bad, from, metadataLength + 12);
            int sum = (int) crc.getValue();
            for (int i = 0; i < 4; i++) {
                bad[from + metadataLength + 12 + i] = (byte) (sum >>> (8 * i));
            }
            try {
                TestRows.open(bad).verify();
            } catch (CorruptGroupException e) {
                refused++;
            }
        }
        assertTrue(refused > rounds / 3, refused + " refused");
    }

    private static int length(byte[] group) {
        int at = group.length - 16;
        return group[at] & 0xff | (group[at + 1] & 0xff) << 8 | (group[at + 2] & 0xff) << 16;
    }

    @Test
    void newerVersionIsNamed() throws IOException {
        byte[] bad = small(false);
        bad[4] = 99;
        bad[bad.length - 8] = 99;
        CorruptGroupException e = assertThrows(CorruptGroupException.class, () -> TestRows.open(bad));
        assertTrue(String.valueOf(e.getMessage()).contains("format version 99"), e.getMessage());
    }
}
