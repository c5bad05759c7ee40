package dev.lanelog.query.logsql.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** IPv6 addresses as text; IPv4 addresses are taken as their mapped form {@code ::ffff:a.b.c.d}. Zones are ignored. */
public final class Ipv6Text {
    private Ipv6Text() {}

    /** The 16 bytes of an address, or null when the text is none. */
    public static byte @Nullable [] parse(byte[] b, int off, int len) {
        if (len < 2 || len > 45) {
            return null;
        }
        int end = off + len;
        for (int i = off; i < end; i++) {
            if (b[i] == '%') {
                if (i + 1 == end) {
                    return null;
                }
                end = i;
            }
        }
        byte[] ip = new byte[16];
        long v4 = end == off + len ? Ipv4Text.parse(b, off, len) : -1;
        if (v4 >= 0) {
            ip[10] = (byte) 0xFF;
            ip[11] = (byte) 0xFF;
            putV4(ip, 12, v4);
            return ip;
        }
        return groups(b, off, end, ip);
    }

    private static byte @Nullable [] groups(byte[] b, int i, int end, byte[] ip) {
        int at = 0;
        int gap = -1;
        if (i + 1 < end && b[i] == ':' && b[i + 1] == ':') {
            gap = 0;
            i += 2;
        }
        while (i < end) {
            if (at == 16) {
                return null;
            }
            int from = i;
            int group = 0;
            while (i < end && Character.digit(b[i], 16) >= 0) {
                group = group << 4 | Character.digit(b[i], 16);
                if (++i - from > 4) {
                    return null;
                }
            }
            if (i < end && b[i] == '.') {
                long v4 = Ipv4Text.parse(b, from, end - from);
                if (v4 < 0 || at > 12) {
                    return null;
                }
                putV4(ip, at, v4);
                at += 4;
                break;
            }
            if (i == from) {
                return null;
            }
            ip[at++] = (byte) (group >> 8);
            ip[at++] = (byte) group;
            if (i == end) {
                break;
            }
            if (b[i] != ':' || i + 1 == end) {
                return null;
            }
            i++;
            if (b[i] == ':') {
                if (gap >= 0) {
                    return null;
                }
                gap = at;
                i++;
            }
        }
        if (gap < 0) {
            return at == 16 ? ip : null;
        }
        if (at == 16) {
            return null;
        }
        System.arraycopy(ip, gap, ip, 16 - (at - gap), at - gap);
        Arrays.fill(ip, gap, 16 - (at - gap), (byte) 0);
        return ip;
    }

    private static void putV4(byte[] ip, int at, long v4) {
        for (int k = 0; k < 4; k++) {
            ip[at + k] = (byte) (v4 >>> (24 - 8 * k));
        }
    }

    /** The canonical text: the longest run of zero groups as {@code ::}, mapped IPv4 with dots. */
    public static String format(byte[] ip) {
        boolean mapped = ip[10] == (byte) 0xFF && ip[11] == (byte) 0xFF;
        for (int i = 0; i < 10; i++) {
            mapped &= ip[i] == 0;
        }
        if (mapped) {
            return "::ffff:" + (ip[12] & 255) + "." + (ip[13] & 255) + "." + (ip[14] & 255) + "." + (ip[15] & 255);
        }
        int bestAt = -1;
        int bestLength = 1;
        for (int i = 0; i < 8; i++) {
            int k = i;
            while (k < 8 && ip[2 * k] == 0 && ip[2 * k + 1] == 0) {
                k++;
            }
            if (k - i > bestLength) {
                bestAt = i;
                bestLength = k - i;
            }
        }
        StringBuilder sb = new StringBuilder(40);
        for (int i = 0; i < 8; i++) {
            if (i == bestAt) {
                sb.append("::");
                i += bestLength - 1;
                continue;
            }
            if (!sb.isEmpty() && sb.charAt(sb.length() - 1) != ':') {
                sb.append(':');
            }
            sb.append(Integer.toHexString((ip[2 * i] & 255) << 8 | ip[2 * i + 1] & 255));
        }
        return sb.toString();
    }
}
