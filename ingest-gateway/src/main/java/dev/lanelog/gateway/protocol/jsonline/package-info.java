/** One JSON object a line: {@code /insert/jsonline}. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.protocol.jsonline;
