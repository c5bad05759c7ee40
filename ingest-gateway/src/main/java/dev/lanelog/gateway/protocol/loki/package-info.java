/** Loki's push API, JSON and protobuf. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.protocol.loki;
