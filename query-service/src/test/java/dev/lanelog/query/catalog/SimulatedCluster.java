package dev.lanelog.query.catalog;

import dev.lanelog.proto.v1.HeadChunk;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.LiveFile;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.Progress;
import dev.lanelog.proto.v1.WatchEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;

/**
 * Indexers that consume, flush, merge, move partitions and restart as {@code groups.proto} says, without network: their
 * events wait in queues, and the test delivers them in whatever order it likes. A row is an offset of a partition.
 */
@NullUnmarked
final class SimulatedCluster {
    static final String STORE = "main";
    static final String TOPIC_ID = "t1";

    /** Rows of one group: offsets of a partition. */
    record Rows(int partition, Set<Long> offsets) {}

    final ClusterView view;
    private final Random random;
    private final int partitions;
    final Map<String, Rows> contents = new HashMap<>();
    final Map<Integer, Long> logEnd = new HashMap<>();
    private final Map<String, Indexer> indexers = new TreeMap<>();
    private final Map<Integer, Progress> progress = new HashMap<>();
    private final Queue<Catalog> catalogQueue = new ArrayDeque<>();
    private final Map<String, IndexerInfo> infos = new HashMap<>();
    private int ids;

    /** One indexer: its true state, and events on their way to the query-service. */
    final class Indexer {
        final String id;
        WatchedIndexer watched;
        final Queue<WatchEvent> events = new ArrayDeque<>();
        final Map<Integer, Partition> owned = new HashMap<>();
        final Map<Integer, Map<String, HeldFile>> held = new HashMap<>();
        long seq;

        Indexer(String id) {
            this.id = id;
            this.watched = new WatchedIndexer(id);
        }

        void emit(PartitionChange change) {
            events.add(WatchEvent.newBuilder().setSeq(++seq).addChanges(change).build());
        }

        /** The stream breaks: queued events are lost, the whole state is sent again. */
        void reconnect() {
            events.clear();
            watched.reset();
            WatchEvent.Builder event = WatchEvent.newBuilder().setSeq(++seq);
            Set<Integer> all = new HashSet<>(held.keySet());
            all.addAll(owned.keySet());
            for (int p : all) {
                PartitionChange.Builder change = scalars(this, p).setReset(true);
                held.getOrDefault(p, Map.of()).values().forEach(change::addAddFiles);
                Partition partition = owned.get(p);
                if (partition != null) {
                    partition.chunks.values().forEach(change::addAddChunks);
                    partition.live.forEach((file, holder) -> change.addAddLive(live(file, holder)));
                }
                event.addChanges(change);
            }
            events.add(event.build());
            events.add(WatchEvent.newBuilder().setSeq(++seq).setReady(true).build());
        }
    }

    static final class Partition {
        final long generation;
        long nextOffset;
        long headEnd;
        final Map<String, HeadChunk> chunks = new TreeMap<>();
        final Map<String, String> live;

        Partition(long generation, long nextOffset, Map<String, String> live) {
            this.generation = generation;
            this.nextOffset = nextOffset;
            this.headEnd = nextOffset;
            this.live = live;
        }
    }

    SimulatedCluster(ClusterView view, Random random, int partitions, int indexerCount) {
        this.view = view;
        this.random = random;
        this.partitions = partitions;
        for (int i = 0; i < indexerCount; i++) {
            Indexer indexer = new Indexer("ix" + i);
            indexers.put(indexer.id, indexer);
            infos.put(
                    indexer.id,
                    IndexerInfo.newBuilder().setIndexerId(indexer.id).build());
            view.addIndexer(indexer.watched);
            indexer.reconnect();
        }
        for (int p = 0; p < partitions; p++) {
            logEnd.put(p, 0L);
            take(p, indexerOf(p));
        }
    }

    private Indexer indexerOf(int index) {
        return List.copyOf(indexers.values()).get(index % indexers.size());
    }

    private Indexer owner(int partition) {
        return indexers.get(progress.get(partition).getIndexerId());
    }

    private static LiveFile live(String file, String holder) {
        return LiveFile.newBuilder().setFileId(file).setIndexerId(holder).build();
    }

