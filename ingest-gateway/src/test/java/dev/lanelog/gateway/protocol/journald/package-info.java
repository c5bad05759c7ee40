/** Tests of journald uploads: recorded ones and random ones, in every split. */
package dev.lanelog.gateway.protocol.journald;
