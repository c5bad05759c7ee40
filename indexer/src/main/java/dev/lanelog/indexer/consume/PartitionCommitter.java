package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.consume.CatalogWriter.Entry;
import dev.lanelog.indexer.consume.CatalogWriter.FencedException;
import dev.lanelog.indexer.consume.CatalogWriter.GroupOffset;
import dev.lanelog.indexer.consume.CatalogWriter.RejectedException;
import dev.lanelog.indexer.consume.CatalogWriter.UnknownOutcomeException;
import dev.lanelog.proto.v1.Progress;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The catalog transactions of one owned partition. When the brokers did not say how one ended, a new producer takes the
 * place of the old, which decides every open transaction, and the catalog is read to see. Used by the poll thread only.
 */
final class PartitionCommitter implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(PartitionCommitter.class);

    private final int partition;
    private final Supplier<CatalogWriter> writers;
    private final CatalogReader catalog;
    private CatalogWriter writer;
    private @Nullable Predicate<CatalogView> undecided;
    private long generation;

    /**
     * Fences the previous owner.
     *
     * @param writers new writers with the partition's transactional id
     * @throws KafkaException when the brokers did not answer in time
     */
    PartitionCommitter(int partition, Supplier<CatalogWriter> writers, CatalogReader catalog) {
        this.partition = partition;
        this.writers = writers;
        this.catalog = catalog;
        this.writer = open();
    }

    private CatalogWriter open() {
        CatalogWriter w = writers.get();
        try {
            w.init();
        } catch (RuntimeException e) {
            w.close();
            throw e;
        }
        return w;
    }

    /** The generation that this owner claimed; what {@link #resolve} compares with. */
    void generation(long claimed) {
        generation = claimed;
    }

    /**
     * Writes all entries or none.
     *
     * @param written tells from the catalog whether they are in it
     */
    CommitOutcome commit(List<Entry> entries, @Nullable GroupOffset offset, Predicate<CatalogView> written) {
        if (undecided != null) {
            throw new IllegalStateException("partition " + partition + ": the last transaction is not decided");
        }
        try {
            writer.commit(entries, offset);
            return CommitOutcome.COMMITTED;
        } catch (FencedException e) {
            LOG.warnf("event=fenced partition=%d cause=\"%s\"", partition, e.getCause());
            return CommitOutcome.FENCED;
        } catch (RejectedException e) {
            LOG.warnf("event=commit-rejected partition=%d cause=\"%s\"", partition, e.getCause());
            return CommitOutcome.REJECTED;
        } catch (UnknownOutcomeException e) {
            LOG.warnf("event=commit-unknown partition=%d cause=\"%s\"", partition, e.getCause());
            undecided = written;
            return resolve();
        }
    }

    /** Whether a transaction has an unknown outcome. */
    boolean isUndecided() {
        return undecided != null;
    }

    /** Finds out how the last transaction ended; UNKNOWN when the brokers still do not answer. */
    CommitOutcome resolve() {
        Predicate<CatalogView> written = undecided;
        if (written == null) {
            throw new IllegalStateException("partition " + partition + ": no transaction is undecided");
        }
        try {
            // Look before fencing: if somebody else took over meanwhile, he must not be disturbed.
            if (isOthers(catalog.readToEnd())) {
                undecided = null;
                return CommitOutcome.FENCED;
            }
            writer.close();
            writer = open();
            CatalogView view = catalog.readToEnd();
            undecided = null;
            if (isOthers(view)) {
                return CommitOutcome.FENCED;
            }
            return written.test(view) ? CommitOutcome.COMMITTED : CommitOutcome.REJECTED;
        } catch (CatalogException | KafkaException e) {
            LOG.warnf("event=commit-undecided partition=%d cause=\"%s\"", partition, e.getMessage());
            return CommitOutcome.UNKNOWN;
        }
    }

    private boolean isOthers(CatalogView view) {
        Progress progress = view.progress(partition);
        return progress != null && progress.getOwnerGeneration() > generation;
    }

    @Override
    public void close() {
        writer.close();
    }
}
