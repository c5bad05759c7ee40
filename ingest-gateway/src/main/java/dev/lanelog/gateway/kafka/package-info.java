/**
 * The way to Kafka: one record a batch, acknowledged by all replicas, in the order of the request.
 *
 * @see dev.lanelog.gateway.kafka.BatchProducer
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.kafka;
