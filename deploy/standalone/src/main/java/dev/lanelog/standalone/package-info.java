/**
 * The launcher of standalone: command line, data directory, broker first, then every role in one Quarkus application.
 *
 * @see dev.lanelog.standalone.Main
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.standalone;
