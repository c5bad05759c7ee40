package dev.lanelog.query.logsql.parse;

/**
 * A word, a literal or a single sign of a query.
 *
 * @param text what it stands for: the content of a literal, else the text itself; empty at the end of the query
 * @param raw as written
 * @param start index of its first char
 * @param spaceBefore whether space or a comment stands before it
 * @param quoted whether it is a literal, which is never a keyword or an operator
 */
record Token(String text, String raw, int start, boolean spaceBefore, boolean quoted) {
    int end() {
        return start + raw.length();
    }

    boolean isEnd() {
        return raw.isEmpty();
    }
}
