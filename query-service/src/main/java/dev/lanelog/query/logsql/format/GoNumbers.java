package dev.lanelog.query.logsql.format;

import java.math.BigInteger;

/** Numbers in Go's notations: {@code 1e5}, {@code 0x1F}, {@code 0b101}, {@code 0o17}, {@code 1_000}, {@code +Inf}. */
public final class GoNumbers {
    private GoNumbers() {}

    /** Reads a float, else an integer with a base prefix; NaN for neither (or for {@code nan}). */
    public static double parse(String s) {
        String body = s.startsWith("+") || s.startsWith("-") ? s.substring(1) : s;
        double sign = s.startsWith("-") ? -1 : 1;
        if (body.equalsIgnoreCase("inf") || body.equalsIgnoreCase("infinity")) {
            return sign * Double.POSITIVE_INFINITY;
        }
        if (isDecimalFloat(body)) {
            double d = Double.parseDouble(body);
            return Double.isInfinite(d) ? Double.NaN : sign * d;
        }
        if (isHexFloat(body)) {
            return sign * Double.parseDouble(body.replace("_", ""));
        }
        BigInteger n = integer(body);
        return n == null || n.bitLength() > 63 ? Double.NaN : sign * n.doubleValue();
    }

    /** Reads an unsigned integer with an optional base prefix as Go's base 0 does; -1 when it is none or above 2^63 - 1. */
    public static long parseUnsigned(String s) {
        BigInteger n = integer(s);
        return n == null || n.bitLength() > 63 ? -1 : n.longValue();
    }

    /** Whether this is a decimal number with an optional sign, fraction and exponent. */
    static boolean isFloat(String s) {
        return isDecimalFloat(s.startsWith("+") || s.startsWith("-") ? s.substring(1) : s);
    }

    private static boolean isDecimalFloat(String s) {
        int i = 0;
        int digits = 0;
        boolean point = false;
        while (i < s.length() && (isDigit(s.charAt(i)) || (!point && s.charAt(i) == '.'))) {
            point |= s.charAt(i) == '.';
            digits += s.charAt(i) == '.' ? 0 : 1;
            i++;
        }
        if (digits == 0) {
            return false;
        }
        if (i < s.length() && (s.charAt(i) == 'e' || s.charAt(i) == 'E')) {
            i++;
            if (i < s.length() && (s.charAt(i) == '+' || s.charAt(i) == '-')) {
                i++;
            }
            int from = i;
            while (i < s.length() && isDigit(s.charAt(i))) {
                i++;
            }
            if (i == from) {
                return false;
            }
        }
        return i == s.length();
    }

    private static boolean isHexFloat(String s) {
        if (!s.startsWith("0x") && !s.startsWith("0X")) {
            return false;
        }
        int p = Math.max(s.indexOf('p'), s.indexOf('P'));
        if (p < 3) {
            return false;
        }
        boolean point = false;
        for (int i = 2; i < p; i++) {
            char c = s.charAt(i);
            if (c == '.' && !point) {
                point = true;
            } else if (Character.digit(c, 16) < 0 && c != '_') {
                return false;
            }
        }
        int from = p + 1 < s.length() && (s.charAt(p + 1) == '+' || s.charAt(p + 1) == '-') ? p + 2 : p + 1;
        for (int i = from; i < s.length(); i++) {
            if (!isDigit(s.charAt(i))) {
                return false;
            }
        }
        return from < s.length() && s.length() - from < 6 && s.charAt(p - 1) != '.' && s.charAt(p - 1) != '_';
    }

    private static @org.jspecify.annotations.Nullable BigInteger integer(String s) {
        int radix = 10;
        String body = s;
        if (s.length() > 1 && s.charAt(0) == '0') {
            radix = switch (s.charAt(1)) {
                case 'x', 'X' -> 16;
                case 'b', 'B' -> 2;
                case 'o', 'O' -> 8;
                default -> 8;
            };
            body = Character.isLetter(s.charAt(1)) ? s.substring(2) : s.substring(1);
        }
        if (body.isEmpty() || body.endsWith("_") || body.contains("__") || (radix == 10 && body.startsWith("_"))) {
            return null;
        }
        String digits = body.replace("_", "");
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c > 'f' || Character.digit(c, radix) < 0) {
                return null;
            }
        }
        return digits.isEmpty() || digits.length() > 64 ? null : new BigInteger(digits, radix);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
