package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.format.DurationText;
import java.util.OptionalLong;

/** Durations in arguments, written as in LogsQL: {@code 1h30m}, {@code 1.5d}, {@code -5s}. */
final class Durations {
    private static final int MAX_LENGTH = 64;

    private Durations() {}

    /** Nanoseconds, or empty when {@code text} is no duration. */
    static OptionalLong parse(String text) {
        if (text.isEmpty() || text.equals("-") || text.length() > MAX_LENGTH) {
            return OptionalLong.empty();
        }
        long ns = DurationText.parse(text);
        return ns == DurationText.INVALID ? OptionalLong.empty() : OptionalLong.of(ns);
    }

    /** As {@link #parse}, but a number without a unit is seconds; for times relative to now. */
    static OptionalLong parseOrSeconds(String text) {
        return !text.isEmpty() && isNumber(text.startsWith("-") ? text.substring(1) : text)
                ? parse(text + "s")
                : parse(text);
    }

    private static boolean isNumber(String text) {
        boolean number = !text.isEmpty();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            number &= (c >= '0' && c <= '9') || c == '.';
        }
        return number;
    }

    /**
     * A duration argument.
     *
     * @throws ApiException 400, naming the argument
     */
    static long argument(RequestArgs args, String name, String otherwise) {
        String given = args.get(name);
        String text = given.isEmpty() ? otherwise : given;
        return parse(text)
                .orElseThrow(() ->
                        ApiException.badRequest("cannot parse duration from the arg '" + name + "=" + text + "'"));
    }
}
