package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.flush.GroupFile;
import dev.lanelog.proto.v1.Manifest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The live files on this indexer's disk, of all partitions, owned or not, and those that should be there and are not.
 * Used by the poll thread only.
 */
final class HeldFiles {
    private final Map<Integer, Map<String, GroupFile>> files = new TreeMap<>();
    private final Map<String, String> lost = new LinkedHashMap<>();

    void add(GroupFile file) {
        Manifest m = file.manifest();
        files.computeIfAbsent(m.getPartition(), p -> new LinkedHashMap<>()).put(m.getFileId(), file);
        lost.remove(m.getFileId());
    }

    void remove(GroupFile file) {
        of(file.manifest().getPartition()).remove(file.manifest().getFileId());
    }

    void lose(Manifest manifest, String why) {
        lost.put(manifest.getFileId(), why);
    }

    /** The file is not live any more, so that nobody misses it. */
    void forget(String fileId) {
        lost.remove(fileId);
    }

    boolean isLost(String fileId) {
        return lost.containsKey(fileId);
    }

    @Nullable GroupFile get(int partition, String fileId) {
        return of(partition).get(fileId);
    }

    Collection<GroupFile> in(int partition) {
        return of(partition).values();
    }

    private Map<String, GroupFile> of(int partition) {
        return files.computeIfAbsent(partition, p -> new LinkedHashMap<>());
    }

    /** Partitions with files here. */
    Set<Integer> partitions() {
        Set<Integer> out = new TreeSet<>();
        files.forEach((p, f) -> {
            if (!f.isEmpty()) {
                out.add(p);
            }
        });
        return out;
    }

    /** Why each missing or damaged file can't be served, by file id; a copy. */
    Map<String, String> lost() {
        return Map.copyOf(lost);
    }
}
