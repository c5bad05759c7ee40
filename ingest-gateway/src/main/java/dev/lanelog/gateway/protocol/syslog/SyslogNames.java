package dev.lanelog.gateway.protocol.syslog;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** What the numbers of a priority are called. */
final class SyslogNames {
    private static final byte[][] LEVELS =
            bytes("emerg", "alert", "critical", "error", "warning", "notice", "info", "debug");
    private static final byte[][] FACILITIES = bytes(
            "kern",
            "user",
            "mail",
            "daemon",
            "auth",
            "syslog",
            "lpr",
            "news",
            "uucp",
            "cron",
            "authpriv",
            "ftp",
            "ntp",
            "security",
            "console",
            "solaris-cron",
            "local0",
            "local1",
            "local2",
            "local3",
            "local4",
            "local5",
            "local6",
            "local7");
    private static final byte[] UNKNOWN = "unknown".getBytes(US_ASCII);

    private SyslogNames() {}

    /** @param severity 0 to 7 */
    static byte[] level(int severity) {
        return LEVELS[severity];
    }

    /** {@code unknown} above 23. */
    static byte[] facility(long facility) {
        return facility < FACILITIES.length ? FACILITIES[(int) facility] : UNKNOWN;
    }

    private static byte[][] bytes(String... names) {
        byte[][] bytes = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            bytes[i] = names[i].getBytes(US_ASCII);
        }
        return bytes;
    }
}
