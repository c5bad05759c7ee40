package dev.lanelog.indexer.flush;

import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.group.GroupMerger;
import dev.lanelog.columnar.group.GroupOptions;
import dev.lanelog.columnar.group.MergeResult;
import dev.lanelog.columnar.group.Slice;
import dev.lanelog.columnar.io.Disk;
import dev.lanelog.columnar.io.GroupFiles;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.SliceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The group files of an indexer: {@code groups/<partition>/<name>}, see {@link GroupFileName}, and {@code
 * quarantine/} for what must not be served and not be lost. Safe for use by many threads.
 */
public final class GroupStore {
    /** Largest encoded manifest; slices are left out beyond. */
    static final int MAX_MANIFEST_BYTES = 4096;

    private static final Logger LOG = Logger.getLogger(GroupStore.class);

    private final Disk disk;
    private final Path groups;
    private final Path quarantine;
    private final String store;
    private final String indexerId;
    private final InstantSource clock;

    /**
     * What a file about to be written is of.
     *
     * @param level 0 for a flush, n for the result of an n-th merge
     */
    public record Origin(
            int partition, String topicId, long fromOffset, long toOffset, long ownerGeneration, int level) {}

    public GroupStore(Disk disk, Path dataDir, String store, String indexerId, InstantSource clock) {
        this.disk = disk;
        this.groups = dataDir.resolve("groups");
        this.quarantine = dataDir.resolve("quarantine");
        this.store = store;
        this.indexerId = indexerId;
        this.clock = clock;
    }

    public Path quarantine() {
        return quarantine;
    }

    /**
     * Writes the rows of {@code inputs} into one new, durable file.
     *
     * @param slices which of their slices
     * @throws IOException when it failed; nothing of it is left
     */
    public GroupFile write(
            Origin origin,
            List<Group> inputs,
            GroupOptions options,
            BooleanSupplier cancelled,
            GroupMerger.SliceFilter slices)
            throws IOException {
        Path directory = groups.resolve(Integer.toString(origin.partition()));
        Files.createDirectories(directory);
        String fileId = UUID.randomUUID().toString().replace("-", "");
        String name = new GroupFileName(origin.fromOffset(), origin.toOffset(), fileId).toString();
        Path path = directory.resolve(name);
        try {
            MergeResult unused = GroupFiles.write(
                    disk, directory, name, out -> GroupMerger.merge(inputs, options, out, cancelled, slices));
            return GroupFile.open(disk, path, group -> manifest(origin, fileId, group));
        } catch (IOException | RuntimeException e) {
            discard(path, e);
            throw e;
        }
    }

    private Manifest manifest(Origin origin, String fileId, Group group) {
        Manifest.Builder manifest = Manifest.newBuilder()
                .setFileId(fileId)
                .setStore(store)
                .setPartition(origin.partition())
                .setIndexerId(indexerId)
                .setTopicId(origin.topicId())
                .setFromOffset(origin.fromOffset())
                .setToOffset(origin.toOffset())
                .setOwnerGeneration(origin.ownerGeneration())
                .setRows(group.rows())
                .setBytes(group.bytes())
                .setMinTimeNs(group.minTimeNs())
                .setMaxTimeNs(group.maxTimeNs())
                .setFormatVersion(group.formatVersion())
                .setLevel(origin.level())
                .setCreatedMs(clock.millis());
        for (Slice slice : group.slices()) {
            manifest.addSlices(SliceSummary.newBuilder()
                    .setAccountId(slice.tenant().accountId())
                    .setProjectId(slice.tenant().projectId())
                    .setDay(slice.day())
                    .setRows(slice.rows()));
        }
        Manifest whole = manifest.build();
        return whole.getSerializedSize() <= MAX_MANIFEST_BYTES
                ? whole
                : manifest.clearSlices().setSlicesOmitted(true).build();
    }

    /** Deletes a file that never became live. */
    public void discard(GroupFile file) {
        file.close();
        discard(file.path(), null);
    }

    private void discard(Path path, @Nullable Exception cause) {
        try {
            disk.delete(path);
            disk.delete(path.resolveSibling(path.getFileName() + ".tmp"));
        } catch (IOException e) {
            if (cause != null) {
                cause.addSuppressed(e);
            }
            LOG.warnf(e, "event=delete-failed file=%s remedy=\"deleted at the next start\"", path);
        }
    }

    /** Opens the file of a live manifest; as {@link GroupFile#open}. */
    public GroupFile adopt(Manifest manifest) throws IOException {
        return GroupFile.open(disk, path(manifest), manifest);
    }

    private Path path(Manifest manifest) {
        return groups.resolve(Integer.toString(manifest.getPartition()))
                .resolve(new GroupFileName(manifest.getFromOffset(), manifest.getToOffset(), manifest.getFileId())
                        .toString());
    }

    /** Partitions that have a directory here. */
    public Set<Integer> partitions() throws IOException {
        Set<Integer> out = new TreeSet<>();
        if (!Files.isDirectory(groups)) {
            return out;
        }
        try (var entries = Files.newDirectoryStream(groups)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (Files.isDirectory(entry)
                        && name.chars().allMatch(c -> c >= '0' && c <= '9')
                        && name.length() < 10) {
                    out.add(Integer.parseInt(name));
                }
            }
        }
        return out;
    }

    /**
     * Removes what no manifest speaks for: temporary files, and group files whose flush was not committed. Their rows
     * are read from the log again. One whose rows can't be had elsewhere is moved to quarantine instead. Other names are
     * left alone.
     *
     * @param live ids of the partition's live files
     * @param elsewhere whether the rows of a file without a manifest are in live files or in the log
     * @return the files that were moved to quarantine
     */
    public List<Path> sweep(int partition, Set<String> live, Predicate<GroupFileName> elsewhere) throws IOException {
        Path directory = groups.resolve(Integer.toString(partition));
        List<Path> quarantined = new ArrayList<>();
        List<Path> files;
        try {
            files = disk.list(directory);
        } catch (NoSuchFileException none) {
            return quarantined;
        }
        for (Path file : files) {
            String fileName = file.getFileName().toString();
            if (fileName.endsWith(GroupFiles.TEMPORARY_SUFFIX)) {
                disk.delete(file);
                continue;
            }
            GroupFileName name = GroupFileName.parse(fileName);
            if (name == null || live.contains(name.fileId())) {
                continue;
            }
            if (!elsewhere.test(name)) {
                Files.createDirectories(quarantine);
                Path to = quarantine.resolve(partition + "-" + fileName);
                disk.rename(file, to);
                disk.fsyncDirectory(quarantine);
                quarantined.add(to);
                LOG.errorf(
                        "event=quarantine partition=%d file=%s problem=\"the log lost records whose rows this file holds\""
                                + " remedy=\"keep the file; import it, or delete it to give the rows up\"",
                        partition, to);
            } else {
                disk.delete(file);
                LOG.infof("event=orphan-deleted partition=%d file=%s", partition, fileName);
            }
        }
        return quarantined;
    }
}
