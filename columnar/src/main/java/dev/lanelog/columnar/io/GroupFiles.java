package dev.lanelog.columnar.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes group files so that a name is either absent or a whole, durable file: temporary file, fsync, rename, fsync of
 * the directory.
 */
public final class GroupFiles {
    /** Ending of group files. */
    public static final String SUFFIX = ".group";

    /** Ending of files that are being written; one that is found at start was abandoned and may be deleted. */
    public static final String TEMPORARY_SUFFIX = ".group.tmp";

    private static final int BUFFER = 256 << 10;

    private GroupFiles() {}

    /**
     * Writes {@code directory/name}.
     *
     * @param name ends in {@link #SUFFIX}
     * @return what {@code content} returned
     * @throws IOException when anything failed; the name is then absent, or, when only the last fsync failed, may be
     *     there without being durable
     */
    public static <T> T write(Disk disk, Path directory, String name, Content<T> content) throws IOException {
        if (!name.endsWith(SUFFIX)) {
            throw new IllegalArgumentException("not a group file name: " + name);
        }
        Path temporary = directory.resolve(name + ".tmp");
        T result;
        try (FileOutput out = new FileOutput(disk.create(temporary))) {
            result = content.write(out);
            out.flush();
            out.appender.fsync();
        } catch (IOException | RuntimeException e) {
            try {
                disk.delete(temporary);
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
        disk.rename(temporary, directory.resolve(name));
        disk.fsyncDirectory(directory);
        return result;
    }

    /** Writes bytes that are ready, such as a head chunk's. */
    public static void write(Disk disk, Path directory, String name, byte[] bytes) throws IOException {
        write(disk, directory, name, out -> {
            out.append(bytes, 0, bytes.length);
            return bytes.length;
        });
    }

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content<T> {
        T write(GroupOutput out) throws IOException;
    }

    /** Gathers small appends. */
    private static final class FileOutput implements GroupOutput, AutoCloseable {
        private final Disk.Appender appender;
        private final byte[] buffer = new byte[BUFFER];
        private int used;
        private long position;

        FileOutput(Disk.Appender appender) {
            this.appender = appender;
        }

        @Override
        public void append(byte[] buf, int off, int len) throws IOException {
            position += len;
            if (len > BUFFER - used) {
                flush();
                if (len >= BUFFER) {
                    appender.append(buf, off, len);
                    return;
                }
            }
            System.arraycopy(buf, off, buffer, used, len);
            used += len;
        }

        @Override
        public long position() {
            return position;
        }

        void flush() throws IOException {
            int n = used;
            used = 0;
            if (n > 0) {
                appender.append(buffer, 0, n);
            }
        }

        @Override
        public void close() throws IOException {
            appender.close();
        }
    }
}
