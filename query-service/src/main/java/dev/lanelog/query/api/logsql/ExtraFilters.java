package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.filter.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The arguments {@code extra_filters} and {@code extra_stream_filters}: a LogsQL filter, or, when it begins with
 * {@code {"}, a JSON object of field names and one value or a list of values each.
 */
final class ExtraFilters {
    private ExtraFilters() {}

    /**
     * The filters of a request, all of which a row must match.
     *
     * @param parser reads a LogsQL filter without pipes
     * @throws ApiException 400 when one can't be read
     */
    static List<Filter> of(RequestArgs args, Function<String, Filter> parser) {
        List<Filter> filters = new ArrayList<>();
        for (String text : args.all("extra_filters")) {
            if (!text.isEmpty()) {
                filters.add(parser.apply(text.startsWith("{\"") ? fieldFilter(text) : text));
            }
        }
        for (String text : args.all("extra_stream_filters")) {
            if (!text.isEmpty()) {
                filters.add(parser.apply(text.startsWith("{\"") ? streamFilter(text) : text));
            }
        }
        return filters;
    }

    private record Entry(String key, List<String> values) {}

    private static String fieldFilter(String json) {
        StringBuilder filter = new StringBuilder();
        for (Entry entry : entries(json)) {
            filter.append(filter.isEmpty() ? "" : " ").append(GoQuote.quote(entry.key));
            if (entry.values.size() == 1) {
                filter.append(":=").append(GoQuote.quote(entry.values.getFirst()));
            } else {
                filter.append(":in(")
                        .append(join(entry.values, ",", GoQuote::quote))
                        .append(')');
            }
        }
        return filter.toString();
    }

    private static String streamFilter(String json) {
        List<String> parts = new ArrayList<>();
        for (Entry entry : entries(json)) {
            parts.add(GoQuote.quote(entry.key)
                    + (entry.values.size() == 1
                            ? "=" + GoQuote.quote(entry.values.getFirst())
                            : "=~" + GoQuote.quote(join(entry.values, "|", ExtraFilters::escapeRegexp))));
        }
        return "{" + String.join(",", parts) + "}";
    }

    private static String join(List<String> values, String separator, Function<String, String> each) {
        StringBuilder joined = new StringBuilder();
        for (String value : values) {
            joined.append(joined.isEmpty() ? "" : separator).append(each.apply(value));
        }
        return joined.toString();
    }

    private static String escapeRegexp(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if ("\\.+*?()|[]{}^$".indexOf(text.charAt(i)) >= 0) {
                escaped.append('\\');
            }
            escaped.append(text.charAt(i));
        }
        return escaped.toString();
    }

    private static List<Entry> entries(String json) {
        Object parsed = JsonReader.read(json);
        if (!(parsed instanceof JsonReader.JsonObject object)) {
            throw ApiException.badRequest("expecting a JSON object; got " + json);
        }
        List<Entry> entries = new ArrayList<>();
        for (JsonReader.Member member : object.members()) {
            Object value = member.value();
            if (value instanceof String text) {
                entries.add(new Entry(member.name(), List.of(text)));
            } else if (value instanceof List<?> list) {
                List<String> values = new ArrayList<>();
                for (Object item : list) {
                    if (!(item instanceof String text)) {
                        throw ApiException.badRequest("cannot obtain string item at the array for key "
                                + GoSyntax.quote(member.name()) + "; item: " + JsonReader.write(item));
                    }
                    values.add(text);
                }
                if (!values.isEmpty()) {
                    entries.add(new Entry(member.name(), values));
                }
            } else {
                throw ApiException.badRequest("unexpected type of value for key " + GoSyntax.quote(member.name()) + ": "
                        + type(value) + "; value: " + JsonReader.write(value));
            }
        }
        return entries;
    }

    private static String type(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Boolean bool -> bool.toString();
            case JsonReader.JsonNumber number -> "number";
            case JsonReader.JsonObject object -> "object";
            default -> "array";
        };
    }
}
