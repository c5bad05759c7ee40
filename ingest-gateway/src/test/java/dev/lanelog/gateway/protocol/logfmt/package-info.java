/** Tests of logfmt: recorded requests, and mutated ones. */
package dev.lanelog.gateway.protocol.logfmt;
