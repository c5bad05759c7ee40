package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.format.TimeText;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * {@code unpack_syslog}: RFC 5424 and RFC 3164 messages, with CEF and CEE bodies. A time without a year gets the year of now,
 * or the one before when it would lie more than a day ahead. What a broken message has up to the break is given.
 */
final class SyslogUnpacker implements Unpacker {
    private static final String[] LEVELS = {"emerg", "alert", "critical", "error", "warning", "notice", "info", "debug"
    };

    private static final String[] FACILITIES = {
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
        "local7"
    };

    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    /** Length of {@code Jan _2 15:04:05}. */
    private static final int STAMP_LENGTH = 15;

    private static final long DAY_NS = 86_400_000_000_000L;

    private final long nowNs;
    private final long offsetNs;

    /** @param offsetNs zone of times without one, nanoseconds east of UTC */
    SyslogUnpacker(long nowNs, long offsetNs) {
        this.nowNs = nowNs;
        this.offsetNs = offsetNs;
    }

    @Override
    public void unpack(ValueRef in, FieldList out) {
        String s = Values.string(in);
        int from = 0;
        while (from < s.length() && " \t\n\r".indexOf(s.charAt(from)) >= 0) {
            from++;
        }
        s = s.substring(from);
        if (s.isEmpty()) {
            return;
        }
        if (s.charAt(0) != '<') {
            withoutPriority(s, out);
            return;
        }
        int close = s.indexOf('>');
        if (close < 0) {
            return;
        }
        String priority = s.substring(1, close);
        add(out, "priority", priority);
        long n = NumberText.parseUnsigned(priority);
        if (n < 0) {
            return;
        }
        long facility = n / 8;
        add(out, "facility_keyword", facility < FACILITIES.length ? FACILITIES[(int) facility] : "unknown");
        add(out, "level", LEVELS[(int) (n % 8)]);
        add(out, "facility", Long.toString(facility));
        add(out, "severity", Long.toString(n % 8));
        withoutPriority(s.substring(close + 1), out);
    }

    static void add(FieldList out, String name, String value) {
        out.add(name, Utf8.bytes(value));
    }

    private void withoutPriority(String s, FieldList out) {
        if (s.startsWith("1 ")) {
            rfc5424(s.substring(2), out);
        } else if (!s.isEmpty()) {
            rfc3164(s, out);
        }
    }

    private static void rfc5424(String s, FieldList out) {
        add(out, "format", "rfc5424");
        if (s.isEmpty()) {
            return;
        }
        String rest = s;
        for (String name : List.of("timestamp", "hostname", "app_name", "proc_id", "msg_id")) {
            int space = rest.indexOf(' ');
            if (space < 0) {
                add(out, name, rest);
                return;
            }
            add(out, name, rest.substring(0, space));
            rest = rest.substring(space + 1);
        }
        int body = structuredData(rest, out);
        if (body >= 0) {
            message(rest.substring(body), out);
        }
    }

    /** Reads structured data; returns where the message begins, or -1 when it is broken. */
    private static int structuredData(String s, FieldList out) {
        if (s.startsWith("- ")) {
            return 2;
        }
        if (s.startsWith("@cee:")) {
            return 0;
        }
        int at = 0;
        while (true) {
            at = element(s, at, out);
            if (at < 0) {
                return -1;
            }
            if (at < s.length() && s.charAt(at) == ' ') {
                return at + 1;
            }
        }
    }

    /** Reads {@code [id name="value" ...]}; returns the place behind it, or -1. */
    private static int element(String s, int open, FieldList out) {
        if (open >= s.length() || s.charAt(open) != '[') {
            return -1;
        }
        int idEnd = open + 1;
        while (idEnd < s.length() && s.charAt(idEnd) != ' ' && s.charAt(idEnd) != ']') {
            idEnd++;
        }
        if (idEnd == s.length()) {
            return -1;
        }
        String id = s.substring(open + 1, idEnd);
        int eq = id.indexOf('=');
        if (eq >= 0) {
            add(out, id.substring(0, eq), id.substring(eq + 1));
            id = "";
        }
        int close = elementEnd(s, idEnd);
        if (close < 0) {
            return -1;
        }
        String text = s.substring(idEnd, close).strip().replace("\\]", "]");
        FieldList pairs = new FieldList();
        byte[] b = Utf8.bytes(text);
        LogfmtUnpacker.pairs(b, 0, b.length, List.of(FieldPattern.ALL), pairs);
        if (pairs.size() == 0 && !id.isEmpty()) {
            add(out, id, "");
        }
        for (int i = 0; i < pairs.size(); i++) {
            out.add(id.isEmpty() ? pairs.name(i) : id + "." + pairs.name(i), pairs.value(i));
        }
        return close + 1;
    }

