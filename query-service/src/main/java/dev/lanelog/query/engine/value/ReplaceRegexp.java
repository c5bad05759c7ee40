package dev.lanelog.query.engine.value;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.filter.Regexps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Replaces what a regular expression matches. In the replacement {@code $1}, {@code ${1}}, {@code $name} and {@code ${name}} are
 * groups, empty when there is none of the name, and {@code $$} is a dollar; a name is as long as it can be.
 */
final class ReplaceRegexp implements ValueFunction {
    private final Pattern pattern;
    private final long limit;
    private final List<Part> parts;

    /** Text, or a group when {@code group} is not negative; -2 is a group that does not exist. */
    private record Part(String text, int group) {}

    ReplaceRegexp(String regexp, String replacement, long limit) {
        this.pattern = Regexps.compile(regexp);
        this.limit = limit == 0 ? Long.MAX_VALUE : limit;
        this.parts = parts(replacement, pattern.namedGroups(), pattern.groupCount());
    }

    private static List<Part> parts(String replacement, Map<String, Integer> names, int count) {
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int i = 0;
        while (i < replacement.length()) {
            char c = replacement.charAt(i);
            char next = i + 1 < replacement.length() ? replacement.charAt(i + 1) : 0;
            if (c == '$' && next == '$') {
                text.append('$');
                i += 2;
                continue;
            }
            int end = c == '$' ? nameEnd(replacement, i + 1) : i;
            if (end <= i + 1) {
                text.append(c);
                i++;
                continue;
            }
            boolean braces = next == '{';
            String name = braces ? replacement.substring(i + 2, end - 1) : replacement.substring(i + 1, end);
            parts.add(new Part(text.toString(), -1));
            text.setLength(0);
            parts.add(new Part("", group(name, names, count)));
            i = end;
        }
        parts.add(new Part(text.toString(), -1));
        return parts;
    }

    /** Where the name of a group ends that begins at {@code from}, braces included; {@code from} when there is none. */
    private static int nameEnd(String s, int from) {
        boolean braces = from < s.length() && s.charAt(from) == '{';
        int i = braces ? from + 1 : from;
        int start = i;
        while (i < s.length() && (s.charAt(i) == '_' || Character.isLetterOrDigit(s.charAt(i)))) {
            i++;
        }
        if (i == start || (braces && (i >= s.length() || s.charAt(i) != '}'))) {
            return from;
        }
        return braces ? i + 1 : i;
    }

    private static int group(String name, Map<String, Integer> names, int count) {
        boolean number = name.length() < 9 && name.chars().allMatch(c -> c >= '0' && c <= '9');
        if (number) {
            int n = Integer.parseInt(name);
            return n <= count ? n : -2;
        }
        return names.getOrDefault(name, -2);
    }

    @Override
    public void apply(ValueRef in, ByteBuilder out) {
        if (in.len == 0) {
            // A field that is not there does not come into being.
            return;
        }
        String s = Values.string(in);
        Matcher m = pattern.matcher(s);
        int from = 0;
        int searchFrom = 0;
        int lastEnd = -1;
        long left = limit;
        StringBuilder sb = new StringBuilder();
        while (left > 0 && searchFrom <= s.length() && m.find(searchFrom)) {
            // An empty match right behind another match does not count.
            boolean counts = m.end() > m.start() || m.start() != lastEnd;
            if (counts) {
                sb.append(s, from, m.start());
                append(m, sb);
                from = m.end();
                lastEnd = m.end();
                left--;
            }
            searchFrom = m.end() > m.start() ? m.end() : next(s, m.end());
        }
        if (from == 0 && sb.isEmpty()) {
            out.add(in);
            return;
        }
        Values.text(out, sb.append(s, from, s.length()).toString());
    }

    private static int next(String s, int at) {
        return at < s.length() ? at + Character.charCount(s.codePointAt(at)) : at + 1;
    }

    private void append(Matcher m, StringBuilder sb) {
        for (Part part : parts) {
            if (part.group == -1) {
                sb.append(part.text);
            } else if (part.group >= 0) {
                String group = m.group(part.group);
                sb.append(group == null ? "" : group);
            }
        }
    }
}
