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
                    // An escape may be a class or a span up to \\E: only punctuation is surely itself.
                    if (i + 1 < regexp.length() && regexp.charAt(i + 1) == 'Q') {
                        return "";
                    }
                    if (depth == 0 && i + 1 < regexp.length() && META.indexOf(regexp.charAt(i + 1)) >= 0) {
                        run.append(regexp.charAt(i + 1));
                    }
                    i += 2;
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
