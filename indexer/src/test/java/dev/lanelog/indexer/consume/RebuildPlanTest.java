package dev.lanelog.indexer.consume;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.lanelog.proto.v1.Manifest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RebuildPlanTest {
    private static Manifest file(String id, long from, long to) {
        return file(id, from, to, "topic");
    }

    private static Manifest file(String id, long from, long to, String topic) {
        return Manifest.newBuilder()
                .setFileId(id)
                .setFromOffset(from)
                .setToOffset(to)
                .setTopicId(topic)
                .setRows(10)
                .build();
    }

    private static @Nullable RebuildPlan plan(List<Manifest> live, long logStart, long maxRows, String... wanted) {
        Set<String> ids = Set.of(wanted);
        return RebuildPlan.first(live, "topic", logStart, m -> ids.contains(m.getFileId()), maxRows);
    }

    private static String text(@Nullable RebuildPlan plan) {
        RebuildPlan p = requireNonNull(plan);
        return p.fromOffset() + "-" + p.toOffset() + " "
                + p.replaced().stream().map(Manifest::getFileId).toList();
    }

    @Test
    void filesWhoseOffsetsOverlapAreMadeAgainTogether() {
        List<Manifest> live =
                List.of(file("a", 0, 10), file("b", 0, 20), file("c", 15, 30), file("d", 30, 40), file("e", 40, 50));
        assertEquals("0-30 [a, b, c]", text(plan(live, 0, 1000, "c")));
        assertEquals("30-40 [d]", text(plan(live, 0, 1000, "d")));
    }

    @Test
    void neighboursThatAreWantedAreJoinedUpToTheBound() {
        List<Manifest> live =
                List.of(file("c", 20, 30), file("a", 0, 10), file("b", 10, 20), file("d", 30, 40), file("e", 40, 50));
        assertEquals("0-30 [a, b, c]", text(plan(live, 0, 30, "a", "b", "c", "d", "e")));
        assertEquals("0-20 [a, b]", text(plan(live, 0, 1000, "a", "b", "d", "e")), "a whole one lies between");
    }

    @Test
    void aGapInTheOffsetsIsNotReadOver() {
        List<Manifest> live = List.of(file("a", 0, 10), file("b", 12, 20));
        assertEquals("0-10 [a]", text(plan(live, 0, 1000, "a", "b")));
    }

    @Test
    void whatTheLogDoesNotHoldIsLeftAlone() {
        List<Manifest> live = List.of(file("a", 0, 10), file("b", 5, 20), file("c", 20, 30));
        assertNull(plan(live, 6, 1000, "b"), "its cluster begins before the log");
        assertEquals("20-30 [c]", text(plan(live, 6, 1000, "b", "c")));
    }

    @Test
    void filesOfAnotherTopicAreLeftAlone() {
        List<Manifest> live = List.of(file("old", 0, 10, "before"), file("a", 0, 10));
        assertEquals("0-10 [a]", text(plan(live, 0, 1000, "old", "a")));
        assertNull(plan(live, 0, 1000, "old"));
    }

    @Test
    void nothingWantedIsNoPlan() {
        assertNull(plan(List.of(file("a", 0, 10)), 0, 1000));
        assertNull(plan(List.of(), 0, 1000, "a"));
    }
}