    private static PartitionChange.Builder scalars(Indexer indexer, int p) {
        PartitionChange.Builder change =
                PartitionChange.newBuilder().setPartition(p).setTopicId(TOPIC_ID);
        Partition partition = indexer.owned.get(p);
        if (partition != null) {
            change.setOwner(true)
                    .setOwnerGeneration(partition.generation)
                    .setNextOffset(partition.nextOffset)
                    .setHeadEnd(partition.headEnd);
        }
        return change;
    }

    private void commit(int p, Partition partition, String owner) {
        progress.put(
                p,
                Progress.newBuilder()
                        .setStore(STORE)
                        .setPartition(p)
                        .setTopicId(TOPIC_ID)
                        .setNextOffset(partition.nextOffset)
                        .setOwnerGeneration(partition.generation)
                        .setIndexerId(owner)
                        .build());
        catalogQueue.add(new Catalog(true, Map.copyOf(infos), Map.copyOf(progress), Map.of(), partitions));
    }

    /** A new owner: drops the old head, reads again from progress. */
    void take(int p, Indexer to) {
        Progress before = progress.get(p);
        Map<String, String> live = new TreeMap<>();
        if (before != null) {
            Indexer from = owner(p);
            Partition old = from.owned.remove(p);
            live.putAll(old.live);
            PartitionChange.Builder change = scalars(from, p);
            if (from.held.getOrDefault(p, Map.of()).isEmpty()) {
                change.setGone(true);
            } else {
                old.chunks.keySet().forEach(change::addRemoveChunks);
                old.live.keySet().forEach(change::addRemoveLive);
            }
            from.emit(change.build());
        }
        Partition partition = new Partition(
                before == null ? 1 : before.getOwnerGeneration() + 1,
                before == null ? 0 : before.getNextOffset(),
                live);
        to.owned.put(p, partition);
        PartitionChange.Builder change = scalars(to, p);
        live.forEach((file, holder) -> change.addAddLive(live(file, holder)));
        to.emit(change.build());
        commit(p, partition, to.id);
    }

    /** Rows arrive in Kafka, or the owner indexes some of those that are there. */
    private void consume(int p) {
        Indexer indexer = owner(p);
        Partition partition = indexer.owned.get(p);
        if (partition.headEnd >= logEnd.get(p)) {
            logEnd.merge(p, 1L + random.nextInt(20), Long::sum);
        }
        long to = Math.min(logEnd.get(p), partition.headEnd + 1 + random.nextInt(10));
        HeadChunk chunk = newChunk(p, partition.headEnd, to);
        partition.chunks.put(chunk.getChunkId(), chunk);
        partition.headEnd = to;
        indexer.emit(scalars(indexer, p).addAddChunks(chunk).build());
    }

    private HeadChunk newChunk(int p, long from, long to) {
        String id = "c" + ids++;
        contents.put("h" + id, rows(p, from, to));
        return HeadChunk.newBuilder()
                .setChunkId(id)
                .setFromOffset(from)
                .setToOffset(to)
                .setRows(to - from)
                .setMinTimeNs(from)
                .setMaxTimeNs(to - 1)
                .build();
    }

    private static Rows rows(int p, long from, long to) {
        Set<Long> offsets = new HashSet<>();
        for (long o = from; o < to; o++) {
            offsets.add(o);
        }
        return new Rows(p, offsets);
    }

    /** The head becomes one file: manifest and progress in one transaction, one event. */
    private void flush(int p) {
        Indexer indexer = owner(p);
        Partition partition = indexer.owned.get(p);
        if (partition.headEnd == partition.nextOffset) {
            return;
        }
        HeldFile file = newFile(p, partition.nextOffset, partition.headEnd);
        PartitionChange.Builder change = PartitionChange.newBuilder();
        List<String> gone = List.copyOf(partition.chunks.keySet());
        partition.chunks.clear();
        partition.nextOffset = partition.headEnd;
        partition.live.put(file.getFileId(), indexer.id);
        indexer.held.computeIfAbsent(p, k -> new HashMap<>()).put(file.getFileId(), file);
        change.mergeFrom(scalars(indexer, p).build())
                .addAllRemoveChunks(gone)
                .addAddFiles(file)
                .addAddLive(live(file.getFileId(), indexer.id));
        commitAndEmit(p, indexer, partition, change.build());
    }

