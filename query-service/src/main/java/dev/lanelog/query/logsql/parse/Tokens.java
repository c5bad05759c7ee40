package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.format.DurationText;
import dev.lanelog.query.logsql.format.GoNumbers;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.format.SizeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The tokens of a query with a place among them, and the small parts that many rules share. */
final class Tokens {
    /** Signs that hold words together: {@code foo-bar/baz:1.5}. */
    private static final Set<String> GLUE = Set.of("+", "-", "/", ":", ".", "$");

    private static final Set<String> NOT_BEHIND_A_WORD = Set.of("/", ".", "$");

    private final String query;
    private final List<Token> tokens;
    private final LogsQlLimits limits;
    private int at;
    private int depth;

    Tokens(String query, LogsQlLimits limits) {
        this.query = query;
        this.limits = limits;
        if (query.length() > limits.maxLength()) {
            throw new LogsQlException(
                    query,
                    limits.maxLength(),
                    "",
                    "the query is longer than " + limits.maxLength() + " characters",
                    "");
        }
        tokens = Lexer.tokens(query);
    }

    Token peek() {
        return tokens.get(at);
    }

    /** The token before the next one; an empty one at the start. */
    Token previous() {
        return at == 0 ? new Token("", "", 0, false, false) : tokens.get(at - 1);
    }

    Token take() {
        Token t = tokens.get(at);
        if (!t.isEnd()) {
            at++;
        }
        return t;
    }

    int mark() {
        return at;
    }

    void reset(int mark) {
        at = mark;
    }

    /** Whether the next token is this keyword or sign, in any case, and no literal. The empty one is the end. */
    boolean is(String keyword) {
        Token t = peek();
        return !t.quoted() && t.raw().equalsIgnoreCase(keyword);
    }

    boolean is(String a, String b) {
        return is(a) || is(b);
    }

    boolean isAny(String... keywords) {
        for (String k : keywords) {
            if (is(k)) {
                return true;
            }
        }
        return false;
    }

    /** The next token in lower case; empty for literals. */
    String keyword() {
        Token t = peek();
        return t.quoted() ? "" : t.raw().toLowerCase(Locale.ROOT);
    }

    /** Takes the next token if it is this keyword. */
    boolean accept(String keyword) {
        if (is(keyword)) {
            take();
            return true;
        }
        return false;
    }

    /** Takes the next token, which must be this sign or keyword. */
    void expect(String keyword, String where) {
        if (!accept(keyword)) {
            throw error("expected '" + keyword + "' " + where + ", got " + shown());
        }
    }

    /** Whether a query, a filter or a pipe ends here. */
    boolean atTrailer() {
        return is("|") || is(")") || is(";") || peek().isEnd();
    }

    /** Whether nothing stands between the previous token and the next one. */
    boolean adjacent() {
        return !peek().spaceBefore();
    }

    /** The next token for an error's text. */
    String shown() {
        return peek().isEnd() ? "the end of the query" : "'" + peek().raw() + "'";
    }

    LogsQlException error(String reason) {
        return error(peek(), reason, "");
    }

    LogsQlException error(Token place, String reason, String hint) {
        String language = SlipHints.start(tokens.getFirst());
        return new LogsQlException(query, place.start(), place.raw(), reason, language.isEmpty() ? hint : language);
    }

    /** Goes one level deeper; {@link #leave} comes back. */
    void enter() {
        if (++depth > limits.maxDepth()) {
            throw error("the query is nested more than " + limits.maxDepth() + " levels deep");
        }
    }

    void leave() {
        depth--;
    }

    /** Refuses a list that got too long. */
    void checkSize(List<?> list) {
        if (list.size() > limits.maxListItems()) {
            throw error("a list has more than " + limits.maxListItems() + " items");
        }
    }

    /** A literal, or words and gluing signs without space between. */
    String compound(String what) {
        return compound(what, Set.of());
    }

    /** As {@link #compound(String)}; the signs in {@code stop} don't glue. */
    String compound(String what, Set<String> stop) {
        Token first = peek();
        if (first.quoted()) {
            return take().text();
        }
        if (adjacent()
                && NOT_BEHIND_A_WORD.contains(first.raw())
                && Names.isWord(previous().raw())) {
            throw error(
                    first,
                    "missing space between '" + previous().raw() + "' and '" + first.raw() + "'",
                    "put the whole text into quotes");
        }
        if (!canGlue(stop)) {
            throw error(first, "expected " + what + ", got " + shown(), SlipHints.unexpected(first));
        }
        StringBuilder sb = new StringBuilder(take().raw());
        while (adjacent() && canGlue(stop)) {
            sb.append(take().raw());
        }
        String s = sb.toString();
        if (GLUE.contains(s)) {
            throw error(
                    first, "expected " + what + ", got '" + s + "' alone", "put it into quotes if it is meant as text");
        }
        return s;
    }

    private boolean canGlue(Set<String> stop) {
        Token t = peek();
        if (t.quoted() || t.isEnd() || stop.contains(t.raw())) {
            return false;
        }
        return GLUE.contains(t.raw()) || Names.isWord(t.raw());
    }

