package dev.lanelog.query.logsql.ast;

import java.util.List;

/**
 * Names a field, or all fields whose names start with a prefix ({@code a.*}; {@code *} alone is all fields).
 *
 * @param text the exact name, or the prefix without its asterisk
 * @param prefix whether {@code text} is a prefix
 */
public record FieldPattern(String text, boolean prefix) {
    /** Every field. */
    public static final FieldPattern ALL = new FieldPattern("", true);

    /** The message. */
    public static final FieldPattern MSG = new FieldPattern(Names.MSG, false);

    public FieldPattern {
        if (!prefix) {
            text = Names.canonical(text);
        }
    }

    /** One field by its name. */
    public static FieldPattern exact(String name) {
        return new FieldPattern(name, false);
    }

    /** Reads a name that is a prefix when it ends in an asterisk. */
    public static FieldPattern of(String nameOrPrefix) {
        return nameOrPrefix.endsWith("*")
                ? new FieldPattern(nameOrPrefix.substring(0, nameOrPrefix.length() - 1), true)
                : exact(nameOrPrefix);
    }

    public boolean matches(String name) {
        return prefix ? name.startsWith(text) : name.equals(text);
    }

    /** Whether this is {@code *}. */
    public boolean isAll() {
        return prefix && text.isEmpty();
    }

    /** Whether any of the patterns matches. */
    public static boolean anyMatches(List<FieldPattern> patterns, String name) {
        for (FieldPattern p : patterns) {
            if (p.matches(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of the patterns is {@code *}. */
    public static boolean anyIsAll(List<FieldPattern> patterns) {
        for (FieldPattern p : patterns) {
            if (p.isAll()) {
                return true;
            }
        }
        return false;
    }

    /** What stands before a filter on this field: nothing for the message. */
    public String filterPrefix() {
        return !prefix && text.equals(Names.MSG) ? "" : this + ":";
    }

    @Override
    public String toString() {
        if (!prefix) {
            return Names.quoteIfNeeded(text);
        }
        return text.isEmpty() ? "*" : Names.quoteIfNeeded(text) + "*";
    }
}
