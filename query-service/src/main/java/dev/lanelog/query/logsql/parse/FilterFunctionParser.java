package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterAnyCasePrefix;
import dev.lanelog.query.logsql.filter.FilterAnyCaseWord;
import dev.lanelog.query.logsql.filter.FilterContainsAll;
import dev.lanelog.query.logsql.filter.FilterContainsAny;
import dev.lanelog.query.logsql.filter.FilterContainsCommonCase;
import dev.lanelog.query.logsql.filter.FilterEqField;
import dev.lanelog.query.logsql.filter.FilterEqualsCommonCase;
import dev.lanelog.query.logsql.filter.FilterExact;
import dev.lanelog.query.logsql.filter.FilterExactPrefix;
import dev.lanelog.query.logsql.filter.FilterIn;
import dev.lanelog.query.logsql.filter.FilterIpv4Range;
import dev.lanelog.query.logsql.filter.FilterIpv6Range;
import dev.lanelog.query.logsql.filter.FilterJsonArrayContainsAny;
import dev.lanelog.query.logsql.filter.FilterLeField;
import dev.lanelog.query.logsql.filter.FilterLenRange;
import dev.lanelog.query.logsql.filter.FilterLtField;
import dev.lanelog.query.logsql.filter.FilterNoop;
import dev.lanelog.query.logsql.filter.FilterPatternMatch;
import dev.lanelog.query.logsql.filter.FilterRange;
import dev.lanelog.query.logsql.filter.FilterSequence;
import dev.lanelog.query.logsql.filter.FilterStringRange;
import dev.lanelog.query.logsql.filter.FilterValueType;
import dev.lanelog.query.logsql.filter.InValues;
import dev.lanelog.query.logsql.format.Ipv4Text;
import dev.lanelog.query.logsql.format.Ipv6Text;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeFields;
import dev.lanelog.query.logsql.pipe.PipeUniq;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads filters that are functions, and comparisons. A function's name without parentheses behind it is a word like others. */
final class FilterFunctionParser {
    /** Above every value: no text has four bytes of 255 in it. */
    private static final String MAX_TEXT = Utf8.string(new byte[] {-1, -1, -1, -1});

    private final Tokens t;
    private final LogsQlParser parser;
    private final FilterParser filters;

    FilterFunctionParser(Tokens tokens, LogsQlParser parser, FilterParser filters) {
        t = tokens;
        this.parser = parser;
        this.filters = filters;
    }

    /** A function, or null when the next token begins none. */
    @Nullable Filter tryFunction(@Nullable FieldPattern field) {
        FieldPattern f = FilterParser.orMessage(field);
        String name = t.keyword();
        switch (name) {
            case "in", "contains_all", "contains_any" -> {
                return list(name, f);
            }
            case "contains_common_case", "equals_common_case" -> {
                return commonCase(name, f);
            }
            case "range" -> {
                return range(f);
            }
            case "i", "exact" -> {
                return maybePrefix(name, field);
            }
            default -> {
                return withArguments(name, f, field);
            }
        }
    }

    private @Nullable Filter withArguments(String name, FieldPattern f, @Nullable FieldPattern field) {
        switch (name) {
            case "json_array_contains_any",
                    "seq",
                    "eq_field",
                    "le_field",
                    "lt_field",
                    "pattern_match",
                    "pattern_match_full",
                    "pattern_match_prefix",
                    "pattern_match_suffix",
                    "re",
                    "value_type",
                    "string_range",
                    "len_range",
                    "ipv4_range",
                    "ipv6_range" -> {
                Token place = t.take();
                if (!t.is("(")) {
                    t.reset(t.mark() - 1);
                    return null;
                }
                return function(name, f, field, t.valuesInParens(name), place);
            }
            default -> {
                return null;
            }
        }
    }

    private Filter function(String name, FieldPattern f, @Nullable FieldPattern field, List<String> args, Token place) {
        return switch (name) {
            case "json_array_contains_any" -> new FilterJsonArrayContainsAny(f, args);
            case "seq" -> new FilterSequence(f, args);
            case "eq_field" -> new FilterEqField(f, Names.canonical(one(name, args, place)));
            case "le_field" -> new FilterLeField(f, Names.canonical(one(name, args, place)));
            case "lt_field" -> new FilterLtField(f, Names.canonical(one(name, args, place)));
            case "re" -> filters.regexp(field, one(name, args, place), place);
            case "value_type" -> new FilterValueType(f, one(name, args, place));
            case "string_range" -> {
                checkCount(name, args, 2, place);
                String text = "string_range(" + Names.quoteIfNeeded(args.get(0)) + ", "
                        + Names.quoteIfNeeded(args.get(1)) + ")";
                yield new FilterStringRange(f, args.get(0), args.get(1), text);
            }
            case "len_range" -> {
                checkCount(name, args, 2, place);
                String text = "(" + Tokens.printable(args.get(0)) + ", " + Tokens.printable(args.get(1)) + ")";
                yield new FilterLenRange(f, t.count(args.get(0), place), t.count(args.get(1), place), text);
            }
            case "ipv4_range" -> ipv4Range(f, args, place);
            case "ipv6_range" -> ipv6Range(f, args, place);
            default -> new FilterPatternMatch(f, anchor(name), one(name, args, place));
        };
    }

