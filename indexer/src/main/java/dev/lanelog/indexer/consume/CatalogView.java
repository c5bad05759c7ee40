package dev.lanelog.indexer.consume;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.lanelog.proto.topic.CatalogKeys;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.Progress;
import dev.lanelog.proto.v1.Rebuild;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the catalog says about one store: the records of its keys, last one wins. Not thread-safe. */
public final class CatalogView {
    private final String store;
    private final Map<Integer, Progress> progress = new HashMap<>();
    private final Map<String, IndexerInfo> indexers = new HashMap<>();
    /** File ids that an indexer said it lost, by indexer. */
    private final Map<String, Set<String>> lost = new HashMap<>();

    private final Map<Integer, Rebuild> rebuilds = new HashMap<>();
    /** By partition, then by catalog key. */
    private final Map<Integer, Map<String, Manifest>> manifests = new HashMap<>();

    public CatalogView(String store) {
        this.store = store;
    }

    /**
     * Applies one record; those of other stores are skipped.
     *
     * @throws InvalidProtocolBufferException when the value is not a catalog record
     */
    void apply(String key, byte @Nullable [] value) throws InvalidProtocolBufferException {
        if (!CatalogKeys.inStore(key, store)) {
            return;
        }
        String rest = key.substring(key.indexOf('/') + store.length() + 2);
        if (key.startsWith(CatalogKeys.PROGRESS)) {
            int partition = Integer.parseInt(rest);
            if (value == null) {
                progress.remove(partition);
            } else {
                progress.put(partition, CatalogRecord.parseFrom(value).getProgress());
            }
        } else if (key.startsWith(CatalogKeys.MANIFEST)) {
            int partition = Integer.parseInt(rest.substring(0, rest.indexOf('/')));
            Map<String, Manifest> files = manifests.computeIfAbsent(partition, p -> new LinkedHashMap<>());
            if (value == null) {
                files.remove(key);
            } else {
                files.put(key, CatalogRecord.parseFrom(value).getManifest());
            }
        } else if (key.startsWith(CatalogKeys.INDEXER)) {
            if (value == null) {
                indexers.remove(rest);
                lost.remove(rest);
            } else {
                IndexerInfo info = CatalogRecord.parseFrom(value).getIndexer();
                indexers.put(rest, info);
                lost.put(rest, Set.copyOf(info.getLostFileIdsList()));
            }
        } else if (key.startsWith(CatalogKeys.REBUILD)) {
            int partition = Integer.parseInt(rest);
            if (value == null) {
                rebuilds.remove(partition);
            } else {
                rebuilds.put(partition, CatalogRecord.parseFrom(value).getRebuild());
            }
        }
    }

    /** Null when nobody ever owned the partition. */
    public @Nullable Progress progress(int partition) {
        return progress.get(partition);
    }

    /** Live files of a partition, wherever they are held. */
    public Collection<Manifest> manifests(int partition) {
        return manifests.getOrDefault(partition, Map.of()).values();
    }

    /** Null when no indexer of that name ever announced itself. */
    public @Nullable IndexerInfo indexer(String indexerId) {
        return indexers.get(indexerId);
    }

    /** Whether the holder of a file said that it has lost it, or an operator that the holder won't come back. */
    public boolean isLostElsewhere(Manifest manifest) {
        IndexerInfo holder = indexers.get(manifest.getIndexerId());
        return holder != null
                && (holder.getGone()
                        || lost.getOrDefault(manifest.getIndexerId(), Set.of()).contains(manifest.getFileId()));
    }

    /** The request to make a partition's files again; null when there is none. */
    public @Nullable Rebuild rebuild(int partition) {
        return rebuilds.get(partition);
    }

    /** Partitions that have live files. */
    public Set<Integer> partitionsWithFiles() {
        Set<Integer> out = new TreeSet<>();
        manifests.forEach((p, m) -> {
            if (!m.isEmpty()) {
                out.add(p);
            }
        });
        return out;
    }
}
