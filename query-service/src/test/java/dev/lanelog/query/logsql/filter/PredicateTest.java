package dev.lanelog.query.logsql.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.parse.LogsQlParser;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Conditions on values: against naive definitions, and hints against the truth. */
class PredicateTest {
    private static final String[] PIECES = {
        "error",
        "Error",
        "ERR",
        "foo",
        "bar",
        "5",
        "17",
        "-",
        " ",
        ".",
        "_",
        "é",
        "Ü",
        "\u0301",
        "山",
        "{\"a\":1}",
        "[1,\"x\"]",
        "1.5s",
        "10KiB",
        "192.168.0.1",
        "::1",
        "2026-01-02T03:04:05Z",
        "inf",
        "<",
        "\n",
        "\uDCFF",
        "x1b",
        "[0m",
        "\u001b",
        "/",
        ":",
        "="
    };

    private static final String[] FILTERS = {
        "error",
        "\"foo bar\"",
        "\"-\"",
        "\"é\"",
        "\"\\xff\"",
        "err*",
        "\"-5\"*",
        "*foo*",
        "*\"\\x1b[\"*",
        "=foo",
        "=\"\"",
        "=17",
        "=foo*",
        "=\"\"*",
        "i(ERROR)",
        "i(Ü*)",
        "i(*)",
        "in(foo, 5, 17)",
        "in(5, 6, 7)",
        "in(\"\", x)",
        "in()",
        "contains_all(foo, bar)",
        "contains_all()",
        "contains_any(foo, \"5\")",
        "contains_any(\"\")",
        "contains_any()",
        "contains_common_case(ErrorFoo, BAR)",
        "equals_common_case(Foo)",
        "seq(foo, bar)",
        "seq(foo, \"\")",
        "seq(\"\")",
        "~\"fo+\"",
        "~\"foo|bar\"",
        "~\"\\\\x1b\\\\[0m\"",
        "~\"^$\"",
        "~\"a.b\"",
        "~\"(?i)foo\"",
        "range(1, 17)",
        "range[17, inf]",
        ">5",
        "<=17",
        "<-1",
        ">1s",
        ">=192.168.0.0",
        ">foo",
        "<=\"\"",
        "string_range(a, f)",
        "len_range(2, 4)",
        "len_range(0, 0)",
        "ipv4_range(192.168.0.0/16)",
        "ipv6_range(\"::/8\")",
        "json_array_contains_any(1, x)",
        "pattern_match(\"<N>\")",
        "pattern_match_full(\"<W>\")",
        "pattern_match_prefix(\"foo<N>\")",
        "pattern_match_suffix(\"<IP4>\")",
        "pattern_match(foo)",
        "*",
        "\"\""
    };

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    private static ColumnPredicate predicate(String filter) {
        Query query = LogsQlParser.parse("f:" + filter, 0);
        return ((FieldFilter) query.filter()).predicate();
    }

    private static boolean matches(String filter, String value) {
        byte[] b = Utf8.bytes("##" + value + "##");
        // In the middle of other bytes, as values are in a page.
        return predicate(filter).test(b, 2, b.length - 4);
    }

    private byte[] value() {
        StringBuilder sb = new StringBuilder();
        int n = random.nextInt(5);
        for (int i = 0; i < n; i++) {
            sb.append(PIECES[random.nextInt(PIECES.length)]);
        }
        if (random.nextInt(4) == 0) {
            return Utf8.bytes(Long.toString(random.nextLong() >> random.nextInt(64)));
        }
        return Utf8.bytes(sb.toString());
    }

