package dev.lanelog.query.logsql.filter;

import com.google.re2j.Pattern;

/** Regular expressions of queries: RE2 syntax, linear time, {@code .} also stands for a line end. */
public final class Regexps {
    private static final String META = "\\.+*?()|[]{}^$";

    private Regexps() {}

    /**
     * Compiles an expression.
     *
     * @throws com.google.re2j.PatternSyntaxException when it is no RE2 expression
     */
    public static Pattern compile(String regexp) {
        return Pattern.compile(regexp, Pattern.DOTALL);
    }

    /** Whether the expression has no operator and so stands for its own text. */
    static boolean isLiteral(String regexp) {
        for (int i = 0; i < regexp.length(); i++) {
            if (META.indexOf(regexp.charAt(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * A text that every match contains: the longest run of plain characters outside of parentheses and brackets that no
     * operator makes optional. Empty when there is none, or when alternatives or flags make it uncertain.
     */
    static String requiredLiteral(String regexp) {
        StringBuilder run = new StringBuilder();
        String best = "";
        int depth = 0;
        int i = 0;
        while (i < regexp.length()) {
            char c = regexp.charAt(i);
            if (c == '|' && depth == 0
                    || regexp.startsWith("(?", i) && !regexp.startsWith("(?:", i) && !regexp.startsWith("(?P<", i)) {
                return "";
            }
            if (META.indexOf(c) < 0) {
                if (depth == 0) {
                    run.appendCodePoint(regexp.codePointAt(i));
                }
                i += Character.charCount(regexp.codePointAt(i));
                continue;
            }
            if (c == '*' || c == '?' || c == '{') {
                dropLast(run);
            }
            if (run.length() > best.length()) {
                best = run.toString();
            }
            run.setLength(0);
            switch (c) {
                case '\\' -> {
                    // Only escaped signs are surely themselves; \Q...\E may hold anything.
                    char next = i + 1 < regexp.length() ? regexp.charAt(i + 1) : 0;
                    if (next == 'Q') {
                        return "";
                    }
                    if (depth == 0 && META.indexOf(next) >= 0) {
                        run.append(next);
                    }
                    i = escapeEnd(regexp, i + 1);
                }
                case '[' -> i = classEnd(regexp, i);
                case '{' -> {
                    int close = regexp.indexOf('}', i);
                    i = close < 0 ? regexp.length() : close + 1;
                }
                case '(' -> {
                    depth++;
                    i++;
                }
                case ')' -> {
                    depth--;
                    i++;
                }
                default -> i++;
            }
        }
        return run.length() > best.length() ? run.toString() : best;
    }

    /** The place behind an escape whose letter is at {@code at}: its digits, or the name of its class, belong to it. */
    private static int escapeEnd(String s, int at) {
        char c = at < s.length() ? s.charAt(at) : 0;
        int i = at + 1;
        if ((c == 'x' || c == 'p' || c == 'P') && i < s.length() && s.charAt(i) == '{') {
            int close = s.indexOf('}', i);
            return close < 0 ? s.length() : close + 1;
        }
        if (c == 'x') {
            return i + 2;
        }
        if (c == 'p' || c == 'P') {
            return i + 1;
        }
        while (c >= '0' && c <= '7' && i < at + 3 && i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '7') {
            i++;
        }
        return i;
    }

    private static void dropLast(StringBuilder run) {
        if (!run.isEmpty()) {
            run.setLength(run.offsetByCodePoints(run.length(), -1));
        }
    }

    private static int classEnd(String s, int open) {
        int i = open + 1;
        if (i < s.length() && s.charAt(i) == '^') {
            i++;
        }
        if (i < s.length() && s.charAt(i) == ']') {
            i++;
        }
        while (i < s.length() && s.charAt(i) != ']') {
            if (s.startsWith("[:", i)) {
                int close = s.indexOf(":]", i + 2);
                i = close < 0 ? i + 1 : close + 2;
            } else {
                i += s.charAt(i) == '\\' ? 2 : 1;
            }
        }
        return i + 1;
    }
}
