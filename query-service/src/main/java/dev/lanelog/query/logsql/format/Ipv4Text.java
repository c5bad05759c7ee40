package dev.lanelog.query.logsql.format;

import java.nio.charset.StandardCharsets;

/** IPv4 addresses as text; unsigned 32-bit numbers in a long. */
public final class Ipv4Text {
    private Ipv4Text() {}

    /** The address, or -1 when the text is none. */
    public static long parse(byte[] b, int off, int len) {
        if (len < 7 || len > 15) {
            return -1;
        }
        long ip = 0;
        int octet = 0;
        int digits = 0;
        int dots = 0;
        for (int i = off; i < off + len; i++) {
            byte c = b[i];
            if (c == '.') {
                if (digits == 0 || ++dots > 3) {
                    return -1;
                }
                ip = ip << 8 | octet;
                octet = 0;
                digits = 0;
            } else if (c >= '0' && c <= '9' && ++digits <= 3) {
                octet = octet * 10 + (c - '0');
                if (octet > 255) {
                    return -1;
                }
            } else {
                return -1;
            }
        }
        return dots == 3 && digits > 0 ? ip << 8 | octet : -1;
    }

    /** As {@link #parse(byte[], int, int)}. */
    public static long parse(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        return parse(b, 0, b.length);
    }

    /** {@code 192.0.2.1} for an address. */
    public static String format(long ip) {
        return (ip >>> 24 & 255) + "." + (ip >>> 16 & 255) + "." + (ip >>> 8 & 255) + "." + (ip & 255);
    }
}
