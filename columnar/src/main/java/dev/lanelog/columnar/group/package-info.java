/** The group file: its format, how it is written, opened, merged and checked. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.columnar.group;
