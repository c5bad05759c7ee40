package dev.lanelog.query.engine.value;

/** Bodies in the Common Event Format: {@code version|vendor|product|version|class|name|severity|key=value ...}. */
final class CefReader {
    private static final String[] HEADERS = {
        "cef.version",
        "cef.device_vendor",
        "cef.device_product",
        "cef.device_version",
        "cef.device_event_class_id",
        "cef.name",
        "cef.severity"
    };

    private CefReader() {}

    /** Whether the text is such a body; else {@code out} is as before. */
    static boolean read(String text, FieldList out) {
        int before = out.size();
        int at = 0;
        for (String header : HEADERS) {
            int bar = unescaped(text, '|', at);
            if (bar < 0) {
                out.truncate(before);
                return false;
            }
            SyslogUnpacker.add(out, header, unescape(text.substring(at, bar)));
            at = bar + 1;
        }
        if (!extension(text.substring(at), out)) {
            out.truncate(before);
            return false;
        }
        return true;
    }

    private static boolean extension(String s, FieldList out) {
        String rest = s;
        while (!rest.isEmpty()) {
            int eq = unescaped(rest, '=', 0);
            if (eq < 0) {
                return false;
            }
            String key = "cef.extension." + unescape(rest.substring(0, eq));
            rest = rest.substring(eq + 1);
            int next = unescaped(rest, '=', 0);
            if (next < 0) {
                SyslogUnpacker.add(out, key, rest);
                return true;
            }
            int space = rest.lastIndexOf(' ', next - 1);
            if (space < 0) {
                return false;
            }
            SyslogUnpacker.add(out, key, unescape(rest.substring(0, space)));
            rest = rest.substring(space + 1);
        }
        return true;
    }

    /** The next place of a character that no odd number of backslashes stands before, or -1. */
    private static int unescaped(String s, char c, int from) {
        int at = s.indexOf(c, from);
        while (at >= 0) {
            int slashes = at;
            while (slashes > from && s.charAt(slashes - 1) == '\\') {
                slashes--;
            }
            if ((at - slashes) % 2 == 0) {
                return at;
            }
            at = s.indexOf(c, at + 1);
        }
        return -1;
    }

    private static String unescape(String s) {
        if (s.indexOf('\\') < 0) {
            return s;
        }
        StringBuilder sb = new StringBuilder(s.length());
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c != '\\' || i + 1 == s.length()) {
                sb.append(c);
                continue;
            }
            char next = s.charAt(++i);
            sb.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
        }
        return sb.toString();
    }
}
