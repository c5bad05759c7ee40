/** Uploads of systemd-journal-upload, in the journal export format. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.protocol.journald;
