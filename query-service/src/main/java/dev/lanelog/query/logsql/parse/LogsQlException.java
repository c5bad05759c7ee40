package dev.lanelog.query.logsql.parse;

/** A query that can't be read. The message names the place, shows it with a caret under it, and says what to do where that is known. */
public final class LogsQlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Chars of the query that are shown on each side of the place. */
    private static final int SHOWN = 60;

    private final int position;
    private final String offendingText;
    private final String reason;

    LogsQlException(String query, int index, String offendingText, String reason, String hint) {
        super(message(query, index, reason, hint));
        this.position = query.codePointCount(0, index);
        this.offendingText = offendingText;
        this.reason = reason;
    }

    /** Where the query goes wrong: code points before the place. */
    public int position() {
        return position;
    }

    /** The text at the place; empty at the end of the query. */
    public String offendingText() {
        return offendingText;
    }

    /** What is wrong and what was expected, without the place. */
    public String reason() {
        return reason;
    }

    private static String message(String query, int index, String reason, String hint) {
        int lineStart = Math.max(query.lastIndexOf('\n', index - 1) + 1, index - SHOWN);
        int lineEnd = query.indexOf('\n', index);
        lineEnd = Math.min(lineEnd < 0 ? query.length() : lineEnd, index + SHOWN);
        if (lineStart > 0 && lineStart < query.length() && Character.isLowSurrogate(query.charAt(lineStart))) {
            lineStart++;
        }
        String before =
                (lineStart > 0 && query.charAt(lineStart - 1) != '\n' ? "..." : "") + query.substring(lineStart, index);
        String after = query.substring(index, lineEnd)
                + (lineEnd < query.length() && query.charAt(lineEnd) != '\n' ? "..." : "");
        String caret = " ".repeat(before.codePointCount(0, before.length())) + "^";
        String line = (before + after).replace('\t', ' ').replace('\r', ' ');
        return "cannot parse query at position " + query.codePointCount(0, index) + ": " + reason
                + (hint.isEmpty() ? "" : "; " + hint) + "\n" + line + "\n" + caret;
    }
}
