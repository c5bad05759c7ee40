package dev.lanelog.gateway.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The field names of one request: an open-addressing table that first tries the name that came next in the last row. */
final class FieldNames {
    private static final byte[] MSG = "_msg".getBytes(StandardCharsets.US_ASCII);

    private final RequestOptions options;
    private @Nullable FieldName[] table = new @Nullable FieldName[64];
    private int size;
    private @Nullable FieldName last;

    FieldNames(RequestOptions options) {
        this.options = options;
    }

    int size() {
        return size;
    }

    FieldName of(String name) {
        byte[] raw = name.getBytes(StandardCharsets.UTF_8);
        return of(raw, 0, raw.length);
    }

    /** The entry of a name, made if it is new; an empty name is {@code _msg}. */
    FieldName of(byte[] src, int off, int len) {
        FieldName before = last;
        if (before != null) {
            FieldName guess = before.next;
            if (guess != null && Arrays.equals(guess.raw, 0, guess.raw.length, src, off, off + len)) {
                last = guess;
                return guess.canonical;
            }
        }
        FieldName found = lookUp(src, off, len);
        if (before != null) {
            before.next = found;
        }
        last = found;
        return found.canonical;
    }

    private FieldName lookUp(byte[] src, int off, int len) {
        int mask = table.length - 1;
        int at = hash(src, off, len) & mask;
        for (FieldName entry = table[at]; entry != null; entry = table[at]) {
            if (Arrays.equals(entry.raw, 0, entry.raw.length, src, off, off + len)) {
                return entry;
            }
            at = (at + 1) & mask;
        }
        FieldName made = make(Arrays.copyOfRange(src, off, off + len));
        insert(made);
        return made;
    }

    private FieldName make(byte[] raw) {
        if (raw.length == 0) {
            return new FieldName(raw, lookUp(MSG, 0, MSG.length));
        }
        byte[] repaired = Utf8.repaired(raw, 0, raw.length);
        if (!Arrays.equals(raw, repaired)) {
            return new FieldName(raw, lookUp(repaired, 0, repaired.length).canonical);
        }
        FieldName name = new FieldName(raw, null);
        String text = new String(raw, StandardCharsets.UTF_8);
        name.timeRank = options.timeFields().indexOf(text);
        name.msgRank = options.msgFields().indexOf(text);
        name.streamText = text.equals("_stream");
        name.dropped = name.streamText || text.equals("_time") || text.equals("_stream_id");
        name.ignored = matches(options.ignoreFields(), text);
        name.decolorize = matches(options.decolorizeFields(), text);
        name.overridden =
                options.extraFields().stream().anyMatch(extra -> extra.name().equals(text));
        return name;
    }

    /** Whether a list of names, each perhaps with a trailing {@code *}, names {@code text}. */
    private static boolean matches(List<String> patterns, String text) {
        for (String pattern : patterns) {
            int rest = pattern.length() - 1;
            if (pattern.charAt(rest) == '*' ? text.startsWith(pattern.substring(0, rest)) : text.equals(pattern)) {
                return true;
            }
        }
        return false;
    }

    private void insert(FieldName made) {
        if (++size * 2 > table.length) {
            @Nullable FieldName[] old = table;
            table = new @Nullable FieldName[old.length * 2];
            for (FieldName entry : old) {
                if (entry != null) {
                    place(entry);
                }
            }
        }
        place(made);
    }

    private void place(FieldName entry) {
        int mask = table.length - 1;
        int at = hash(entry.raw, 0, entry.raw.length) & mask;
        while (table[at] != null) {
            at = (at + 1) & mask;
        }
        table[at] = entry;
    }

    private static int hash(byte[] src, int off, int len) {
        int h = len;
        for (int i = off; i < off + len; i++) {
            h = h * 31 + src[i];
        }
        return h ^ h >>> 15;
    }
}
