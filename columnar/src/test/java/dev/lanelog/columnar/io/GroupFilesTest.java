package dev.lanelog.columnar.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupFilesTest {
    /** Notes what is asked of the disk and fails at one of the steps. */
    private static final class FailingDisk implements Disk {
        private final RealDisk real = new RealDisk();
        private final int failAt;
        private final List<String> steps = new ArrayList<>();

        FailingDisk(int failAt) {
            this.failAt = failAt;
        }

        private void step(String name) throws IOException {
            steps.add(name);
            if (steps.size() - 1 == failAt) {
                throw new IOException("no " + name);
            }
        }

        @Override
        public Appender create(Path file) throws IOException {
            step("create");
            Appender inner = real.create(file);
            return new Appender() {
                @Override
                public void append(byte[] buf, int off, int len) throws IOException {
                    step("append");
                    inner.append(buf, off, len);
                }

                @Override
                public void fsync() throws IOException {
                    step("fsync");
                    inner.fsync();
                }

                @Override
                public void close() throws IOException {
                    inner.close();
                }
            };
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            step("rename");
            real.rename(from, to);
        }

        @Override
        public void fsyncDirectory(Path directory) throws IOException {
            step("fsyncDirectory");
            real.fsyncDirectory(directory);
        }

        @Override
        public void delete(Path file) throws IOException {
            real.delete(file);
        }

        @Override
        public List<Path> list(Path directory) throws IOException {
            return real.list(directory);
        }

        @Override
        public long size(Path file) throws IOException {
            return real.size(file);
        }

        @Override
        public MemorySegment map(Path file, Arena arena) throws IOException {
            return real.map(file, arena);
        }
    }

    @Test
    void bytesAreDurableBeforeTheNameAppears(@TempDir Path directory) throws IOException {
        byte[] bytes = new byte[700_000];
        new SplittableRandom(1).nextBytes(bytes);
        FailingDisk disk = new FailingDisk(-1);
        GroupFiles.write(disk, directory, "a.group", out -> {
            for (int at = 0; at < bytes.length; at += 70_000) {
                out.append(bytes, at, 70_000);
                assertEquals(at + 70_000, out.position());
            }
            return 0;
        });
        assertEquals(
                List.of("fsync", "rename", "fsyncDirectory"),
                disk.steps.subList(disk.steps.size() - 3, disk.steps.size()));
        assertEquals(List.of(directory.resolve("a.group")), disk.list(directory));
        assertEquals(bytes.length, disk.size(directory.resolve("a.group")));
        try (MappedByteSource source = MappedByteSource.open(directory.resolve("a.group"))) {
            assertArrayEquals(bytes, source.read(0, bytes.length).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
            assertThrows(IndexOutOfBoundsException.class, () -> source.read(1, bytes.length));
        }
    }

    @Test
    void failedWriteLeavesNoFile(@TempDir Path directory) throws IOException {
        for (int failAt = 0; failAt < 4; failAt++) {
            FailingDisk disk = new FailingDisk(failAt);
            IOException e =
                    assertThrows(IOException.class, () -> GroupFiles.write(disk, directory, "a.group", new byte[1000]));
            assertEquals("no " + disk.steps.get(failAt), e.getMessage());
            for (Path file : disk.list(directory)) {
                assertTrue(file.toString().endsWith(GroupFiles.TEMPORARY_SUFFIX), "only an orphan may stay: " + file);
                Files.delete(file);
            }
        }
    }

    @Test
    void closedMappingRefusesReads(@TempDir Path directory) throws IOException {
        GroupFiles.write(new RealDisk(), directory, "a.group", new byte[100]);
        MappedByteSource source = MappedByteSource.open(directory.resolve("a.group"));
        MemorySegment segment = source.read(0, 10);
        source.close();
        assertThrows(IllegalStateException.class, () -> segment.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
    }
}
