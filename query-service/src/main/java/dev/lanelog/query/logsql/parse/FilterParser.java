package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterAnd;
import dev.lanelog.query.logsql.filter.FilterAny;
import dev.lanelog.query.logsql.filter.FilterEmpty;
import dev.lanelog.query.logsql.filter.FilterExact;
import dev.lanelog.query.logsql.filter.FilterExactPrefix;
import dev.lanelog.query.logsql.filter.FilterNoop;
import dev.lanelog.query.logsql.filter.FilterNot;
import dev.lanelog.query.logsql.filter.FilterOr;
import dev.lanelog.query.logsql.filter.FilterPrefix;
import dev.lanelog.query.logsql.filter.FilterRegexp;
import dev.lanelog.query.logsql.filter.FilterSubstring;
import dev.lanelog.query.logsql.filter.FilterWord;
import dev.lanelog.query.logsql.filter.Regexps;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads filters.
 *
 * <pre>
 * filter  = and { "or" and }
 * and     = simple { [ "and" ] simple }
 * simple  = ( "!" | "-" | "not" ) simple | "(" filter ")" | [ field ":" ] value
 * field   = name | prefix "*" | "*"
 * value   = word | phrase | prefix "*" | "*" text "*" | "*" | operator argument | function "(" arguments ")" | "(" filter ")"
 * </pre>
 *
 * Inside of {@code field:(...)} the field holds for every value that names none.
 */
final class FilterParser {
    private static final Set<String> COLON = Set.of(":");

    private final Tokens t;
    private final FilterFunctionParser functions;
    private final TimeFilterParser times;
    private final StreamFilterParser streams;

    FilterParser(Tokens tokens, LogsQlParser parser) {
        t = tokens;
        functions = new FilterFunctionParser(tokens, parser, this);
        times = new TimeFilterParser(tokens, parser);
        streams = new StreamFilterParser(tokens, functions);
    }

    /** A filter up to the end of its part of the query. */
    Filter filter() {
        if (t.atTrailer()) {
            throw t.error("expected a filter, got " + t.shown());
        }
        return or(null);
    }

    /** {@code if (filter)}; an empty pair of parentheses is every row. The keyword is still to be taken. */
    Filter condition() {
        t.take();
        t.expect("(", "before the condition");
        if (t.accept(")")) {
            return new FilterNoop();
        }
        Filter f = filter();
        t.accept(";");
        t.expect(")", "after the condition");
        return f;
    }

    private Filter or(@Nullable FieldPattern field) {
        List<Filter> list = new ArrayList<>();
        while (true) {
            Filter f = and(field);
            if (f instanceof FilterOr o) {
                list.addAll(o.filters());
            } else {
                list.add(f);
            }
            t.checkSize(list);
            if (t.atTrailer()) {
                return list.size() == 1 ? list.getFirst() : new FilterOr(list);
            }
            t.accept("or");
        }
    }

    private Filter and(@Nullable FieldPattern field) {
        List<Filter> list = new ArrayList<>();
        while (true) {
            Filter f = simple(field);
            if (f instanceof FilterAnd a) {
                list.addAll(a.filters());
            } else {
                list.add(f);
            }
            t.checkSize(list);
            if (t.is("or") || t.atTrailer()) {
                return list.size() == 1 ? list.getFirst() : new FilterAnd(list);
            }
            t.accept("and");
        }
    }

    /** One filter without {@code and} and {@code or} around; {@code field} is null where the query may still name one. */
    Filter simple(@Nullable FieldPattern field) {
        Token first = t.peek();
        if (first.isEnd()) {
            throw t.error("expected a filter, got the end of the query");
        }
        checkGap(first);
        t.enter();
        try {
            return dispatch(field);
        } finally {
            t.leave();
        }
    }

    private Filter dispatch(@Nullable FieldPattern field) {
        return switch (t.keyword()) {
            case "{" -> streams.selector(field);
            case "*" -> star(field);
            case "(" -> parens(field);
            case ">", "<" -> functions.comparison(field);
            case "=" -> exact(field);
            case "!=" -> new FilterNot(exact(field));
            case "~" -> regexp(field);
            case "!~" -> new FilterNot(regexp(field));
            case "not", "!", "-" -> not(field);
            case "_time" -> field == null && followedByColon() ? afterColon(times::filter) : value(field);
            case "_stream_id" -> field == null && followedByColon() ? afterColon(streams::streamId) : value(field);
            case "_stream" ->
                field == null && followedByColon()
                        ? afterColon(() -> streams.selector(FieldPattern.exact(Names.STREAM)))
                        : value(field);
            default -> {
                Filter f = functions.tryFunction(field);
                yield f != null ? f : value(field);
            }
        };
    }

