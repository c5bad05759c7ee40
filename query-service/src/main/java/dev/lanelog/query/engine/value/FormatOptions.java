package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.DurationText;
import dev.lanelog.query.logsql.format.Ipv4Text;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.format.TimeText;
import java.util.Base64;

/** Options of {@code format}. A value that an option can't take is written as it is; so is one with an unknown option. */
final class FormatOptions {
    private static final byte[] HEX = Utf8.bytes("0123456789ABCDEF");
    private static final long MAX_IPV4 = 0xFFFFFFFFL;

    private FormatOptions() {}

    static ValueFunction of(String option) {
        return switch (option) {
            case "base64decode" -> FormatOptions::base64Decode;
            case "base64encode" -> (in, out) -> out.add(Base64.getEncoder().encode(in.copy()));
            case "duration" -> FormatOptions::duration;
            case "duration_seconds" -> FormatOptions::durationSeconds;
            case "hexdecode" -> FormatOptions::hexDecode;
            case "hexencode" -> FormatOptions::hexEncode;
            case "hexnumdecode" -> FormatOptions::hexNumberDecode;
            case "hexnumencode" -> FormatOptions::hexNumberEncode;
            case "ipv4" -> FormatOptions::ipv4;
            case "lc" -> (in, out) -> mapCase(in, out, false);
            case "uc" -> (in, out) -> mapCase(in, out, true);
            case "q" -> (in, out) -> Values.json(out, in.buf, in.off, in.len);
            case "time" -> FormatOptions::time;
            case "urldecode" -> FormatOptions::urlDecode;
            case "urlencode" -> FormatOptions::urlEncode;
            default -> (in, out) -> out.add(in);
        };
    }

    private static void base64Decode(ValueRef in, ByteBuilder out) {
        if (in.len % 4 != 0) {
            out.add(in);
            return;
        }
        try {
            out.add(Base64.getDecoder().decode(in.copy()));
        } catch (IllegalArgumentException e) {
            out.add(in);
        }
    }

    private static void duration(ValueRef in, ByteBuilder out) {
        long[] n = new long[1];
        if (NumberText.parseLong(in.buf, in.off, in.len, n)) {
            out.add(DurationText.format(n[0]));
        } else {
            out.add(in);
        }
    }

    private static void durationSeconds(ValueRef in, ByteBuilder out) {
        long ns = DurationText.parse(in.buf, in.off, in.len);
        if (ns == DurationText.INVALID) {
            out.add(in);
        } else {
            out.add(NumberText.format(ns / 1e9));
        }
    }

    private static void time(ValueRef in, ByteBuilder out) {
        long ns = TimeText.parseUnix(Values.string(in));
        if (ns == TimeText.INVALID) {
            out.add(in);
        } else {
            out.add(TimeText.format(ns));
        }
    }

    private static void ipv4(ValueRef in, ByteBuilder out) {
        long[] n = new long[1];
        if (NumberText.parseUnsigned(in.buf, in.off, in.len, n) && n[0] >= 0 && n[0] <= MAX_IPV4) {
            out.add(Ipv4Text.format(n[0]));
        } else {
            out.add(in);
        }
    }

    private static void mapCase(ValueRef in, ByteBuilder out, boolean upper) {
        int end = in.off + in.len;
        int i = in.off;
        while (i < end) {
            int n = Utf8.sequenceLength(in.buf, i, end);
            if (n == 0) {
                out.add(in.buf[i++]);
                continue;
            }
            int cp = Utf8.codePoint(in.buf, i, n);
            int mapped = upper ? Character.toUpperCase(cp) : Character.toLowerCase(cp);
            if (mapped < 0x80) {
                out.add(mapped);
            } else {
                out.add(Utf8.bytes(Character.toString(mapped)));
            }
            i += n;
        }
    }

    private static void hexEncode(ValueRef in, ByteBuilder out) {
        for (int i = in.off; i < in.off + in.len; i++) {
            out.add(HEX[in.buf[i] >> 4 & 15]);
            out.add(HEX[in.buf[i] & 15]);
        }
    }

    /** Pairs of digits become bytes; pairs that are none stay. */
    private static void hexDecode(ValueRef in, ByteBuilder out) {
        int end = in.off + in.len;
        int i = in.off;
        for (; i + 1 < end; i += 2) {
            int hi = digit(in.buf[i]);
            int lo = digit(in.buf[i + 1]);
            if (hi < 0 || lo < 0) {
                out.add(in.buf, i, 2);
            } else {
                out.add(hi << 4 | lo);
            }
        }
        out.add(in.buf, i, end - i);
    }

    private static void hexNumberEncode(ValueRef in, ByteBuilder out) {
        long[] n = new long[1];
        if (!NumberText.parseUnsigned(in.buf, in.off, in.len, n)) {
            out.add(in);
            return;
        }
        for (int shift = 60; shift >= 0; shift -= 4) {
            out.add(HEX[(int) (n[0] >>> shift) & 15]);
        }
    }

    private static void hexNumberDecode(ValueRef in, ByteBuilder out) {
        long n = 0;
        for (int i = in.off; i < in.off + in.len; i++) {
            int d = digit(in.buf[i]);
            if (d < 0 || in.len > 16) {
                out.add(in);
                return;
            }
            n = n << 4 | d;
        }
        out.add(Long.toUnsignedString(n));
    }

    private static void urlEncode(ValueRef in, ByteBuilder out) {
        for (int i = in.off; i < in.off + in.len; i++) {
            byte c = in.buf[i];
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '-'
                    || c == '.'
                    || c == '_';
            if (plain) {
                out.add(c);
            } else if (c == ' ') {
                out.add('+');
            } else {
                out.add('%');
                out.add(HEX[c >> 4 & 15]);
                out.add(HEX[c & 15]);
            }
        }
    }

    private static void urlDecode(ValueRef in, ByteBuilder out) {
        int end = in.off + in.len;
        int i = in.off;
        while (i < end) {
            byte c = in.buf[i++];
            int hi = c == '%' && i + 1 < end ? digit(in.buf[i]) : -1;
            int lo = hi >= 0 ? digit(in.buf[i + 1]) : -1;
            if (lo >= 0) {
                out.add(hi << 4 | lo);
                i += 2;
            } else {
                out.add(c == '+' ? ' ' : c);
            }
        }
    }

    private static int digit(byte c) {
        return c < 0 ? -1 : Character.digit(c, 16);
    }
}
