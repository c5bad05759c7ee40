package dev.lanelog.indexer.consume;

import dev.lanelog.columnar.io.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.logging.Logger;

/**
 * Keeps the values of records that can't be indexed, one file each, {@code <topic>-<partition>-<offset>.record}, up to a
 * number of bytes in all. Used by the poll thread only.
 */
final class Quarantine {
    private static final Logger LOG = Logger.getLogger(Quarantine.class);
    private static final String SUFFIX = ".record";

    private final Disk disk;
    private final Path directory;
    private final long maxBytes;
    /** Bytes kept; -1 before the directory was looked at. */
    private long bytes = -1;

    Quarantine(Disk disk, Path directory, long maxBytes) {
        this.disk = disk;
        this.directory = directory;
        this.maxBytes = maxBytes;
    }

    /** Keeps a value if there is room and logs what became of it. Never fails: the record is skipped in any case. */
    void keep(String topic, int partition, long offset, byte[] value, Exception problem) {
        String kept;
        try {
            kept = write(topic + '-' + partition + '-' + offset + SUFFIX, value);
        } catch (IOException e) {
            kept = "no: " + e;
        }
        LOG.errorf(
                "event=corrupt-record topic=%s partition=%d offset=%d bytes=%d kept=\"%s\" problem=\"%s\"",
                topic, partition, offset, value.length, kept, problem);
    }

    private String write(String name, byte[] value) throws IOException {
        Files.createDirectories(directory);
        if (bytes < 0) {
            bytes = 0;
            for (Path file : disk.list(directory)) {
                if (file.toString().endsWith(SUFFIX)) {
                    bytes += disk.size(file);
                }
            }
        }
        Path file = directory.resolve(name);
        if (bytes + value.length > maxBytes) {
            return "no: " + bytes + " of " + maxBytes + " bytes are in use";
        }
        try (Disk.Appender out = disk.create(file)) {
            out.append(value, 0, value.length);
            out.fsync();
        }
        bytes += value.length;
        return file.toString();
    }
}
