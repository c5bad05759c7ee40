package dev.lanelog.indexer.kit;

import dev.lanelog.columnar.io.Disk;
import dev.lanelog.columnar.io.RealDisk;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** The real disk, which fails at one kind of call while it is told to. */
public final class FaultDisk implements Disk {
    /** What fails. */
    public enum Fault {
        NONE,
        CREATE,
        WRITE,
        FSYNC,
        RENAME,
        FSYNC_DIRECTORY
    }

    private final RealDisk real = new RealDisk();
    private volatile Fault fault = Fault.NONE;
    private volatile int failures;

    public void fail(Fault what) {
        fault = what;
    }

    /** Calls that failed so far. */
    public int failures() {
        return failures;
    }

    private void check(Fault at) throws IOException {
        if (fault == at) {
            failures++;
            throw new IOException("No space left on device (injected at " + at + ")");
        }
    }

    @Override
    public Appender create(Path file) throws IOException {
        check(Fault.CREATE);
        Appender appender = real.create(file);
        return new Appender() {
            @Override
            public void append(byte[] buf, int off, int len) throws IOException {
                check(Fault.WRITE);
                appender.append(buf, off, len);
            }

            @Override
            public void fsync() throws IOException {
                check(Fault.FSYNC);
                appender.fsync();
            }

            @Override
            public void close() throws IOException {
                appender.close();
            }
        };
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        check(Fault.RENAME);
        real.rename(from, to);
    }

    @Override
    public void fsyncDirectory(Path directory) throws IOException {
        check(Fault.FSYNC_DIRECTORY);
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
