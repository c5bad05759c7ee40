package dev.lanelog.gateway.protocol.syslog;

import dev.lanelog.gateway.config.Compression;
import dev.lanelog.gateway.row.RequestOptions;
import java.time.ZoneId;
import java.util.List;

/**
 * What is set for one listener.
 *
 * @param name in logs and metrics
 * @param port 0 takes a free one
 * @param options of its rows, as a request would have them
 * @param ownTime whether rows get the time of their arrival
 * @param storeRemoteIp whether rows get the sender's address as {@code remote_ip}
 * @param zone of times that name none
 * @param maxMessageBytes longer messages are rejected
 */
record SyslogListener(
        String name,
        int port,
        RequestOptions options,
        Compression compression,
        boolean ownTime,
        boolean storeRemoteIp,
        ZoneId zone,
        int maxMessageBytes) {
    /** The stream of messages when nothing else is set. */
    static final List<String> STREAM_FIELDS = List.of(
            "hostname", "app_name", "proc_id", "cef.device_vendor", "cef.device_product", "cef.device_event_class_id");
}
