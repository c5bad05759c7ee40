package dev.lanelog.proto.topic;

/** Keys of the records on {@code logs-catalog}; the grammar is at the top of {@code catalog.proto}. */
public final class CatalogKeys {
    public static final String MANIFEST = "manifest/";
    public static final String PROGRESS = "progress/";
    public static final String INDEXER = "indexer/";
    public static final String REBUILD = "rebuild/";

    private CatalogKeys() {}

    public static String manifest(String store, int partition, String fileId) {
        return MANIFEST + store + '/' + partition + '/' + fileId;
    }

    public static String progress(String store, int partition) {
        return PROGRESS + store + '/' + partition;
    }

    public static String indexer(String store, String indexerId) {
        return INDEXER + store + '/' + indexerId;
    }

    public static String rebuild(String store, int partition) {
        return REBUILD + store + '/' + partition;
    }

    /** True when {@code key} belongs to {@code store}, whatever its kind. Store names hold no slash. */
    public static boolean inStore(String key, String store) {
        int slash = key.indexOf('/');
        return slash > 0 && key.startsWith(store + '/', slash + 1);
    }
}
