package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.flush.GroupFile;
import dev.lanelog.indexer.serve.Feed;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.Progress;
import java.util.Collection;
import java.util.List;

/** How a partition is shown that this indexer only holds files of. */
final class Unowned {
    private Unowned() {}

    static void publish(
            Feed feed, int partition, CatalogView view, Collection<GroupFile> files, List<GroupFile> added) {
        publish(feed, partition, view, files, added, List.of());
    }

    /**
     * @param files what is here now
     * @param removed what was here before
     */
    static void publish(
            Feed feed,
            int partition,
            CatalogView view,
            Collection<GroupFile> files,
            List<GroupFile> added,
            List<GroupFile> removed) {
        PartitionChange.Builder change =
                PartitionChange.newBuilder().setPartition(partition).setReset(true);
        Progress progress = view.progress(partition);
        if (progress != null) {
            change.setTopicId(progress.getTopicId())
                    .setOwnerGeneration(progress.getOwnerGeneration())
                    .setNextOffset(progress.getNextOffset())
                    .setHeadEnd(progress.getNextOffset());
        }
        files.forEach(f -> change.addAddFiles(f.describe()));
        change.setGone(files.isEmpty());
        feed.publish(List.of(change.build()), added, removed);
    }
}
