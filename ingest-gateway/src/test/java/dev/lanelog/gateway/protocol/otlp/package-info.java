/** Tests of OTLP: recorded requests, wrong ones, and the genuine SDK. */
package dev.lanelog.gateway.protocol.otlp;
