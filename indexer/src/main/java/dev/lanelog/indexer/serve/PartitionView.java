package dev.lanelog.indexer.serve;

import dev.lanelog.proto.v1.HeadChunk;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.LiveFile;
import dev.lanelog.proto.v1.PartitionChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The state of a partition that the feed's changes add up to: the same rules a watcher applies. Guarded by the feed. */
final class PartitionView {
    private final int partition;
    private boolean owner;
    private long ownerGeneration;
    private String topicId = "";
    private long nextOffset;
    private long headEnd;
    private final Map<String, HeldFile> files = new LinkedHashMap<>();
    private final Map<String, HeadChunk> chunks = new LinkedHashMap<>();
    private final Map<String, LiveFile> live = new LinkedHashMap<>();

    PartitionView(int partition) {
        this.partition = partition;
    }

    void apply(PartitionChange change) {
        if (change.getReset()) {
            files.clear();
            chunks.clear();
            live.clear();
        }
        change.getRemoveFilesList().forEach(files::remove);
        change.getRemoveChunksList().forEach(chunks::remove);
        change.getRemoveLiveList().forEach(live::remove);
        change.getAddFilesList().forEach(f -> files.put(f.getFileId(), f));
        change.getAddChunksList().forEach(c -> chunks.put(c.getChunkId(), c));
        change.getAddLiveList().forEach(l -> live.put(l.getFileId(), l));
        owner = change.getOwner();
        ownerGeneration = change.getOwnerGeneration();
        topicId = change.getTopicId();
        nextOffset = change.getNextOffset();
        headEnd = change.getHeadEnd();
    }

    /** The whole state as changes of at most about {@code entries} entries each; the first one resets. */
    List<PartitionChange> snapshot(int entries) {
        List<PartitionChange> out = new ArrayList<>();
        PartitionChange.Builder next = scalars().setReset(true);
        int used = 0;
        // Chunks first: the first change then says a head that goes with its offsets.
        for (HeadChunk chunk : chunks.values()) {
            next.addAddChunks(chunk);
            used++;
        }
        for (HeldFile file : files.values()) {
            if (used++ >= entries) {
                out.add(next.build());
                next = scalars();
                used = 1;
            }
            next.addAddFiles(file);
        }
        for (LiveFile file : live.values()) {
            if (used++ >= entries) {
                out.add(next.build());
                next = scalars();
                used = 1;
            }
            next.addAddLive(file);
        }
        out.add(next.build());
        return out;
    }

    private PartitionChange.Builder scalars() {
        return PartitionChange.newBuilder()
                .setPartition(partition)
                .setOwner(owner)
                .setOwnerGeneration(ownerGeneration)
                .setTopicId(topicId)
                .setNextOffset(nextOffset)
                .setHeadEnd(headEnd);
    }
}
