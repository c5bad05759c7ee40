package dev.lanelog.query.catalog;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.lanelog.proto.topic.CatalogKeys;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.Progress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of the catalog topic folded into one {@link Catalog}. Records of other stores are passed over, so are
 * kinds of keys that a later version may add. Not safe for several threads.
 */
final class CatalogState {
    private final String store;
    private final Map<String, IndexerInfo> indexers = new HashMap<>();
    private final Map<Integer, Progress> progress = new HashMap<>();
    private final Map<String, Manifest> manifests = new HashMap<>();

    CatalogState(String store) {
        this.store = store;
    }

    /**
     * Takes the next record of the topic.
     *
     * @param value null or empty for a tombstone
     * @return whether the record belongs to this store and changed something
     * @throws InvalidProtocolBufferException when the value is not a catalog record
     */
    boolean apply(String key, byte @Nullable [] value) throws InvalidProtocolBufferException {
        if (!CatalogKeys.inStore(key, store)) {
            return false;
        }
        if (value == null || value.length == 0) {
            return remove(key);
        }
        CatalogRecord catalogRecord = CatalogRecord.parseFrom(value);
        switch (catalogRecord.getRecordCase()) {
            case MANIFEST -> manifests.put(catalogRecord.getManifest().getFileId(), catalogRecord.getManifest());
            case PROGRESS -> progress.put(catalogRecord.getProgress().getPartition(), catalogRecord.getProgress());
            case INDEXER -> {
                if (catalogRecord.getIndexer().getGone()) {
                    return remove(key);
                }
                indexers.put(catalogRecord.getIndexer().getIndexerId(), catalogRecord.getIndexer());
            }
            // Between whoever asked for it and the owner.
            case REBUILD, RECORD_NOT_SET -> {
                return false;
            }
        }
        return true;
    }

    private boolean remove(String key) {
        String name = key.substring(key.lastIndexOf('/') + 1);
        if (key.startsWith(CatalogKeys.MANIFEST)) {
            return manifests.remove(name) != null;
        }
        if (key.startsWith(CatalogKeys.INDEXER)) {
            return indexers.remove(name) != null;
        }
        if (key.startsWith(CatalogKeys.PROGRESS)) {
            return progress.remove(Integer.parseInt(name)) != null;
        }
        return false;
    }

    Catalog toCatalog(boolean complete, int logPartitions) {
        return new Catalog(complete, Map.copyOf(indexers), Map.copyOf(progress), Map.copyOf(manifests), logPartitions);
    }
}