    @Test
    void hintsAgreeWithTheTruth() {
        for (String filter : FILTERS) {
            ColumnPredicate p = predicate(filter);
            byte[][] exact = p.exactValues();
            byte[] required = p.requiredSubstring();
            ColumnPredicate.LongRange range = p.longRange();
            assertTrue(required == null || required.length > 0, filter);
            if (exact != null) {
                for (int i = 0; i < exact.length; i++) {
                    assertTrue(p.test(exact[i], 0, exact[i].length), filter);
                    assertTrue(i == 0 || Arrays.compareUnsigned(exact[i - 1], exact[i]) < 0, filter);
                }
            }
            for (int i = 0; i < 2_000; i++) {
                byte[] v = value();
                boolean match = p.test(v, 0, v.length);
                String where = "seed " + seed + ": f:" + filter + " on " + Utf8.string(v);
                if (exact != null) {
                    assertEquals(match, Arrays.stream(exact).anyMatch(e -> Arrays.equals(e, v)), where);
                }
                if (required != null) {
                    boolean has = Bytes.indexOf(v, 0, v.length, required) >= 0;
                    assertTrue(has || !match, where);
                    if (p.substringDecides()) {
                        assertEquals(has, match, where);
                    }
                }
                Long n = Bytes.canonicalLong(v);
                if (range != null && n != null) {
                    assertEquals(range.lo() <= n && n <= range.hi(), match, where);
                }
            }
            assertEquals(p.test(new byte[0], 0, 0), p.matchesEmpty(), filter);
        }
    }

    /** A phrase is found where no word goes on over its ends, by code points. */
    private static boolean naivePhrase(String value, String phrase) {
        int[] v = value.codePoints().toArray();
        int[] p = phrase.codePoints().toArray();
        if (p.length == 0) {
            return v.length == 0;
        }
        for (int i = 0; i + p.length <= v.length; i++) {
            boolean here = Arrays.equals(v, i, i + p.length, p, 0, p.length);
            boolean left = i > 0 && Names.isWordChar(p[0]) && Names.isWordChar(v[i - 1]);
            boolean right =
                    i + p.length < v.length && Names.isWordChar(p[p.length - 1]) && Names.isWordChar(v[i + p.length]);
            if (here && !left && !right) {
                return true;
            }
        }
        return false;
    }

