package dev.lanelog.indexer;

import dev.lanelog.columnar.io.Disk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

/** An indexer's data directory, locked while it is open, and the indexer's name in it. */
final class DataDirectory implements AutoCloseable {
    private static final String ID_FILE = "indexer.id";
    private static final String LOCK_FILE = "indexer.lock";

    private final FileChannel channel;
    private final FileLock lock;
    private final String indexerId;

    private DataDirectory(FileChannel channel, FileLock lock, String indexerId) {
        this.channel = channel;
        this.lock = lock;
        this.indexerId = indexerId;
    }

    /**
     * Creates the directory if it is missing and locks it.
     *
     * @param configured the indexer's name from the configuration
     * @throws IOException when another process has it, or it belongs to an indexer of another name
     */
    static DataDirectory open(Disk disk, Path path, Optional<String> configured) throws IOException {
        Files.createDirectories(path);
        FileChannel channel =
                FileChannel.open(path.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = lock(channel, path);
            return new DataDirectory(channel, lock, identify(disk, path, configured));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileLock lock(FileChannel channel, Path path) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new IOException("another indexer uses " + path + "; give each its own lanelog.indexer.data-dir");
        }
        return lock;
    }

    private static String identify(Disk disk, Path path, Optional<String> configured) throws IOException {
        Path file = path.resolve(ID_FILE);
        if (Files.exists(file)) {
            String kept = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (configured.isPresent() && !configured.get().equals(kept)) {
                throw new IOException(path + " belongs to indexer " + kept + ", not " + configured.get()
                        + "; the catalog knows its files by that name");
            }
            return kept;
        }
        String id =
                configured.orElseGet(() -> "ix-" + UUID.randomUUID().toString().substring(0, 8));
        if (!id.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new IOException("lanelog.indexer.id " + id + " is not 1 to 64 letters, digits, . _ or -");
        }
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        Path temporary = path.resolve(ID_FILE + ".tmp");
        try (Disk.Appender out = disk.create(temporary)) {
            out.append(bytes, 0, bytes.length);
            out.fsync();
        }
        disk.rename(temporary, file);
        disk.fsyncDirectory(path);
        return id;
    }

    String indexerId() {
        return indexerId;
    }

    @Override
    public void close() throws IOException {
        lock.close();
        channel.close();
    }
}
