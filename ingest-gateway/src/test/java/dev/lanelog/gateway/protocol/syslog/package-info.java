/** Tests of syslog: recorded messages of programs and made ones, in every split. */
package dev.lanelog.gateway.protocol.syslog;
