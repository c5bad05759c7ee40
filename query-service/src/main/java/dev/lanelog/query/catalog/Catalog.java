package dev.lanelog.query.catalog;

import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.Progress;
import java.util.Map;

/**
 * What the catalog topic says about one store at a moment.
 *
 * @param complete the topic was read to the end it had when reading began; before that nothing may be served
 * @param indexers by indexer id
 * @param progress by partition
 * @param manifests by file id
 * @param logPartitions partitions of the batch topic, 0 when it does not exist or is not known yet
 */
public record Catalog(
        boolean complete,
        Map<String, IndexerInfo> indexers,
        Map<Integer, Progress> progress,
        Map<String, Manifest> manifests,
        int logPartitions) {
    public static final Catalog EMPTY = new Catalog(false, Map.of(), Map.of(), Map.of(), 0);
}
