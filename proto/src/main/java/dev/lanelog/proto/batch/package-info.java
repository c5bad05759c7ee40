/**
 * The value of a Kafka record on the batch topic: many rows of one tenant, column by column.
 *
 * @see dev.lanelog.proto.batch.LogBatch the layout and how it is read
 * @see dev.lanelog.proto.batch.LogBatchBuilder how it is written
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.proto.batch;