    @Test
    void phrasesAreFoundAsTheirDefinitionSays() {
        String[] phrases = {"error", "é", "foo bar", "-", "5", "foo.", "山", "\u0301", "_"};
        for (int i = 0; i < 20_000; i++) {
            String v = Utf8.string(value());
            if (v.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF)) {
                continue;
            }
            String phrase = phrases[random.nextInt(phrases.length)];
            byte[] b = Utf8.bytes(v);
            PhrasePredicate p = new PhrasePredicate(Utf8.bytes(phrase));
            assertEquals(
                    naivePhrase(v, phrase),
                    p.test(b, 0, b.length),
                    () -> "seed " + seed + ": '" + phrase + "' in '" + v + "'");
        }
    }

    @Test
    void requiredTextIsInEveryMatch() {
        String[] parts = {
            "a", "bc", "x*", "y?", "(d|e)", "[f-h]", ".", "\\.", "\\x41", "\\d", "z{2}", "q{0,1}", "\\pL", "$",
            "(?:kl)+", "\\101", "mn"
        };
        String[] text = {"a", "bc", "x", "y", "d", "e", "f", ".", "A", "7", "zz", "q", "L", "kl", "mn"};
        for (int i = 0; i < 5_000; i++) {
            StringBuilder re = new StringBuilder();
            for (int n = 1 + random.nextInt(5); n > 0; n--) {
                re.append(parts[random.nextInt(parts.length)]);
            }
            String literal = Regexps.requiredLiteral(re.toString());
            com.google.re2j.Pattern pattern = Regexps.compile(re.toString());
            for (int k = 0; k < 20; k++) {
                StringBuilder v = new StringBuilder();
                for (int n = random.nextInt(8); n > 0; n--) {
                    v.append(text[random.nextInt(text.length)]);
                }
                if (pattern.matcher(v.toString()).find()) {
                    assertTrue(
                            v.indexOf(literal) >= 0,
                            () -> "seed " + seed + ": " + re + " requires '" + literal + "' but matches " + v);
                }
            }
        }
        assertEquals("foo", Regexps.requiredLiteral("a*foo.b"));
        assertEquals("[", Regexps.requiredLiteral("\\x1b\\["));
        assertEquals("", Regexps.requiredLiteral("foo|bar"));
    }

    @Test
    void wordsEndWhereUnicodeSaysSo() {
        assertTrue(matches("error", "an error, again"));
        assertFalse(matches("error", "errors"));
        assertFalse(matches("error", "éerror"));
        assertTrue(matches("e", "e\u0301"));
        assertTrue(matches("\"ratio=-\"", "ratio=-5"));
        assertFalse(matches("foo", "foo\uDCFF"));
        assertTrue(matches("err*", "an error"));
        assertFalse(matches("err*", "terror"));
    }

    @Test
    void caseIsFoldedCodePointByCodePoint() {
        assertTrue(matches("i(\"İSTANBUL\")", "istanbul"));
        assertFalse(matches("i(SS)", "ß"));
        assertTrue(matches("i(ünï)", "ÜNÏ"));
        assertTrue(matches("contains_common_case(VictoriaMetrics)", "victoriametrics up"));
        assertFalse(matches("contains_common_case(VictoriaMetrics)", "vICTORIAMETRICS"));
    }

    @Test
    void numbersOfEveryKindCompare() {
        assertTrue(matches(">1s", "1500ms"));
        assertTrue(matches("range(1KiB, 1MiB)", "10KB"));
        assertTrue(matches(">192.0.0.0", "192.168.0.1"));
        assertTrue(matches("<2026-01-02T00:00:00Z", "2025-06-01T00:00:00Z"));
        assertFalse(matches("range(5, 10)", "5"));
        assertTrue(matches("range[5, 10)", "5"));
        assertFalse(matches(">5", "abc"));
        assertTrue(matches(">abc", "abd"));
    }

    @Test
    void patternsTakeWhatTheirPlacesName() {
        assertTrue(matches("pattern_match(\"user_id=<N>, ip=<IP4>\")", "x user_id=123, ip=10.0.0.1 y"));
        assertTrue(matches("pattern_match_full(\"<DATETIME>\")", "2026-01-02T03:04:05.678+01:00"));
        assertFalse(matches("pattern_match_full(\"<DATETIME>\")", "2026-01-02T03:04:05Z!"));
        assertTrue(matches("pattern_match(\"<UUID>\")", "id 2edfed59-3e98-4073-bbb2-28d321ca71a7 ok"));
        assertTrue(matches("pattern_match_suffix(\"user=<W>\")", "a user=\"two words\""));
    }

    @Test
    void streamsMatchByTheirLabels() {
        String stream = "{app=\"nginx\",host=\"web-1\",q=\"a\\\"b\"}";
        for (String selector : List.of(
                "{app=nginx}",
                "{app=~\"ngi.+\", host!=web-2}",
                "{nosuch=\"\"}",
                "{}",
                "{app=x or host in (web-1)}",
                "{q='a\"b'}")) {
            Query query = LogsQlParser.parse(selector, 0);
            byte[] b = Utf8.bytes(stream);
            assertTrue(((FieldFilter) query.filter()).predicate().test(b, 0, b.length), selector);
        }
        for (String selector : List.of("{app=~\"ngi\"}", "{app!~nginx}", "{app not_in (nginx)}", "{host=\"\"}")) {
            Query query = LogsQlParser.parse(selector, 0);
            byte[] b = Utf8.bytes(stream);
            assertFalse(((FieldFilter) query.filter()).predicate().test(b, 0, b.length), selector);
        }
    }

    @Test
    void integerRangesAreExactAtTheEndsOfLong() {
        ColumnPredicate.LongRange all = predicate("range[-inf, inf]").longRange();
        assertNotNull(all);
        assertEquals(Long.MIN_VALUE, all.lo());
        assertEquals(Long.MAX_VALUE, all.hi());
        ColumnPredicate.LongRange one = predicate("=-9223372036854775808").longRange();
        assertNotNull(one);
        assertEquals(Long.MIN_VALUE, one.lo());
        byte[][] values = predicate("=-9223372036854775808").exactValues();
        assertNotNull(values);
        assertArrayEquals(Utf8.bytes("-9223372036854775808"), values[0]);
    }
}
