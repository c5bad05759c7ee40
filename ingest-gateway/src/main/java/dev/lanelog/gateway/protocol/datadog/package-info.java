/** Datadog's log intake: items as JSON, or lines of text. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.protocol.datadog;