    /** Text that runs on from the token before is no filter of its own. */
    private void checkGap(Token first) {
        Token before = t.previous();
        if (first.spaceBefore() || before.raw().isEmpty()) {
            return;
        }
        boolean open = !before.quoted()
                && switch (before.raw().toLowerCase(java.util.Locale.ROOT)) {
                    case "|", ":", "(", "!", "-" -> true;
                    case "not", "and", "or" -> first.raw().equals("(");
                    default -> false;
                };
        if (!open) {
            throw t.error(
                    first,
                    "missing space or ':' between '" + before.raw() + "' and '" + first.raw() + "'",
                    SlipHints.adjacent(before, first));
        }
    }

    private boolean followedByColon() {
        int mark = t.mark();
        t.take();
        boolean colon = t.is(":");
        t.reset(mark);
        return colon;
    }

    private Filter afterColon(java.util.function.Supplier<Filter> rest) {
        t.take();
        t.take();
        return rest.get();
    }

    /** A word, a phrase, a prefix, or a field name with its filter. */
    Filter value(@Nullable FieldPattern field) {
        String text = t.compound("a word or a phrase", field == null ? COLON : Set.of());
        if (t.adjacent() && t.accept("*")) {
            if (field == null && t.accept(":")) {
                return simple(new FieldPattern(text, true));
            }
            FieldPattern where = orMessage(field);
            return text.isEmpty() ? any(where) : new FilterPrefix(where, text);
        }
        if (field == null && t.accept(":")) {
            return switch (text) {
                case Names.TIME -> times.filter();
                case Names.STREAM_ID -> streams.streamId();
                case Names.STREAM -> streams.selector(FieldPattern.exact(Names.STREAM));
                default -> simple(text.isEmpty() ? null : FieldPattern.of(text));
            };
        }
        FieldPattern where = orMessage(field);
        return text.isEmpty() ? new FilterEmpty(where) : new FilterWord(where, text);
    }

    static FieldPattern orMessage(@Nullable FieldPattern field) {
        return field == null ? FieldPattern.MSG : field;
    }

    /** {@code *} on the message is every row: rows without one get a default text when they are stored. */
    private static Filter any(FieldPattern field) {
        return field.equals(FieldPattern.MSG) ? new FilterNoop() : new FilterAny(field);
    }

    private Filter star(@Nullable FieldPattern field) {
        Token star = t.take();
        if (field == null && t.accept(":")) {
            return simple(FieldPattern.ALL);
        }
        if (t.peek().spaceBefore() || t.atTrailer()) {
            return any(orMessage(field));
        }
        String text = t.compound("the text of a *text* filter");
        if (!t.adjacent() || !t.is("*")) {
            throw t.error(star, "missing '*' at the end of *" + text, "write *\"text\"* to find text inside of words");
        }
        t.take();
        if (!t.peek().spaceBefore() && !t.atTrailer()) {
            throw t.error("missing space between *" + text + "* and " + t.shown());
        }
        return new FilterSubstring(orMessage(field), text);
    }

    private Filter parens(@Nullable FieldPattern field) {
        t.take();
        Filter f = or(field);
        t.expect(")", "after the filter in parentheses");
        return f;
    }

    private Filter not(@Nullable FieldPattern field) {
        t.take();
        Filter f = simple(field);
        return f instanceof FilterNot n ? n.filter() : new FilterNot(f);
    }

    private Filter exact(@Nullable FieldPattern field) {
        Token before = t.previous();
        Token operator = takeOperator(field);
        if (t.is("=") && t.adjacent()) {
            throw t.error(operator, "unexpected '=='", SlipHints.adjacent(before, operator));
        }
        String text = t.compound("the value behind '" + operator.raw() + "'");
        if (t.adjacent() && t.accept("*")) {
            return new FilterExactPrefix(orMessage(field), text);
        }
        return new FilterExact(orMessage(field), text);
    }

    private Filter regexp(@Nullable FieldPattern field) {
        Token operator = takeOperator(field);
        if (t.is("-")) {
            throw t.error("a regular expression that begins with '-' must stand in quotes");
        }
        Token place = t.peek();
        return regexp(field, t.compound("the regular expression behind '" + operator.raw() + "'"), place);
    }

    /** Takes an operator; in front of a space it needs a field. */
    Token takeOperator(@Nullable FieldPattern field) {
        Token before = t.previous();
        Token operator = t.take();
        if (t.peek().spaceBefore() && field == null) {
            throw t.error(
                    operator,
                    "missing field name and ':' in front of '" + operator.raw() + "'",
                    SlipHints.operator(before, operator));
        }
        return operator;
    }

    Filter regexp(@Nullable FieldPattern field, String regexp, Token place) {
        checkRegexp(regexp, place);
        return switch (regexp) {
            case "", ".*" -> new FilterNoop();
            case ".+" -> any(orMessage(field));
            default -> new FilterRegexp(orMessage(field), regexp);
        };
    }

    void checkRegexp(String regexp, Token place) {
        try {
            Regexps.compile(regexp);
        } catch (com.google.re2j.PatternSyntaxException e) {
            throw t.error(
                    place, "invalid regular expression: " + e.getDescription() + " in '" + e.getPattern() + "'", "");
        }
    }
}
