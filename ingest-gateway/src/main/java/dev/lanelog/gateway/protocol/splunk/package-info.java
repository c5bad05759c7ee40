/** Splunk's HTTP event collector: events and raw lines. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.protocol.splunk;
