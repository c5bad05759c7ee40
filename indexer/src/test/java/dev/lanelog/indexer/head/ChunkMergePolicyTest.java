package dev.lanelog.indexer.head;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A slow sender's head stays a few chunks, and rows are not copied over and over. */
class ChunkMergePolicyTest {
    private final ChunkMergePolicy policy = new ChunkMergePolicy(8, 16384);

    private static Chunk chunk(long from, long to, int rows) {
        return new Chunk("c" + from + "-" + to, new byte[rows], from, to, rows, 0, 0, 0);
    }

    @Test
    void aThousandSmallChunksBecomeAFewDozenAndStayAdjacent() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            int largest = 1 + random.nextInt(1 << (1 + random.nextInt(14)));
            List<Chunk> head = new ArrayList<>();
            long rows = 0;
            long copied = 0;
            for (int i = 0; i < 1000; i++) {
                Chunk c = chunk(i, i + 1, 1 + random.nextInt(largest));
                rows += c.rows();
                head.add(c);
                for (List<Chunk> run = policy.choose(head); !run.isEmpty(); run = policy.choose(head)) {
                    int at = head.indexOf(run.getFirst());
                    assertEquals(run, head.subList(at, at + run.size()));
                    int sum = run.stream().mapToInt(Chunk::rows).sum();
                    assertTrue(sum <= 16384);
                    copied += sum;
                    Chunk merged =
                            chunk(run.getFirst().fromOffset(), run.getLast().toOffset(), sum);
                    head.subList(at, at + run.size()).clear();
                    head.add(at, merged);
                }
            }
            assertEquals(rows, head.stream().mapToLong(Chunk::rows).sum());
            String what = "largest " + largest + ": chunks " + head.size() + ", rows " + rows + ", copied " + copied;
            assertTrue(head.size() <= 60 + 8 * rows / 16384, what);
            assertTrue(copied <= 6 * rows, what);
        }
    }
}
