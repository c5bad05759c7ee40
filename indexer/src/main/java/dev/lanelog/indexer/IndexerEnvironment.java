package dev.lanelog.indexer;

import dev.lanelog.columnar.io.Disk;
import dev.lanelog.columnar.io.RealDisk;
import java.io.File;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The world outside: disk and clocks. Tests put others in their place.
 *
 * @param clock wall clock, for what is written down
 * @param nanoTime monotonic clock, for ages and deadlines
 * @param freeDisk free bytes where the data directory is
 */
public record IndexerEnvironment(Disk disk, InstantSource clock, LongSupplier nanoTime, LongSupplier freeDisk) {
    /** This machine. */
    public static IndexerEnvironment real(Path dataDir) {
        File directory = dataDir.toFile();
        return new IndexerEnvironment(
                new RealDisk(), InstantSource.system(), System::nanoTime, directory::getUsableSpace);
    }
}
