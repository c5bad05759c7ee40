/** Lines of {@code name=value} pairs. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.protocol.logfmt;
