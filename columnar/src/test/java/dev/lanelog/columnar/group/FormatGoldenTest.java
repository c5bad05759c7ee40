package dev.lanelog.columnar.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Files of every version that was ever written are read for ever. They were written from {@link #rows} by the code of
 * their time: {@code v1-head.group} by a head chunk writer, {@code v1-file.group} by a merge of it, {@code
 * v2-file.group} by a merge of {@link SettledEncodingsTest#rows}.
 */
class FormatGoldenTest {
    static List<TestRows.Row> rows() {
        return TestRows.random(new SplittableRandom(2026), 1200, 2, 2);
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = FormatGoldenTest.class.getResourceAsStream("/format/" + name)) {
            assertNotNull(in, name);
            return in.readAllBytes();
        }
    }

    @Test
    void version1IsRead() throws IOException {
        for (String name : List.of("v1-head.group", "v1-file.group")) {
            Group group = TestRows.open(golden(name));
            assertEquals(1, group.formatVersion());
            group.verify();
            assertEquals(TestRows.sorted(rows()), TestRows.read(group), name);
        }
    }

    @Test
    void version2IsRead() throws IOException {
        Group group = TestRows.open(golden("v2-file.group"));
        assertEquals(2, group.formatVersion());
        group.verify();
        assertEquals(SettledEncodingsTest.rows(2026, 3000), TestRows.read(group));
    }
}
