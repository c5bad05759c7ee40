/**
 * One real Kafka broker (KRaft, controller and broker in one node) inside this JVM.
 *
 * @see dev.lanelog.broker.EmbeddedBroker
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.broker;