    /** The bracket that closes an element, or -1. */
    private static int elementEnd(String s, int from) {
        int i = from;
        while (i < s.length() && (s.charAt(i) != ']' || (i > from && s.charAt(i - 1) == '\\'))) {
            if (s.charAt(i) == ' ') {
                i++;
                continue;
            }
            int eq = s.indexOf('=', i);
            if (eq < 0 || eq + 1 >= s.length()) {
                return -1;
            }
            i = eq + 1;
            if (s.charAt(i) == '"') {
                i++;
                while (i < s.length() && (s.charAt(i) != '"' || s.charAt(i - 1) == '\\')) {
                    i++;
                }
                if (i == s.length()) {
                    return -1;
                }
                i++;
            } else {
                while (i < s.length() && s.charAt(i) != ' ' && s.charAt(i) != ']') {
                    i++;
                }
            }
        }
        return i < s.length() ? i : -1;
    }

    private void rfc3164(String s, FieldList out) {
        add(out, "format", "rfc3164");
        if (s.length() < STAMP_LENGTH) {
            message(s, out);
            return;
        }
        int end = s.charAt(10) == 'T' ? s.indexOf(' ') : STAMP_LENGTH;
        if (end < 0) {
            message(s, out);
            return;
        }
        String stamp = s.substring(0, end);
        long time = s.charAt(10) == 'T' ? TimeText.parseRfc3339(stamp) : stampTime(stamp);
        if (time == TimeText.INVALID) {
            message(s, out);
            return;
        }
        add(out, "timestamp", TimeText.format(time));
        String rest = s.substring(end);
        if (!rest.startsWith(" ")) {
            if (!rest.isEmpty()) {
                message(rest, out);
            }
            return;
        }
        header(rest.substring(1), out);
    }

    /** Reads {@code host app[pid]: message}; the host may be missing. */
    private static void header(String s, FieldList out) {
        int space = s.indexOf(' ');
        String first = space < 0 ? s : s.substring(0, space);
        String rest = s;
        if (first.indexOf(':') < 0 && first.indexOf('[') < 0) {
            add(out, "hostname", first);
            if (space < 0) {
                return;
            }
            rest = s.substring(space + 1);
        }
        int end = 0;
        while (end < rest.length() && "[: ".indexOf(rest.charAt(end)) < 0) {
            end++;
        }
        String app = rest.substring(0, end);
        add(out, "app_name", app);
        rest = rest.substring(end);
        if (rest.startsWith("[")) {
            int close = rest.indexOf(']');
            if (close < 0) {
                return;
            }
            add(out, "proc_id", rest.substring(1, close));
            rest = rest.substring(close + 1);
        }
        rest = rest.startsWith(":") ? rest.substring(1) : rest;
        rest = rest.startsWith(" ") ? rest.substring(1) : rest;
        if (!rest.isEmpty() && !(app.equals("CEF") && CefReader.read(rest, out))) {
            message(rest, out);
        }
    }

    private static void message(String s, FieldList out) {
        if (s.startsWith("CEF:") && CefReader.read(s.substring(4), out)) {
            return;
        }
        if (s.startsWith("@cee:")) {
            int before = out.size();
            byte[] b = Utf8.bytes(s.substring(5));
            ValueRef ref = new ValueRef();
            ref.buf = b;
            ref.len = b.length;
            new JsonUnpacker(List.of(FieldPattern.ALL), List.of()).unpack(ref, out);
            if (out.size() > before) {
                return;
            }
        }
        add(out, "message", s);
    }

    /** {@code Jan _2 15:04:05}. */
    private long stampTime(String s) {
        int month = MONTHS.indexOf(s.substring(0, 3));
        boolean marks = month >= 0
                && month % 3 == 0
                && s.charAt(3) == ' '
                && s.charAt(6) == ' '
                && s.charAt(9) == ':'
                && s.charAt(12) == ':';
        int day = number(s, s.length() > 4 && s.charAt(4) == ' ' ? 5 : 4, 6);
        int hour = number(s, 7, 9);
        int minute = number(s, 10, 12);
        int second = number(s, 13, 15);
        if (!marks
                || day < 1
                || day > 31
                || hour < 0
                || hour > 23
                || minute < 0
                || minute > 59
                || second < 0
                || second > 59) {
            return TimeText.INVALID;
        }
        int year = LocalDateTime.ofEpochSecond(Math.floorDiv(nowNs, 1_000_000_000L), 0, ZoneOffset.UTC)
                .getYear();
        long time = time(year, month / 3 + 1, day, hour, minute, second);
        return time - DAY_NS > nowNs ? time(year - 1, month / 3 + 1, day, hour, minute, second) : time;
    }

    private long time(int year, int month, int day, int hour, int minute, int second) {
        // From the first of the month, so that the 29th of February in another year is the 1st of March.
        LocalDateTime t = LocalDateTime.of(year, month, 1, hour, minute, second).plusDays(day - 1L);
        return t.toEpochSecond(ZoneOffset.UTC) * 1_000_000_000L - offsetNs;
    }

    private static int number(String s, int from, int to) {
        int n = 0;
        for (int i = from; i < to; i++) {
            int d = s.charAt(i) - '0';
            if (d < 0 || d > 9) {
                return -1;
            }
            n = n * 10 + d;
        }
        return n;
    }
}