    private static FilterPatternMatch.Anchor anchor(String name) {
        for (FilterPatternMatch.Anchor a : FilterPatternMatch.Anchor.values()) {
            if (a.functionName().equals(name)) {
                return a;
            }
        }
        throw new IllegalArgumentException(name);
    }

    private String one(String name, List<String> args, Token place) {
        checkCount(name, args, 1, place);
        return args.getFirst();
    }

    private void checkCount(String name, List<String> args, int count, Token place) {
        if (args.size() != count) {
            throw t.error(
                    place,
                    name + "(...) takes " + count + (count == 1 ? " argument" : " arguments") + ", got " + args.size(),
                    "");
        }
    }

    private Filter maybePrefix(String name, @Nullable FieldPattern field) {
        FieldPattern f = FilterParser.orMessage(field);
        int mark = t.mark();
        t.take();
        if (!t.is("(")) {
            t.reset(mark);
            return filters.value(field);
        }
        t.take();
        String text = "";
        boolean prefix = t.accept("*");
        if (!prefix) {
            text = t.compound("the argument of " + name + "(...)");
            prefix = t.adjacent() && t.accept("*");
        }
        t.expect(")", "after the argument of " + name + "(...)");
        if (name.equals("exact")) {
            return prefix ? new FilterExactPrefix(f, text) : new FilterExact(f, text);
        }
        return prefix ? new FilterAnyCasePrefix(f, text) : new FilterAnyCaseWord(f, text);
    }

    private Filter commonCase(String name, FieldPattern f) {
        Token place = t.take();
        List<String> phrases = t.valuesInParens(name);
        for (String phrase : phrases) {
            if (phrase.codePoints().filter(Character::isUpperCase).count() > FilterContainsCommonCase.MAX_CAPITALS) {
                throw t.error(
                        place,
                        "'" + phrase + "' has more than " + FilterContainsCommonCase.MAX_CAPITALS
                                + " capitals, which gives too many spellings",
                        "use fewer capitals, or i(...)");
            }
        }
        return name.equals("contains_common_case")
                ? new FilterContainsCommonCase(f, phrases)
                : new FilterEqualsCommonCase(f, phrases);
    }

    private Filter list(String name, FieldPattern f) {
        Token place = t.take();
        if (!t.is("(")) {
            throw t.error(
                    place,
                    "missing '(' after '" + name + "'",
                    "put '" + name + "' into quotes if you search for the word");
        }
        InValues values = inValues(name);
        if (values == null) {
            return new FilterNoop();
        }
        return switch (name) {
            case "in" -> new FilterIn(f, values);
            case "contains_all" -> new FilterContainsAll(f, values);
            default -> new FilterContainsAny(f, values);
        };
    }

    /** {@code (a, b)} or {@code (query)}; null when an asterisk stands for everything. */
    @Nullable InValues inValues(String name) {
        int mark = t.mark();
        LogsQlException listError;
        try {
            List<String> values = valuesOrStar(name);
            return values == null ? null : InValues.of(values);
        } catch (LogsQlException e) {
            listError = e;
        }
        t.reset(mark);
        Token start = t.peek();
        Query query;
        try {
            query = parser.queryInParens("after '" + name + "'");
        } catch (LogsQlException e) {
            // The reading that got further is what was meant.
            throw e.position() > listError.position() ? e : listError;
        }
        if (query.pipes().isEmpty()
                && query.filter() instanceof FilterNoop
                && !query.options().explicit()) {
            return null;
        }
        return new InValues(List.of(), query, resultField(query, start));
    }

    /** {@code (a, b)}; null when one of them is an asterisk. */
    @Nullable List<String> valuesOrStar(String name) {
        List<String> values = new ArrayList<>();
        boolean star = false;
        t.expect("(", "after '" + name + "'");
        while (!t.accept(")")) {
            if (t.accept("*")) {
                star = true;
            } else {
                values.add(t.compound("a value of " + name + "(...)"));
                t.checkSize(values);
            }
            if (!t.is(")")) {
                t.expect(",", "or ')' in the values of " + name + "(...)");
            }
        }
        return star ? null : values;
    }

    private String resultField(Query query, Token start) {
        Pipe last = query.pipes().isEmpty() ? null : query.pipes().getLast();
        if (last instanceof PipeFields p
                && p.fields().size() == 1
                && !p.fields().getFirst().prefix()) {
            return p.fields().getFirst().text();
        }
        if (last instanceof PipeUniq p && p.by().size() == 1) {
            return p.by().getFirst();
        }
        throw t.error(start, "the subquery must end in '| fields name' or '| uniq by (name)' with a single field", "");
    }

