/**
 * Loops over encoded data. Each kernel is an interface with a {@code Scalar...} and, where it pays, a {@code Vector...}
 * implementation; a selector decides once, at start, which one runs.
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.columnar.kernel;
