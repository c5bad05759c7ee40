package dev.lanelog.indexer.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that go round, and foreign names that are told apart. */
class GroupFileNameTest {
    private static final String ID = "5f0c6b0e9a774d0f8c4fd7fbb9b3a11e";

    @Test
    void aNameIsReadBackAsItWasWritten() {
        for (GroupFileName name : new GroupFileName[] {
            new GroupFileName(0, 1, ID), new GroupFileName(1200, 1874, ID), new GroupFileName(5, Long.MAX_VALUE, ID)
        }) {
            assertEquals(name, GroupFileName.parse(name.toString()));
        }
        assertEquals(
                "0000000000000001200-0000000000000001874-" + ID + ".group",
                new GroupFileName(1200, 1874, ID).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".DS_Store",
                "x.group",
                "0000000000000001200-0000000000000001874-5F0c6b0e9a774d0f8c4fd7fbb9b3a11e.group",
                "0000000000000001200-000000000000000187x-5f0c6b0e9a774d0f8c4fd7fbb9b3a11e.group",
                "0000000000000001200_0000000000000001874-5f0c6b0e9a774d0f8c4fd7fbb9b3a11e.group",
                "0000000000000001200-9999999999999999999-5f0c6b0e9a774d0f8c4fd7fbb9b3a11e.group",
                "0000000000000001200-0000000000000001874-5f0c6b0e9a774d0f8c4fd7fbb9b3a11e.group.tmp"
            })
    void whatIsNoGroupFileNameIsNotTakenForOne(String name) {
        assertNull(GroupFileName.parse(name));
    }
}
