/**
 * The query engine's contracts: what a query asks ({@link dev.lanelog.query.engine.QueryRequest}), what it reads ({@link
 * dev.lanelog.query.engine.Snapshot}), where its answer goes and how it ends. Sub-packages do the work and depend on
 * this one, never the other way round. Plain Java: no framework type appears here.
 *
 * @see dev.lanelog.query.engine.QueryEngine
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.engine;
