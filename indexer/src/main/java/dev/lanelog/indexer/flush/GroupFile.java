package dev.lanelog.indexer.flush;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.io.Disk;
import dev.lanelog.columnar.io.MappedByteSource;
import dev.lanelog.indexer.serve.Held;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jboss.logging.Logger;

/** A group file of this indexer, mapped, with its manifest. Deleted from disk when it was retired and nobody reads it. */
public final class GroupFile extends Held {
    private static final Logger LOG = Logger.getLogger(GroupFile.class);

    private final Disk disk;
    private final Path path;
    private final Manifest manifest;
    private final MappedByteSource source;
    private final Group group;
    private volatile boolean retired;

    private GroupFile(Disk disk, Path path, Manifest manifest, MappedByteSource source, Group group) {
        super(manifest.getFileId());
        this.disk = disk;
        this.path = path;
        this.manifest = manifest;
        this.source = source;
        this.group = group;
    }

    /**
     * Maps a file and opens its footer.
     *
     * @throws IOException when it is missing, has another size than its manifest says, or its footer is damaged
     */
    static GroupFile open(Disk disk, Path path, Manifest manifest) throws IOException {
        MappedByteSource source = MappedByteSource.open(disk, path);
        try {
            if (source.size() != manifest.getBytes()) {
                throw new IOException(
                        path + " has " + source.size() + " bytes, its manifest says " + manifest.getBytes());
            }
            return new GroupFile(disk, path, manifest, source, Group.open(source));
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /**
     * Maps a file that was just written.
     *
     * @param manifest of what is in it
     */
    static GroupFile open(Disk disk, Path path, Function<Group, Manifest> manifest) throws IOException {
        MappedByteSource source = MappedByteSource.open(disk, path);
        try {
            Group group = Group.open(source);
            return new GroupFile(disk, path, manifest.apply(group), source, group);
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    public Manifest manifest() {
        return manifest;
    }

    public Path path() {
        return path;
    }

    /** Its rows; to be read only while pinned. */
    public Group group() {
        return group;
    }

    /** How the feed describes it. */
    public HeldFile describe() {
        return HeldFile.newBuilder()
                .setFileId(manifest.getFileId())
                .setBytes(manifest.getBytes())
                .setRows(manifest.getRows())
                .setMinTimeNs(manifest.getMinTimeNs())
                .setMaxTimeNs(manifest.getMaxTimeNs())
                .setFromOffset(manifest.getFromOffset())
                .setToOffset(manifest.getToOffset())
                .build();
    }

    @Override
    public long size() {
        return manifest.getBytes();
    }

    @Override
    public long heapBytes() {
        return 0;
    }

    @Override
    public ByteString slice(long offset, int length) {
        return UnsafeByteOperations.unsafeWrap(source.read(offset, length).asByteBuffer());
    }

    @Override
    protected void markRetired() {
        retired = true;
    }

    @Override
    protected void release() {
        source.close();
        if (retired) {
            try {
                disk.delete(path);
            } catch (IOException e) {
                // The next start deletes it: it has no manifest any more.
                LOG.warnf(e, "event=delete-failed file=%s remedy=\"deleted at the next start\"", path);
            }
        }
    }
}
