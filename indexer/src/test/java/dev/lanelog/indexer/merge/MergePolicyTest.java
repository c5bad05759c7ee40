package dev.lanelog.indexer.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.SliceSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The choice bounds files and rewriting, whatever arrives. */
class MergePolicyTest {
    private static final long MAX_ROWS = 8 << 20;
    private final MergePolicy policy = new MergePolicy(8, MAX_ROWS, 1L << 40);
    private int files;

    private Manifest file(long from, long rows, int level) {
        return Manifest.newBuilder()
                .setFileId("f" + files++)
                .setTopicId("t")
                .setFromOffset(from)
                .setToOffset(from + 1)
                .setRows(rows)
                .setBytes(rows * 30)
                .setLevel(level)
                .addSlices(SliceSummary.newBuilder().setRows(rows))
                .build();
    }

    private Manifest merged(List<Manifest> inputs) {
        long rows = inputs.stream().mapToLong(Manifest::getRows).sum();
        int level = inputs.stream().mapToInt(Manifest::getLevel).max().orElseThrow() + 1;
        return file(inputs.getFirst().getFromOffset(), rows, level).toBuilder()
                .setToOffset(inputs.getLast().getToOffset())
                .build();
    }

    @Test
    void sevenFilesWaitAndEightAreMerged() {
        List<Manifest> live = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            live.add(file(i, 100, 0));
        }
        assertEquals(List.of(), policy.choose(live));
        live.add(file(7, 100, 0));
        assertEquals(live, policy.choose(live));
    }

    @Test
    void filesOfAnotherTopicAreNotMixedIn() {
        List<Manifest> live = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            live.add(file(i, 100, 0));
            live.add(file(i, 100, 0).toBuilder().setTopicId("old").build());
        }
        assertEquals(List.of(), policy.choose(live));
        assertEquals(4, policy.chooseForced(live).size());
    }

    @Test
    void fullSizeFilesAreLeftAlone() {
        List<Manifest> live = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            live.add(file(i, MAX_ROWS / 2 + 1, 3));
        }
        assertEquals(List.of(), policy.choose(live));
        assertEquals(List.of(), policy.chooseForced(live));
        assertEquals(0, policy.backlog(live));
    }

    @Test
    void manyFlushesLeaveFewFilesAndRewriteEachRowAFewTimes() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            int largest = 1 << (4 + random.nextInt(18));
            List<Manifest> live = new ArrayList<>();
            long arrived = 0;
            long rewritten = 0;
            for (int i = 0; i < 3000; i++) {
                Manifest flush = file(i, 1 + random.nextInt(largest), 0);
                arrived += flush.getRows();
                live.add(flush);
                for (List<Manifest> run = policy.choose(live); !run.isEmpty(); run = policy.choose(live)) {
                    Manifest result = merged(run);
                    assertTrue(result.getRows() <= MAX_ROWS);
                    rewritten += result.getRows();
                    live.removeAll(run);
                    live.add(result);
                }
            }
            long kept = live.stream().mapToLong(Manifest::getRows).sum();
            assertEquals(arrived, kept, "no row is lost or doubled");
            long full = 2 * arrived / MAX_ROWS + 1;
            String what = "round " + round + " largest " + largest + ": files " + live.size() + ", full-size files "
                    + full + ", write amplification " + (double) rewritten / arrived;
            assertTrue(live.size() <= full + 8 * 8, what);
            assertTrue(policy.backlog(live) <= 8 * 8, what);
            assertTrue(rewritten <= 6 * arrived, what);
        }
    }
}