    /** The catalog may be heard of before or after the event. */
    private void commitAndEmit(int p, Indexer indexer, Partition partition, PartitionChange change) {
        indexer.emit(change);
        commit(p, partition, indexer.id);
    }

    private HeldFile newFile(int p, long from, long to) {
        String id = "f" + ids++;
        contents.put(id, rows(p, from, to));
        return HeldFile.newBuilder()
                .setFileId(id)
                .setRows(to - from)
                .setMinTimeNs(from)
                .setMaxTimeNs(to - 1)
                .setFromOffset(from)
                .setToOffset(to)
                .build();
    }

    /** Files of the owner that follow each other become one. */
    private void merge(int p) {
        Indexer indexer = owner(p);
        Partition partition = indexer.owned.get(p);
        List<HeldFile> mine =
                new ArrayList<>(indexer.held.getOrDefault(p, Map.of()).values());
        mine.removeIf(file -> !indexer.id.equals(partition.live.get(file.getFileId())));
        if (mine.size() < 2) {
            return;
        }
        Set<Long> all = new HashSet<>();
        mine.forEach(file -> all.addAll(contents.get(file.getFileId()).offsets()));
        HeldFile merged = newFile(p, 0, 0).toBuilder().setRows(all.size()).build();
        contents.put(merged.getFileId(), new Rows(p, all));
        Map<String, HeldFile> held = indexer.held.get(p);
        PartitionChange.Builder change = PartitionChange.newBuilder();
        for (HeldFile file : mine) {
            held.remove(file.getFileId());
            partition.live.remove(file.getFileId());
            change.addRemoveFiles(file.getFileId()).addRemoveLive(file.getFileId());
        }
        held.put(merged.getFileId(), merged);
        partition.live.put(merged.getFileId(), indexer.id);
        change.mergeFrom(scalars(indexer, p).build())
                .addAddFiles(merged)
                .addAddLive(live(merged.getFileId(), indexer.id));
        commitAndEmit(p, indexer, partition, change.build());
    }

    /** Head chunks become fewer. */
    private void mergeHead(int p) {
        Indexer indexer = owner(p);
        Partition partition = indexer.owned.get(p);
        if (partition.chunks.size() < 2) {
            return;
        }
        List<String> gone = List.copyOf(partition.chunks.keySet());
        partition.chunks.clear();
        HeadChunk chunk = newChunk(p, partition.nextOffset, partition.headEnd);
        partition.chunks.put(chunk.getChunkId(), chunk);
        indexer.emit(
                scalars(indexer, p).addAllRemoveChunks(gone).addAddChunks(chunk).build());
    }

    /** One thing happens somewhere, or one message arrives. */
    void step() {
        int p = random.nextInt(partitions);
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3 -> consume(p);
            case 4 -> flush(p);
            case 5 -> merge(p);
            case 6 -> mergeHead(p);
            case 7 -> {
                if (random.nextInt(6) == 0) {
                    take(p, indexerOf(random.nextInt(indexers.size())));
                }
            }
            case 8 -> {
                if (random.nextInt(8) == 0) {
                    indexerOf(random.nextInt(indexers.size())).reconnect();
                }
            }
            case 9, 10, 11, 12 -> deliverCatalog();
            default -> deliver(indexerOf(random.nextInt(indexers.size())));
        }
    }

    private void deliverCatalog() {
        Catalog next = catalogQueue.poll();
        if (next != null) {
            view.catalog(next);
        }
    }

    private static void deliver(Indexer indexer) {
        WatchEvent event = indexer.events.poll();
        if (event != null) {
            indexer.watched.apply(event);
        }
    }

    /** All messages arrive. */
    void settle() {
        while (!catalogQueue.isEmpty()) {
            deliverCatalog();
        }
        for (Indexer indexer : indexers.values()) {
            while (!indexer.events.isEmpty()) {
                deliver(indexer);
            }
        }
    }

    void consumeAll() {
        for (int p = 0; p < partitions; p++) {
            Partition partition = owner(p).owned.get(p);
            while (partition.headEnd < logEnd.get(p)) {
                consume(p);
            }
        }
    }

    Rows rowsOf(GroupRef ref) {
        return contents.get(ref.headChunk() ? "h" + ref.id() : ref.id());
    }
}
