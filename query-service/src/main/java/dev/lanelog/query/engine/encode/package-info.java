/** Rows to bytes. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.engine.encode;
