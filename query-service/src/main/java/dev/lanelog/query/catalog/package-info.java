/**
 * What is live in the cluster and how its bytes get here: the catalog topic, one link per indexer, consistent snapshots
 * of both, and the page cache in front of them. The semantics are those of {@code catalog.proto} and {@code groups.proto}.
 *
 * @see dev.lanelog.query.catalog.ClusterView
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.catalog;
