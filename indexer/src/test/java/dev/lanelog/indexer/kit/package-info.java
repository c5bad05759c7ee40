/** What the indexer's tests share: a broker, an indexer on it, a watcher over gRPC, a disk that fails. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.kit;