    String fieldName() {
        return Names.canonical(compound("a field name"));
    }

    /** A field name, or a prefix of field names with an asterisk. */
    FieldPattern fieldPattern() {
        if (accept("*")) {
            return FieldPattern.ALL;
        }
        String name = fieldName();
        if (adjacent() && accept("*")) {
            return new FieldPattern(name, true);
        }
        return FieldPattern.of(name);
    }

    List<FieldPattern> fieldPatterns() {
        List<FieldPattern> list = new ArrayList<>();
        do {
            list.add(fieldPattern());
            checkSize(list);
        } while (accept(","));
        return list;
    }

    /** {@code (a, b.*)}; may be empty. */
    List<FieldPattern> fieldPatternsInParens() {
        List<FieldPattern> list = new ArrayList<>();
        expect("(", "before a list of fields");
        while (!accept(")")) {
            list.add(fieldPattern());
            checkSize(list);
            if (!is(")")) {
                expect(",", "or ')' in a list of fields");
            }
        }
        return list;
    }

    List<String> fieldNames() {
        Token start = peek();
        return names(fieldPatterns(), start);
    }

    /** {@code (a, b)}; may be empty. */
    List<String> fieldNamesInParens() {
        Token start = peek();
        return names(fieldPatternsInParens(), start);
    }

    List<String> names(List<FieldPattern> patterns, Token start) {
        List<String> names = new ArrayList<>();
        for (FieldPattern p : patterns) {
            if (p.prefix()) {
                throw error(start, "a field name can't end with '*' here: " + p, "");
            }
            names.add(p.text());
        }
        return names;
    }

    /** A field name with or without parentheses around. */
    String fieldNameMaybeInParens() {
        boolean parens = accept("(");
        String name = fieldName();
        if (parens) {
            expect(")", "after the field name");
        }
        return name;
    }

    /** {@code (a, b)}: values of a function; may be empty. */
    List<String> valuesInParens(String function) {
        List<String> list = new ArrayList<>();
        expect("(", "after '" + function + "'");
        while (!accept(")")) {
            list.add(compound("a value of " + function + "(...)"));
            checkSize(list);
            if (!is(")")) {
                expect(",", "or ')' in the values of " + function + "(...)");
            }
        }
        return list;
    }

    /** A plain unsigned integer. */
    long unsigned(String what) {
        Token place = peek();
        String s = compound(what);
        long n = NumberText.parseUnsigned(s);
        if (n < 0) {
            throw error(place, "expected " + what + " as an unsigned integer, got '" + s + "'", "");
        }
        return n;
    }

    /** An unsigned integer in any notation, a size, a duration, or {@code inf}. */
    long count(String what) {
        Token place = peek();
        return count(compound(what), place);
    }

    long count(String s, Token place) {
        if (s.equalsIgnoreCase("inf") || s.equalsIgnoreCase("+inf")) {
            return Long.MAX_VALUE;
        }
        long n = GoNumbers.parseUnsigned(s);
        if (n < 0) {
            n = SizeText.parse(s);
        }
        if (n == SizeText.INVALID) {
            n = DurationText.parse(s);
        }
        if (n < 0) {
            throw error(place, "expected an unsigned integer, got '" + s + "'", "");
        }
        return n;
    }

    /** A number, with a unit or not; at least {@code min}; its text is the previous token or tokens. */
    long numberAtLeast(long min, String what) {
        Token place = peek();
        double d = number(what).value();
        if (d < min) {
            throw error(place, what + " must be " + min + " or more", "");
        }
        return (long) d;
    }

    /** A number with its text. */
    record NumberToken(double value, String text) {}

    NumberToken number(String what) {
        Token place = peek();
        String s = compound(what);
        double d = NumberText.parse(s);
        if (Double.isNaN(d) && !s.equalsIgnoreCase("nan")) {
            throw error(
                    place,
                    "expected " + what + ", got '" + s + "', which is no number, duration, size, time or IPv4 address",
                    "");
        }
        return new NumberToken(d, s);
    }

    /** A duration with its text. */
    record DurationToken(long ns, String text) {}

    DurationToken duration(String what) {
        Token place = peek();
        String s = compound(what);
        long ns = DurationText.parse(s);
        if (ns == DurationText.INVALID) {
            throw error(place, "expected " + what + ", got '" + s + "', which is no duration such as 1h30m", "");
        }
        return new DurationToken(ns, printable(s));
    }

    /** A compound text so that it is read back as one token. */
    static String printable(String s) {
        for (int i = 0; i < s.length(); ) {
            int cp = s.codePointAt(i);
            if (!Names.isWordChar(cp) && !GLUE.contains(Character.toString(cp))) {
                return Names.quoteIfNeeded(s);
            }
            i += Character.charCount(cp);
        }
        return s.isEmpty() || GLUE.contains(s) ? Names.quoteIfNeeded(s) : s;
    }
}
