/** Tests of Splunk's event collector: recorded requests, and mutated ones. */
package dev.lanelog.gateway.protocol.splunk;
