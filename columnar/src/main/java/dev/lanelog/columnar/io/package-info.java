/**
 * Where the bytes of a group come from and go to. Disk and network are behind these interfaces, so that tests inject
 * faults.
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.columnar.io;
