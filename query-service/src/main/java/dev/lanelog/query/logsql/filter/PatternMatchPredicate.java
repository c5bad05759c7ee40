package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.NumberRuns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values in which a pattern of texts and places is found: each place takes as much as its kind allows. */
final class PatternMatchPredicate implements ColumnPredicate {
    /** Kinds of places. */
    private enum Place {
        N,
        UUID,
        IP4,
        TIME,
        DATE,
        DATETIME,
        W
    }

    private final FilterPatternMatch.Anchor anchor;
    private final byte[][] texts;
    private final Place[] places;

    PatternMatchPredicate(String pattern, FilterPatternMatch.Anchor anchor) {
        this.anchor = anchor;
        List<byte[]> textList = new ArrayList<>();
        List<Place> placeList = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < pattern.length()) {
            int open = pattern.indexOf('<', at);
            int close = open < 0 ? -1 : pattern.indexOf('>', open);
            if (close < 0) {
                break;
            }
            text.append(pattern, at, open);
            Place place = place(pattern.substring(open + 1, close));
            at = close + 1;
            if (place == null) {
                text.append(pattern, open, at);
            } else {
                textList.add(Utf8.bytes(text.toString()));
                placeList.add(place);
                text.setLength(0);
            }
        }
        textList.add(Utf8.bytes(text.append(pattern, Math.min(at, pattern.length()), pattern.length())
                .toString()));
        texts = textList.toArray(new byte[0][]);
        places = placeList.toArray(new Place[0]);
    }

    private static @Nullable Place place(String name) {
        for (Place p : Place.values()) {
            if (p.name().equals(name)) {
                return p;
            }
        }
        return null;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        int end = off + len;
        return switch (anchor) {
            case FULL -> matchEnd(buf, off, end) == end;
            case PREFIX -> matchEnd(buf, off, end) >= 0;
            case ANYWHERE -> find(buf, off, off, end, false);
            case SUFFIX -> (texts.length == 1 && texts[0].length == 0) || find(buf, off, off, end, true);
        };
    }

    private boolean find(byte[] buf, int begin, int from, int end, boolean atEnd) {
        int at = from;
        while (at <= end) {
            int start = start(buf, begin, at, end);
            if (start < 0) {
                return false;
            }
            int stop = matchEnd(buf, start, end);
            if (stop >= 0 && (!atEnd || stop == end)) {
                return true;
            }
            at = start + 1;
        }
        return false;
    }

    /** The first place where the pattern may begin, or -1. */
    private int start(byte[] buf, int begin, int from, int end) {
        if (texts[0].length > 0) {
            return Bytes.indexOf(buf, from, end, texts[0]);
        }
        if (places.length == 0) {
            return from;
        }
        if (places[0] != Place.W) {
            return NumberRuns.start(buf, begin, from, end);
        }
        for (int i = from; i < end; i++) {
            if (isWordCharAt(buf, i, end)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isWordCharAt(byte[] buf, int i, int end) {
        return Bytes.wordCharAt(buf, i, end) && (buf[i] >= 0 || Utf8.sequenceLength(buf, i, end) > 0);
    }

    /** Where the pattern ends that begins at {@code at}, or -1. */
    private int matchEnd(byte[] buf, int at, int end) {
        for (int i = 0; i < texts.length; i++) {
            if (!Bytes.startsWith(buf, at, end, texts[i])) {
                return -1;
            }
            at += texts[i].length;
            if (i < places.length) {
                at = placeEnd(places[i], buf, at, end);
                if (at < 0) {
                    return -1;
                }
            }
        }
        return at;
    }

    private static int placeEnd(Place place, byte[] buf, int at, int end) {
        return switch (place) {
            case N -> number(buf, at, end);
            case UUID -> numbers(buf, at, end, 5, '-');
            case IP4 -> numbers(buf, at, end, 4, '.');
            case TIME -> time(buf, at, end);
            case DATE -> date(buf, at, end);
            case DATETIME -> dateTime(buf, at, end);
            case W -> word(buf, at, end);
        };
    }

    private static int number(byte[] buf, int at, int end) {
        int stop = NumberRuns.end(buf, at, end);
        return NumberRuns.isNumber(buf, at, stop, end) ? stop : -1;
    }

    private static int numbers(byte[] buf, int at, int end, int count, char separator) {
        int i = number(buf, at, end);
        for (int n = 1; n < count && i >= 0; n++) {
            i = i < end && buf[i] == separator ? number(buf, i + 1, end) : -1;
        }
        return i;
    }

    private static int time(byte[] buf, int at, int end) {
        int i = numbers(buf, at, end, 3, ':');
        if (i >= 0 && i < end && (buf[i] == '.' || buf[i] == ',')) {
            int fraction = number(buf, i + 1, end);
            return fraction >= 0 ? fraction : i;
        }
        return i;
    }

    private static int date(byte[] buf, int at, int end) {
        int i = numbers(buf, at, end, 3, '-');
        return i >= 0 ? i : numbers(buf, at, end, 3, '/');
    }

    private static int dateTime(byte[] buf, int at, int end) {
        int i = date(buf, at, end);
        if (i < 0 || i >= end || (buf[i] != 'T' && buf[i] != ' ')) {
            return -1;
        }
        i = time(buf, i + 1, end);
        if (i < 0 || i >= end) {
            return i;
        }
        if (buf[i] == 'Z') {
            return i + 1;
        }
        if (buf[i] == '-' || buf[i] == '+') {
            int zone = numbers(buf, i + 1, end, 2, ':');
            return zone >= 0 ? zone : i;
        }
        return i;
    }

    /** A run of word characters, which may be empty, or a literal in quotes. */
    private static int word(byte[] buf, int at, int end) {
        if (at >= end) {
            return -1;
        }
        if (buf[at] == '"' || buf[at] == '\'' || buf[at] == '`') {
            String rest = Utf8.string(buf, at, end - at);
            GoQuote.Literal literal = GoQuote.read(rest, 0);
            return literal == null ? -1 : at + Utf8.bytes(rest.substring(0, literal.end())).length;
        }
        int i = at;
        while (i < end && isWordCharAt(buf, i, end)) {
            i += buf[i] >= 0 ? 1 : Utf8.sequenceLength(buf, i, end);
        }
        return i;
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        byte[] longest = texts[0];
        for (byte[] text : texts) {
            longest = text.length > longest.length ? text : longest;
        }
        return longest.length == 0 ? null : longest;
    }

    @Override
    public boolean substringDecides() {
        return anchor == FilterPatternMatch.Anchor.ANYWHERE && places.length == 0 && texts[0].length > 0;
    }

    @Override
    public String toString() {
        return anchor + Arrays.toString(places);
    }
}
