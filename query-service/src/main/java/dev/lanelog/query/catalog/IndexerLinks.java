package dev.lanelog.query.catalog;

import dev.lanelog.proto.v1.IndexerInfo;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One {@link IndexerLink} for each indexer in the catalog, made and closed as the catalog says. */
final class IndexerLinks implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(IndexerLinks.class);
    private static final long REPORT_MS = 500;

    private final ClusterView view;
    private final String watcherId;
    private final IndexerLink.Timing timing;
    private final ScheduledExecutorService timer;
    private final ExecutorService callbacks;
    private final Map<String, Entry> links = new ConcurrentHashMap<>();

    private record Entry(IndexerLink link, WatchedIndexer watched) {}

    /**
     * @param snapshotMax how long a snapshot may hold what it reads
     */
    IndexerLinks(
            ClusterView view, String watcherId, IndexerLink.Timing timing, Duration snapshotMax, InstantSource clock) {
        this.view = view;
        this.watcherId = watcherId;
        this.timing = timing;
        this.timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("indexer-links").factory());
        this.callbacks = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("indexer-link-", 0).factory());
        var unused = timer.scheduleWithFixedDelay(
                () -> housekeeping(clock.millis() - snapshotMax.toMillis()),
                REPORT_MS,
                REPORT_MS,
                TimeUnit.MILLISECONDS);
    }

    private void housekeeping(long expireMs) {
        try {
            view.expireBefore(expireMs);
            links.values().forEach(entry -> entry.link.reportReleased());
        } catch (RuntimeException e) {
            LOG.error("reporting released sequence numbers failed; trying again", e);
        }
    }

    /** Takes a newer catalog: links to new indexers, and to those that moved; closes links to those that left. */
    synchronized void catalog(Catalog catalog) {
        for (IndexerInfo info : catalog.indexers().values()) {
            Entry entry = links.get(info.getIndexerId());
            if (entry != null && sameAddress(entry.link.info(), info)) {
                continue;
            }
            if (entry != null) {
                remove(info.getIndexerId(), entry);
            }
            WatchedIndexer watched = new WatchedIndexer(info.getIndexerId());
            IndexerLink link =
                    new IndexerLink(info, watcherId, watched, view::indexerChanged, timer, callbacks, timing);
            links.put(info.getIndexerId(), new Entry(link, watched));
            view.addIndexer(watched);
            link.connect();
        }
        Map<String, Entry> gone = new HashMap<>(links);
        gone.keySet().removeAll(catalog.indexers().keySet());
        gone.forEach(this::remove);
    }

    private static boolean sameAddress(IndexerInfo a, IndexerInfo b) {
        return a.getGrpcHost().equals(b.getGrpcHost()) && a.getGrpcPort() == b.getGrpcPort();
    }

    private void remove(String indexerId, Entry entry) {
        LOG.infof("indexer unlinked indexer=%s", indexerId);
        view.removeIndexer(indexerId);
        links.remove(indexerId);
        entry.link.close();
    }

    /** Reads at an indexer by its id, over whichever link there is when it is asked. */
    GroupReader reader(String indexerId) {
        return (String id, long[] offsets, MemorySegment[] targets, GroupReader.Listener listener) -> {
            Entry entry = links.get(indexerId);
            if (entry == null) {
                listener.failed(new IOException("indexer " + indexerId + " is not in the catalog any more"));
            } else {
                entry.link.read(id, offsets, targets, listener);
            }
        };
    }

    int known() {
        return links.size();
    }

    /** Ids of known indexers whose whole state has not arrived. */
    List<String> notReady() {
        List<String> notReady = new ArrayList<>();
        links.forEach((id, entry) -> {
            if (!entry.watched.state().ready()) {
                notReady.add(id);
            }
        });
        notReady.sort(null);
        return notReady;
    }

    @Nullable WatchedIndexer watched(String indexerId) {
        Entry entry = links.get(indexerId);
        return entry == null ? null : entry.watched;
    }

    @Override
    public synchronized void close() {
        links.values().forEach(entry -> entry.link.closeNow());
        links.clear();
        timer.shutdownNow();
        callbacks.shutdown();
    }
}
