/**
 * OpenTelemetry logs: OTLP over HTTP (protobuf and JSON) and over gRPC. One walker over protobuf bytes makes rows of
 * all three; JSON is first rewritten as protobuf.
 *
 * @see dev.lanelog.gateway.protocol.otlp.LogsDecoder
 */
@NullMarked
package dev.lanelog.gateway.protocol.otlp;

import org.jspecify.annotations.NullMarked;
