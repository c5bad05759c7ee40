package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.Names;
import java.util.ArrayList;
import java.util.List;

/**
 * A text with places for fields, as {@code extract} and {@code format} take it: {@code "ip=<ip> <_> <q:path>"}. {@code <_>}
 * and {@code <*>} are places without a name; what stands before a colon in a place is its option. Entities such as
 * {@code &lt;} stand for characters of the text.
 *
 * @param text as written
 * @param steps in order
 */
public record Pattern(String text, List<Step> steps) {
    public Pattern {
        steps = List.copyOf(steps);
    }

    /**
     * Text followed by a place.
     *
     * @param prefix text; empty only for the first step of {@code extract}
     * @param field name of the place, or empty
     * @param option as written before the colon, or empty
     */
    public record Step(String prefix, String field, String option) {}

    /** Names of the places that have one, in order; a name may come twice. */
    public List<String> fieldNames() {
        List<String> names = new ArrayList<>();
        for (Step step : steps) {
            if (!step.field.isEmpty()) {
                names.add(step.field);
            }
        }
        return names;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException when a place is not closed or names a prefix of fields; the message says which
     */
    public static Pattern parse(String text) {
        List<Step> steps = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('<', at);
            if (open < 0) {
                steps.add(new Step(HtmlEntities.unescape(text.substring(at)), "", ""));
                break;
            }
            int close = text.indexOf('>', open);
            if (close < 0) {
                throw new IllegalArgumentException("missing '>' for " + text.substring(open));
            }
            steps.add(step(HtmlEntities.unescape(text.substring(at, open)), text.substring(open + 1, close)));
            at = close + 1;
        }
        for (Step step : steps) {
            if (step.field.endsWith("*")) {
                throw new IllegalArgumentException("a place can't be a prefix of fields: <" + step.field + ">");
            }
        }
        return new Pattern(text, steps);
    }

    /**
     * Reads a pattern that is matched against text: places must be apart and one must have a name.
     *
     * @throws IllegalArgumentException when it can't be matched; the message says why
     */
    public static Pattern parseForExtract(String text) {
        Pattern pattern = parse(text);
        for (int i = 1; i < pattern.steps.size(); i++) {
            if (pattern.steps.get(i).prefix.isEmpty()) {
                throw new IllegalArgumentException("missing text between <" + pattern.steps.get(i - 1).field + "> and <"
                        + pattern.steps.get(i).field + ">");
            }
        }
        if (pattern.fieldNames().isEmpty()) {
            throw new IllegalArgumentException("the pattern has no named place such as <field>");
        }
        return pattern;
    }

    private static Step step(String prefix, String place) {
        if (place.equals("_") || place.equals("*")) {
            return new Step(prefix, "", "");
        }
        int colon = place.indexOf(':');
        return colon < 0
                ? new Step(prefix, place.strip(), "")
                : new Step(
                        prefix,
                        place.substring(colon + 1).strip(),
                        place.substring(0, colon).strip());
    }

    @Override
    public String toString() {
        return Names.quoteIfNeeded(text);
    }
}
