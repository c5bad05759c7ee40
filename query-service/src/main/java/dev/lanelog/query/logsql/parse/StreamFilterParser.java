package dev.lanelog.query.logsql.parse;

import com.google.re2j.Pattern;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterNoop;
import dev.lanelog.query.logsql.filter.FilterStream;
import dev.lanelog.query.logsql.filter.FilterStreamId;
import dev.lanelog.query.logsql.filter.InValues;
import dev.lanelog.query.logsql.filter.StreamSelector;
import dev.lanelog.query.logsql.filter.StreamSelector.LabelMatcher;
import dev.lanelog.query.logsql.filter.StreamSelector.Operator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads stream selectors and stream ids.
 *
 * <pre>
 * selector = "{" [ labels { "or" labels } ] "}"
 * labels   = matcher { "," matcher } [ "," ]
 * matcher  = name ( "=" | "!=" | "=~" | "!~" ) value | name ( "in" | "not_in" ) "(" values ")"
 * </pre>
 */
final class StreamFilterParser {
    private static final int ID_LENGTH = 48;

    private final Tokens t;
    private final FilterFunctionParser functions;

    StreamFilterParser(Tokens tokens, FilterFunctionParser functions) {
        t = tokens;
        this.functions = functions;
    }

    Filter selector(@Nullable FieldPattern field) {
        if (field != null && !field.equals(FieldPattern.exact(Names.STREAM))) {
            throw t.error("a stream selector {...} can't be applied to the field " + field);
        }
        t.expect("{", "after '_stream:'");
        List<List<LabelMatcher>> alternatives = new ArrayList<>();
        while (true) {
            alternatives.add(labels());
            t.checkSize(alternatives);
            if (t.accept("}")) {
                return new FilterStream(new StreamSelector(alternatives));
            }
            t.expect("or", "or '}' in the stream selector");
            if (t.is("}")) {
                throw t.error("expected a label after 'or' in the stream selector, got '}'");
            }
        }
    }

    private List<LabelMatcher> labels() {
        List<LabelMatcher> list = new ArrayList<>();
        while (!t.is("}")) {
            list.add(matcher());
            t.checkSize(list);
            if (t.is("or") || t.is("}")) {
                break;
            }
            t.expect(",", "or 'or' or '}' after a label in the stream selector");
        }
        return list;
    }

    private LabelMatcher matcher() {
        String label = t.compound("the name of a label");
        String op = t.keyword();
        Token place = t.peek();
        Operator operator = switch (op) {
            case "=" -> Operator.EQUAL;
            case "!=" -> Operator.NOT_EQUAL;
            case "=~", "in" -> Operator.MATCH;
            case "!~", "not_in" -> Operator.NOT_MATCH;
            default ->
                throw t.error("expected =, !=, =~, !~, in(...) or not_in(...) after the label '" + label + "', got "
                        + t.shown());
        };
        t.take();
        String value;
        if (op.equals("in") || op.equals("not_in")) {
            List<String> values = functions.valuesOrStar(op);
            value = values == null ? ".*" : alternatives(values);
        } else {
            place = t.peek();
            value = value();
        }
        if (operator == Operator.MATCH || operator == Operator.NOT_MATCH) {
            try {
                Pattern.compile(value, Pattern.DOTALL);
            } catch (com.google.re2j.PatternSyntaxException e) {
                throw t.error(
                        place,
                        "invalid regular expression: " + e.getDescription() + " in '" + e.getPattern() + "'",
                        "");
            }
        }
        return new LabelMatcher(label, operator, value);
    }

    private String value() {
        return t.compound("the value of the label");
    }

    private static String alternatives(List<String> values) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            sb.append(i == 0 ? "" : "|").append(quoteMeta(values.get(i)));
        }
        return sb.toString();
    }

    private static String quoteMeta(String s) {
        StringBuilder sb = new StringBuilder(s.length() + 8);
        for (int i = 0; i < s.length(); i++) {
            if ("\\.+*?()|[]{}^$".indexOf(s.charAt(i)) >= 0) {
                sb.append('\\');
            }
            sb.append(s.charAt(i));
        }
        return sb.toString();
    }

    Filter streamId() {
        if (t.is("in")) {
            Token place = t.take();
            InValues ids = functions.inValues("in");
            if (ids == null) {
                return new FilterNoop();
            }
            for (String id : ids.values()) {
                checkId(id, place);
            }
            return new FilterStreamId(ids);
        }
        Token place = t.peek();
        String id = t.compound("a stream id");
        checkId(id, place);
        return new FilterStreamId(InValues.of(List.of(id)));
    }

    private void checkId(String id, Token place) {
        boolean valid = id.length() == ID_LENGTH;
        for (int i = 0; valid && i < ID_LENGTH; i++) {
            valid = Character.digit(id.charAt(i), 16) >= 0 && id.charAt(i) < 0x80;
        }
        if (!valid) {
            throw t.error(place, "expected a stream id of " + ID_LENGTH + " hexadecimal digits, got '" + id + "'", "");
        }
    }
}
