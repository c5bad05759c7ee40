/**
 * Syslog: framing of streams and datagrams, and RFC 5424, RFC 3164, CEF and CEE messages as rows.
 *
 * @see dev.lanelog.gateway.protocol.syslog.SyslogParser
 */
@NullMarked
package dev.lanelog.gateway.protocol.syslog;

import org.jspecify.annotations.NullMarked;
