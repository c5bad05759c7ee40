package dev.lanelog.query.api.logsql;

/**
 * Numbers, booleans and quoted text as Go's {@code strconv} reads and prints them, because clients of VictoriaLogs were
 * written against its readings and its messages.
 */
final class GoSyntax {
    private GoSyntax() {}

    /** Go's {@code %q} for text in messages. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < 0x20 || c == 0x7f) {
                        quoted.append(String.format("\\x%02x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    /**
     * A whole decimal number with an optional sign.
     *
     * @throws ApiException 400, naming the argument
     */
    static long integer(String name, String text) {
        int from = !text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-') ? 1 : 0;
        boolean digits = text.length() > from;
        for (int i = from; i < text.length(); i++) {
            digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        if (!digits) {
            throw ApiException.badRequest(integerError(name, text) + "invalid syntax");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest(integerError(name, text) + "value out of range");
        }
    }

    private static String integerError(String name, String text) {
        return "cannot parse integer " + quote(name) + "=" + quote(text) + ": strconv.Atoi: parsing " + quote(text)
                + ": ";
    }

    /**
     * One of Go's words for true and false.
     *
     * @throws ApiException 400, naming the argument
     */
    static boolean bool(String name, String text) {
        return switch (text) {
            case "1", "t", "T", "true", "TRUE", "True" -> true;
            case "0", "f", "F", "false", "FALSE", "False" -> false;
            default ->
                throw ApiException.badRequest("cannot parse " + name + "=" + quote(text)
                        + " as bool: strconv.ParseBool: parsing " + quote(text) + ": invalid syntax");
        };
    }

    /**
     * An unsigned 32-bit number without sign.
     *
     * @throws ApiException 400
     */
    static int uint32(String text) {
        boolean digits = !text.isEmpty();
        for (int i = 0; i < text.length(); i++) {
            digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        if (!digits) {
            throw ApiException.badRequest(uintError(text) + "invalid syntax");
        }
        try {
            return Integer.parseUnsignedInt(text);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest(uintError(text) + "value out of range");
        }
    }

    private static String uintError(String text) {
        return "cannot obtain tenantID: cannot parse " + quote(text) + " as uint32: strconv.ParseUint: parsing "
                + quote(text) + ": ";
    }
}