    private @Nullable Filter range(FieldPattern f) {
        int mark = t.mark();
        t.take();
        boolean minInclusive = t.is("[");
        if (!minInclusive && !t.is("(")) {
            t.reset(mark);
            return null;
        }
        t.take();
        Tokens.NumberToken min = t.number("the lower end of the range");
        t.expect(",", "after the lower end of the range");
        Tokens.NumberToken max = t.number("the upper end of the range");
        boolean maxInclusive = t.is("]");
        if (!maxInclusive && !t.is(")")) {
            throw t.error("expected ')' or ']' after the upper end of the range, got " + t.shown());
        }
        t.take();
        String text = "range" + (minInclusive ? "[" : "(") + Tokens.printable(min.text()) + ", "
                + Tokens.printable(max.text()) + (maxInclusive ? "]" : ")");
        return new FilterRange(
                f,
                minInclusive ? min.value() : above(min.value()),
                maxInclusive ? max.value() : below(max.value()),
                text);
    }

    /** {@code >x}, {@code >=x}, {@code <x}, {@code <=x}: numbers when x is one, else text. */
    Filter comparison(@Nullable FieldPattern field) {
        FieldPattern f = FilterParser.orMessage(field);
        Token before = t.previous();
        Token operator = t.take();
        boolean greater = operator.raw().equals(">");
        boolean inclusive = t.adjacent() && t.accept("=");
        String op = operator.raw() + (inclusive ? "=" : "");
        if (t.peek().spaceBefore() && field == null) {
            throw t.error(
                    operator,
                    "missing field name and ':' in front of '" + op + "'",
                    SlipHints.operator(before, operator));
        }
        String s = t.compound("a value behind '" + op + "'");
        double d = NumberText.parse(s);
        if (!Double.isNaN(d) || s.equalsIgnoreCase("nan")) {
            String text = op + Tokens.printable(s);
            return greater
                    ? new FilterRange(f, inclusive ? d : above(d), Double.POSITIVE_INFINITY, text)
                    : new FilterRange(f, Double.NEGATIVE_INFINITY, inclusive ? d : below(d), text);
        }
        String text = op + Names.quoteStringIfNeeded(s);
        return greater
                ? new FilterStringRange(f, inclusive ? s : s + "\0", MAX_TEXT, text)
                : new FilterStringRange(f, "", inclusive ? s + "\0" : s, text);
    }

    private static double above(double d) {
        return Double.isInfinite(d) ? d : Math.nextUp(d);
    }

    private static double below(double d) {
        return Double.isInfinite(d) ? d : Math.nextDown(d);
    }

    private Filter ipv4Range(FieldPattern f, List<String> args, Token place) {
        if (args.size() == 1) {
            String arg = args.getFirst();
            int slash = arg.indexOf('/');
            long ip = Ipv4Text.parse(slash < 0 ? arg : arg.substring(0, slash));
            long bits = slash < 0 ? 32 : NumberText.parseUnsigned(arg.substring(slash + 1));
            if (ip < 0 || bits < 0 || bits > 32) {
                throw t.error(place, "expected an IPv4 address or network such as 10.0.0.0/8, got '" + arg + "'", "");
            }
            long mask = (1L << (32 - bits)) - 1;
            return new FilterIpv4Range(f, ip & ~mask, ip | mask);
        }
        checkCount("ipv4_range", args, 2, place);
        long min = Ipv4Text.parse(args.get(0));
        long max = Ipv4Text.parse(args.get(1));
        if (min < 0 || max < 0) {
            throw t.error(
                    place, "expected two IPv4 addresses, got '" + args.get(0) + "' and '" + args.get(1) + "'", "");
        }
        return new FilterIpv4Range(f, min, max);
    }

    private Filter ipv6Range(FieldPattern f, List<String> args, Token place) {
        if (args.size() == 1) {
            String arg = args.getFirst();
            int slash = arg.indexOf('/');
            byte[] min = ipv6(slash < 0 ? arg : arg.substring(0, slash), place);
            long bits = slash < 0 ? 128 : NumberText.parseUnsigned(arg.substring(slash + 1));
            if (bits < 0 || bits > 128) {
                throw t.error(
                        place, "expected an IPv6 address or network such as 2001:db8::/32, got '" + arg + "'", "");
            }
            byte[] max = min.clone();
            for (int bit = (int) bits; bit < 128; bit++) {
                min[bit >> 3] &= (byte) ~(0x80 >> (bit & 7));
                max[bit >> 3] |= (byte) (0x80 >> (bit & 7));
            }
            return new FilterIpv6Range(f, Ipv6Text.format(min), Ipv6Text.format(max));
        }
        checkCount("ipv6_range", args, 2, place);
        return new FilterIpv6Range(
                f, Ipv6Text.format(ipv6(args.get(0), place)), Ipv6Text.format(ipv6(args.get(1), place)));
    }

    private byte[] ipv6(String s, Token place) {
        byte[] b = Utf8.bytes(s);
        byte[] ip = Ipv6Text.parse(b, 0, b.length);
        if (ip == null) {
            throw t.error(place, "expected an IPv6 address, got '" + s + "'", "");
        }
        return ip;
    }
}
