package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.Names;
import java.util.Set;

/** What people mean who write other query languages, or LogsQL with a slip. */
final class SlipHints {
    private static final Set<String> SQL = Set.of("select", "insert", "update");

    private SlipHints() {}

    /** For two tokens that stand side by side although they must not. */
    static String adjacent(Token left, Token right) {
        String name = Names.isWord(left.raw()) || left.quoted() ? left.raw() : "field";
        return switch (right.raw()) {
            case "=" -> "write " + name + ":=value for an exact match";
            case "!=" -> "write " + name + ":!=value for anything but the value";
            case "=~", "~" -> "write " + name + ":~\"regexp\" for a regular expression";
            case "!~" -> "write " + name + ":!~\"regexp\" for a regular expression that must not match";
            case "<", ">" -> "write " + name + ":" + right.raw() + "value for a comparison";
            case "\"", "'", "`" -> "the quote is not closed, or has an escape that does not exist";
            default -> "put the whole text into quotes";
        };
    }

    /** For a sign where text should stand. */
    static String unexpected(Token token) {
        return switch (token.raw()) {
            case "" -> "";
            case "\"", "'", "`" -> "the quote is not closed, or has an escape that does not exist";
            default -> "put it into quotes if it is meant as text";
        };
    }

    /** For an operator that stands alone. */
    static String operator(Token before, Token operator) {
        if (before.raw().equals("|") && !operator.spaceBefore()) {
            return "LogQL's |" + operator.raw()
                    + " is written as a plain filter: \"text\", !\"text\", ~\"regexp\" or !~\"regexp\"";
        }
        if (operator.raw().equals("=") && before.raw().equals("=")) {
            return "write field:=value with one '='";
        }
        String name = Names.isWord(before.raw()) ? before.raw() : "field";
        return "write " + name + ":" + operator.raw() + "value without space";
    }

    /** For what stands behind a complete query. */
    static String trailing(Tokens t) {
        return t.is(")") ? "there is no '(' for it" : "";
    }

    /** For an unknown pipe. */
    static String pipe(Token name) {
        String word = name.raw().toLowerCase(java.util.Locale.ROOT);
        if (word.equals("line_format") || word.equals("label_format")) {
            return "use the format pipe";
        }
        if (word.equals("json") || word.equals("logfmt")) {
            return "use the unpack_" + word + " pipe";
        }
        if (word.equals("pattern") || word.equals("regexp")) {
            return "use the extract" + (word.equals("regexp") ? "_regexp" : "") + " pipe";
        }
        if (word.equals("group")) {
            return "use stats by (...)";
        }
        return "write 'filter' in front of it if it is a filter";
    }

    /** For the first word of a query that fails somewhere; comes before other hints. */
    static String start(Token first) {
        return SQL.contains(first.raw().toLowerCase(java.util.Locale.ROOT))
                ? "this is LogsQL, not SQL: filter | pipe | pipe"
                : "";
    }
}
