package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.GoQuote;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Counts rows by the labels in their stream's canonical text {@code {a="b",c="d"}}. */
final class StreamFields {
    private StreamFields() {}

    /**
     * Names of labels, or the values of one label. A hidden field shows in neither.
     *
     * @param field the label whose values are wanted; null for the names
     */
    static ValueHits of(
            EndpointContext context,
            CommonArgs args,
            @Nullable String field,
            SelectRequest request,
            SelectResponse response)
            throws IOException, InterruptedException {
        ValueHits counted = new ValueHits(context.limits().queryMemoryBytes());
        CommonArgs streams = args.withQuery(context.texts().append(args.query(), "field_values _stream"));
        context.runs().runRows(streams.call(request, context.limits(), 0, 0), response, (names, values) -> {
            long hits = 0;
            String stream = "";
            for (int i = 0; i < names.length; i++) {
                if (names[i].equals("hits")) {
                    hits = Long.parseLong(new String(values[i], StandardCharsets.US_ASCII));
                } else {
                    stream = new String(values[i], StandardCharsets.UTF_8);
                }
            }
            addLabels(stream, hits, field, args, counted);
        });
        return counted;
    }

    private static void addLabels(
            String stream, long hits, @Nullable String field, CommonArgs args, ValueHits counted) {
        int at = 1;
        while (at < stream.length() && stream.charAt(at) != '}') {
            int equals = labelEnd(stream, at);
            if (equals < 0 || equals + 1 >= stream.length()) {
                return;
            }
            String name = stream.substring(at, equals);
            if (name.startsWith("\"")) {
                GoQuote.Literal quoted = GoQuote.read(name, 0);
                name = quoted == null ? name : quoted.value();
            }
            GoQuote.Literal value = GoQuote.read(stream, equals + 1);
            if (value == null) {
                return;
            }
            if (!FieldPattern.anyMatches(args.hiddenFields(), name)) {
                if (field == null) {
                    counted.add(name.getBytes(StandardCharsets.UTF_8), hits);
                } else if (field.equals(name)) {
                    counted.add(value.value().getBytes(StandardCharsets.UTF_8), hits);
                }
            }
            at = value.end();
            if (at < stream.length() && stream.charAt(at) == ',') {
                at++;
            }
        }
    }

    /** Index of the equals sign behind the label that begins at {@code at}. */
    private static int labelEnd(String stream, int at) {
        if (stream.charAt(at) == '"') {
            GoQuote.Literal quoted = GoQuote.read(stream, at);
            return quoted == null ? -1 : stream.indexOf('=', quoted.end());
        }
        return stream.indexOf("=\"", at);
    }
}
