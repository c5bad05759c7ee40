package dev.lanelog.query.logsql.pipe;

/** The character references of HTML that patterns use for characters that have a meaning in them. */
final class HtmlEntities {
    private HtmlEntities() {}

    /** Replaces {@code &lt; &gt; &amp; &quot; &apos; &nbsp;} and numeric references; others stay as they are. */
    static String unescape(String s) {
        int amp = s.indexOf('&');
        if (amp < 0) {
            return s;
        }
        StringBuilder sb = new StringBuilder(s.length());
        int at = 0;
        while (amp >= 0) {
            sb.append(s, at, amp);
            int end = s.indexOf(';', amp);
            String value = end < 0 ? "" : lookup(s.substring(amp + 1, end));
            if (value.isEmpty()) {
                sb.append('&');
                at = amp + 1;
            } else {
                sb.append(value);
                at = end + 1;
            }
            amp = s.indexOf('&', at);
        }
        return sb.append(s, at, s.length()).toString();
    }

    private static String lookup(String name) {
        return switch (name) {
            case "lt", "LT" -> "<";
            case "gt", "GT" -> ">";
            case "amp", "AMP" -> "&";
            case "quot", "QUOT" -> "\"";
            case "apos" -> "'";
            case "nbsp" -> "\u00A0";
            default -> name.startsWith("#") ? numeric(name.substring(1)) : "";
        };
    }

    private static String numeric(String digits) {
        boolean hex = digits.startsWith("x") || digits.startsWith("X");
        String body = hex ? digits.substring(1) : digits;
        if (body.isEmpty() || body.length() > 7) {
            return "";
        }
        int cp = 0;
        for (int i = 0; i < body.length(); i++) {
            int d = Character.digit(body.charAt(i), hex ? 16 : 10);
            if (d < 0) {
                return "";
            }
            cp = cp * (hex ? 16 : 10) + d;
        }
        return Character.isValidCodePoint(cp) && cp != 0 ? Character.toString(cp) : "\uFFFD";
    }
}
