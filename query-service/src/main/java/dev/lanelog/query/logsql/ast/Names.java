package dev.lanelog.query.logsql.ast;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Words that mean something in LogsQL, and how names and values are printed so that they are read back the same. */
public final class Names {
    /** The field that holds the message. */
    public static final String MSG = "_msg";

    /** The time of a row. */
    public static final String TIME = "_time";

    /** The canonical text of a row's stream. */
    public static final String STREAM = "_stream";

    /** The id of a row's stream, computed on read. */
    public static final String STREAM_ID = "_stream_id";

    private static final Set<String> RESERVED = Set.of(
            "and",
            "or",
            "not",
            "now",
            "offset",
            "contains_all",
            "contains_any",
            "json_array_contains_any",
            "contains_common_case",
            "eq_field",
            "equals_common_case",
            "exact",
            "i",
            "in",
            "ipv4_range",
            "ipv6_range",
            "le_field",
            "len_range",
            "lt_field",
            "pattern_match",
            "pattern_match_full",
            "pattern_match_prefix",
            "pattern_match_suffix",
            "range",
            "re",
            "seq",
            "string_range",
            "value_type",
            "options",
            "if",
            "by",
            "as",
            "from");

    private static final Set<String> PIPES = Set.of(
            "block_stats",
            "blocks_count",
            "coalesce",
            "collapse_nums",
            "copy",
            "cp",
            "decolorize",
            "del",
            "delete",
            "drop",
            "drop_empty_fields",
            "extract",
            "extract_regexp",
            "eval",
            "facets",
            "field_names",
            "field_values",
            "fields",
            "filter",
            "first",
            "format",
            "generate_sequence",
            "hash",
            "join",
            "json_array_concat",
            "json_array_len",
            "head",
            "keep",
            "last",
            "len",
            "limit",
            "math",
            "mv",
            "offset",
            "order",
            "pack_json",
            "pack_logfmt",
            "query_stats",
            "rename",
            "replace",
            "replace_regexp",
            "rm",
            "running_stats",
            "sample",
            "set_stream_fields",
            "skip",
            "sort",
            "split",
            "stats",
            "stats_remote",
            "stream_context",
            "time_add",
            "top",
            "total_stats",
            "union",
            "uniq",
            "unpack_json",
            "unpack_logfmt",
            "unpack_syslog",
            "unpack_words",
            "unroll",
            "where");

    private static final Set<String> STATS = Set.of(
            "any",
            "avg",
            "count",
            "count_empty",
            "count_uniq",
            "count_uniq_hash",
            "field_max",
            "field_min",
            "histogram",
            "json_values",
            "max",
            "median",
            "min",
            "quantile",
            "rate",
            "rate_sum",
            "row_any",
            "row_max",
            "row_min",
            "stddev",
            "sum",
            "sum_len",
            "uniq_values",
            "values");

    private static final Set<String> MATH =
            Set.of("abs", "exp", "ln", "max", "min", "now", "rand", "round", "ceil", "floor");

    private Names() {}

    /** Whether this is the name or an alias of a pipe, in any case. */
    public static boolean isPipe(String word) {
        return PIPES.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Whether this is the name of a stats function, in any case. */
    public static boolean isStatsFunction(String word) {
        return STATS.contains(word.toLowerCase(Locale.ROOT));
    }

    /** Whether this is the name of a math function, in any case. */
    public static boolean isMathFunction(String word) {
        return MATH.contains(word.toLowerCase(Locale.ROOT));
    }

    /** All names and aliases of pipes. */
    public static Set<String> pipes() {
        return PIPES;
    }

    /** All names of stats functions. */
    public static Set<String> statsFunctions() {
        return STATS;
    }

    /** Whether a code point belongs to a word: Unicode letters, decimal digits and the underscore. */
    public static boolean isWordChar(int cp) {
        return cp == '_' || Character.isLetter(cp) || Character.isDigit(cp);
    }

    /** Whether all of {@code s} is word characters; false for the empty string. */
    public static boolean isWord(String s) {
        return !s.isEmpty() && s.codePoints().allMatch(Names::isWordChar);
    }

    /** The field name a query means; the empty name is the message. */
    public static String canonical(String field) {
        return field.isEmpty() ? MSG : field;
    }

    /** {@code s}, in quotes when it would be read as something else without them. */
    public static String quoteIfNeeded(String s) {
        return needsQuotes(s) ? GoQuote.quote(s) : s;
    }

    /** As {@link #quoteIfNeeded}, but text that begins like a number is quoted too. */
    public static String quoteStringIfNeeded(String s) {
        return isNumberPrefix(s) || needsQuotes(s) ? GoQuote.quote(s) : s;
    }

    /** Field names, quoted where needed, with {@code ", "} between. */
    public static String joinNames(List<String> names) {
        StringBuilder sb = new StringBuilder();
        for (String name : names) {
            sb.append(sb.isEmpty() ? "" : ", ").append(quoteIfNeeded(name));
        }
        return sb.toString();
    }

    /** Nodes with {@code ", "} between. */
    public static String join(List<?> nodes) {
        StringBuilder sb = new StringBuilder();
        for (Object node : nodes) {
            sb.append(sb.isEmpty() ? "" : ", ").append(node);
        }
        return sb.toString();
    }

    /** Values, quoted where needed, with commas between. */
    public static String joinValues(List<String> values) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            sb.append(i == 0 ? "" : ",").append(quoteIfNeeded(values.get(i)));
        }
        return sb.toString();
    }

    /** {@code name}, with an {@code s} appended as often as it clashes with one of {@code taken}. */
    public static String uniqueResultName(String name, List<String> taken) {
        String result = name;
        while (taken.contains(result)) {
            result += "s";
        }
        return result;
    }

    /** Whether the text begins like a number: an optional sign, an optional dot, a digit; or it is {@code inf}. */
    public static boolean isNumberPrefix(String s) {
        int i = 0;
        if (i < s.length() && (s.charAt(i) == '-' || s.charAt(i) == '+')) {
            i++;
        }
        if (s.length() - i == 3 && s.substring(i).equalsIgnoreCase("inf")) {
            return true;
        }
        if (i < s.length() && s.charAt(i) == '.') {
            i++;
        }
        return i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9';
    }

    private static boolean needsQuotes(String s) {
        if (!isWord(s)) {
            return true;
        }
        String lower = s.toLowerCase(Locale.ROOT);
        return RESERVED.contains(lower) || PIPES.contains(lower) || STATS.contains(lower) || MATH.contains(lower);
    }
}
