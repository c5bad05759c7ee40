package dev.lanelog.query.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.group.Slice;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * Opens groups over the page cache and keeps the opened ones, bounded by an estimate of what their metadata takes on the
 * heap. A group is opened once, whoever asks for it. Its bytes stay valid as long as anyone refers to them.
 */
final class GroupStore implements GroupOpener {
    private static final int HEADER_BYTES = 8;
    private static final int MIN_WEIGHT = 4 << 10;
    private static final int MAX_WEIGHT = 8 << 20;
    /** Metadata of a group is about this part of its bytes; the estimate only has to bound the heap. */
    private static final int BYTES_PER_METADATA_BYTE = 50;

    private final PageCache pages;
    private final Function<String, GroupReader> readers;
    private final Cache<String, Opened> groups;
    private final ConcurrentHashMap<String, CompletableFuture<Opened>> opening = new ConcurrentHashMap<>();

    private record Opened(RemoteByteSource source, List<Slice> slices, int weight) {}

    /**
     * @param readers gives the reader of an indexer by its id
     * @param footerBytes bound of what opened groups take on the heap
     */
    GroupStore(PageCache pages, Function<String, GroupReader> readers, long footerBytes) {
        this.pages = pages;
        this.readers = readers;
        this.groups = Caffeine.newBuilder()
                .maximumWeight(footerBytes)
                .weigher((String name, Opened group) -> group.weight)
                .executor(Runnable::run)
                .build();
    }

    @Override
    public List<Slice> open(GroupRef ref) throws IOException {
        return opened(ref).slices;
    }

    private Opened opened(GroupRef ref) throws IOException {
        Opened kept = groups.getIfPresent(ref.cacheName());
        if (kept != null) {
            return kept;
        }
        CompletableFuture<Opened> mine = new CompletableFuture<>();
        CompletableFuture<Opened> present = opening.putIfAbsent(ref.cacheName(), mine);
        if (present == null) {
            present = mine;
            load(ref, mine);
        }
        try {
            return present.get();
        } catch (ExecutionException e) {
            // Not kept: the next one to ask tries again.
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException("group " + ref.id() + " can't be opened: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while opening group " + ref.id(), e);
        }
    }

    private void load(GroupRef ref, CompletableFuture<Opened> promise) {
        try {
            RemoteByteSource source = source(ref);
            Group group = Group.open(source);
            long weight = ref.bytes() / BYTES_PER_METADATA_BYTE;
            Opened opened = new Opened(source, group.slices(), (int) Math.clamp(weight, MIN_WEIGHT, MAX_WEIGHT));
            groups.put(ref.cacheName(), opened);
            promise.complete(opened);
        } catch (IOException | RuntimeException e) {
            promise.completeExceptionally(e);
        } finally {
            opening.remove(ref.cacheName(), promise);
        }
    }

    private RemoteByteSource source(GroupRef ref) {
        return new RemoteByteSource(
                pages, new PageCache.Origin(ref.cacheName(), ref.id(), readers.apply(ref.indexerId())), ref.bytes());
    }

    @Override
    public void prefetchFooters(List<GroupRef> refs) {
        for (GroupRef ref : refs) {
            if (groups.getIfPresent(ref.cacheName()) == null) {
                source(ref).prefetchFooter(HEADER_BYTES);
            }
        }
    }

    @Override
    public void prefetch(GroupRef ref, long[] offsets, int[] lengths) throws IOException {
        opened(ref).source.load(offsets, lengths);
    }

    /** Forgets a group and its bytes. */
    void forget(String groupName) {
        groups.invalidate(groupName);
        pages.invalidate(groupName);
    }

    long openGroups() {
        return groups.estimatedSize();
    }
}
