package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.Field;
import dev.lanelog.query.logsql.ast.GoQuote;
import java.util.ArrayList;
import java.util.List;

/**
 * The labels of a stream, read from its canonical text {@code {a="b",c="d"}}.
 *
 * @param labels in the order of the text; none when the text is not a stream
 */
public record StreamLabels(List<Field> labels) {
    public StreamLabels {
        labels = List.copyOf(labels);
    }

    /** Reads the text; text that is not a stream has no labels. */
    public static StreamLabels parse(String text) {
        List<Field> labels = new ArrayList<>();
        int end = text.length() - 1;
        if (end < 1 || text.charAt(0) != '{' || text.charAt(end) != '}') {
            return new StreamLabels(List.of());
        }
        int i = 1;
        while (i < end) {
            int eq = text.indexOf('=', i);
            if (eq < 0 || eq + 1 >= end || text.charAt(eq + 1) != '"') {
                return new StreamLabels(List.of());
            }
            GoQuote.Literal value = GoQuote.read(text, eq + 1);
            if (value == null || value.end() > end || (value.end() < end && text.charAt(value.end()) != ',')) {
                return new StreamLabels(List.of());
            }
            labels.add(new Field(text.substring(i, eq), value.value()));
            i = value.end() + 1;
        }
        return new StreamLabels(labels);
    }

    /** The value of a label; empty when the stream has none of this name. */
    public String get(String name) {
        for (Field label : labels) {
            if (label.name().equals(name)) {
                return label.value();
            }
        }
        return "";
    }
}
