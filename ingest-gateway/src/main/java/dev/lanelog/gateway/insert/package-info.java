/**
 * One insert, whatever brought it in: rows go through the common rules into batches, batches to Kafka, and the outcome
 * says how many rows are safe.
 *
 * @see dev.lanelog.gateway.insert.InsertService
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.insert;
