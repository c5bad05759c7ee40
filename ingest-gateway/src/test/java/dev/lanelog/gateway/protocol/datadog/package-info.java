/** Tests of Datadog's intake: recorded requests, and mutated ones. */
package dev.lanelog.gateway.protocol.datadog;
