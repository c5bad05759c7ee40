package dev.lanelog.query.catalog;

import dev.lanelog.proto.v1.HeadChunk;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.LiveFile;
import dev.lanelog.proto.v1.PartitionChange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What one indexer says about one partition. Immutable.
 *
 * @param owner whether it owns the partition; if not, it only holds files
 * @param generation of the ownership; the highest one among the indexers is the truth
 * @param topicId the topic that the offsets belong to
 * @param nextOffset every row below it is in a live file
 * @param headEnd one past the last offset in head chunks
 * @param files what it holds, by file id
 * @param chunks head chunks by id; owner only
 * @param live every live file of the partition and its holder; owner only
 */
record PartitionState(
        boolean owner,
        long generation,
        String topicId,
        long nextOffset,
        long headEnd,
        Map<String, HeldFile> files,
        Map<String, HeadChunk> chunks,
        Map<String, String> live) {
    static final PartitionState EMPTY = new PartitionState(false, 0, "", 0, 0, Map.of(), Map.of(), Map.of());

    /** The state after a change, in the order that {@code PartitionChange} prescribes. */
    PartitionState apply(PartitionChange change) {
        PartitionState base = change.getReset() ? EMPTY : this;
        return new PartitionState(
                change.getOwner(),
                change.getOwnerGeneration(),
                change.getTopicId(),
                change.getNextOffset(),
                change.getHeadEnd(),
                edit(base.files, change.getRemoveFilesList(), change.getAddFilesList(), HeldFile::getFileId, f -> f),
                edit(
                        base.chunks,
                        change.getRemoveChunksList(),
                        change.getAddChunksList(),
                        HeadChunk::getChunkId,
                        c -> c),
                edit(
                        base.live,
                        change.getRemoveLiveList(),
                        change.getAddLiveList(),
                        LiveFile::getFileId,
                        LiveFile::getIndexerId));
    }

    private static <M, V> Map<String, V> edit(
            Map<String, V> base, List<String> remove, List<M> add, Function<M, String> id, Function<M, V> value) {
        if (remove.isEmpty() && add.isEmpty()) {
            return base;
        }
        Map<String, V> next = new HashMap<>(base);
        for (String gone : remove) {
            next.remove(gone);
        }
        for (M added : add) {
            next.put(id.apply(added), value.apply(added));
        }
        return next;
    }
}
