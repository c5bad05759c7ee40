package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Names;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a query into tokens.
 *
 * <pre>
 * token   = word | literal | "=~" | "!~" | "!=" | any other char
 * word    = one or more letters, decimal digits, underscores
 * literal = '"' ... '"' | "`" ... "`" | "'" ... "'"      (escapes as in Go)
 * comment = "#" up to the end of the line; counts as space
 * </pre>
 *
 * A quote that does not begin a valid literal is a token of its own.
 */
final class Lexer {
    /** Chars that may be looked at in vain. */
    private static final long MAX_WASTED = 64L << 20;

    private final String s;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private long wasted;

    private Lexer(String s) {
        this.s = s;
    }

    /** The tokens, with one of no text at the end. */
    static List<Token> tokens(String query) {
        Lexer lexer = new Lexer(query);
        while (lexer.next()) {
            continue;
        }
        return lexer.tokens;
    }

    private boolean next() {
        boolean space = skipSpace();
        if (at == s.length()) {
            tokens.add(new Token("", "", at, space, false));
            return false;
        }
        int end = wordEnd(at);
        if (end == at) {
            char c = s.charAt(at);
            if (c == '"' || c == '`' || c == '\'') {
                GoQuote.Literal literal = GoQuote.read(s, at);
                if (literal != null) {
                    tokens.add(new Token(literal.value(), s.substring(at, literal.end()), at, space, true));
                    at = literal.end();
                    return true;
                }
                countFailure();
            }
            end = signEnd(c);
        }
        String text = s.substring(at, end);
        tokens.add(new Token(text, text, at, space, false));
        at = end;
        return true;
    }

    /** Each quote that begins no literal may have cost a look at all that follows, so their number is bounded. */
    private void countFailure() {
        wasted += s.length() - at;
        if (wasted > MAX_WASTED) {
            throw new LogsQlException(s, at, s.substring(at, at + 1), "too many quotes that are not closed", "");
        }
    }

    private int signEnd(char c) {
        char following = at + 1 < s.length() ? s.charAt(at + 1) : 0;
        if (c == '=' && following == '~' || c == '!' && (following == '~' || following == '=')) {
            return at + 2;
        }
        return at + Character.charCount(s.codePointAt(at));
    }

    private int wordEnd(int from) {
        int i = from;
        while (i < s.length() && Names.isWordChar(s.codePointAt(i))) {
            i += Character.charCount(s.codePointAt(i));
        }
        return i;
    }

    private boolean skipSpace() {
        int from = at;
        while (at < s.length()) {
            char c = s.charAt(at);
            if (c == '#') {
                int lineEnd = s.indexOf('\n', at);
                at = lineEnd < 0 ? s.length() : lineEnd + 1;
            } else if (c == ' ' || (c >= 9 && c <= 13) || c == 0x85 || Character.isSpaceChar(c)) {
                at++;
            } else {
                break;
            }
        }
        return at > from;
    }
}
