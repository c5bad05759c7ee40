package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.consume.CatalogWriter.Entry;
import dev.lanelog.proto.topic.CatalogKeys;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.Progress;

/** Makes the entries of catalog transactions. */
final class CatalogRecords {
    private CatalogRecords() {}

    static Entry manifest(Manifest manifest) {
        return new Entry(
                key(manifest), CatalogRecord.newBuilder().setManifest(manifest).build());
    }

    /** Takes a file out of the store. */
    static Entry tombstone(Manifest manifest) {
        return new Entry(key(manifest), null);
    }

    static Entry progress(Progress progress) {
        return new Entry(
                CatalogKeys.progress(progress.getStore(), progress.getPartition()),
                CatalogRecord.newBuilder().setProgress(progress).build());
    }

    /** Takes the request to make a partition's files again out of the store. */
    static Entry rebuildDone(String store, int partition) {
        return new Entry(CatalogKeys.rebuild(store, partition), null);
    }

    private static String key(Manifest manifest) {
        return CatalogKeys.manifest(manifest.getStore(), manifest.getPartition(), manifest.getFileId());
    }
}
