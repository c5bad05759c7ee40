package dev.lanelog.gateway.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartitionChooserTest {
    private static Set<Integer> used(PartitionChooser chooser, int account, int project) {
        Set<Integer> partitions = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            int p = chooser.next(account, project, 16);
            assertTrue(p >= 0 && p < 16, "partition " + p);
            partitions.add(p);
        }
        return partitions;
    }

    @Test
    void largeTenantsUseAllPartitionsAndSmallOnesTheirWindow() {
        PartitionChooser chooser = new PartitionChooser(Set.of("0:0", "4294967295:7"), 2);
        assertEquals(16, used(chooser, 0, 0).size());
        assertEquals(16, used(chooser, -1, 7).size());
        assertEquals(2, used(chooser, 5, 0).size());
        assertEquals(0, chooser.next(5, 0, 1));
    }

    @Test
    void smallTenantsAreSpread() {
        PartitionChooser chooser = new PartitionChooser(Set.of(), 1);
        Set<Integer> homes = new HashSet<>();
        for (int account = 0; account < 200; account++) {
            homes.addAll(used(chooser, account, 0));
        }
        assertEquals(16, homes.size());
    }

    @Test
    void aTenantThatIsNoneIsRefusedByName() {
        assertThrows(IllegalArgumentException.class, () -> new PartitionChooser(Set.of("zero"), 1));
    }
}
