package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.pipe.Pattern;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code extract}: what stands between the texts of a pattern. A literal in quotes at a place is taken as a whole and without
 * its quotes, except at places of the option {@code plain}. Places that the text does not reach are empty.
 */
final class PatternUnpacker implements Unpacker {
    private final List<Pattern.Step> steps;
    private final byte[][] texts;

    PatternUnpacker(Pattern pattern) {
        steps = pattern.steps();
        texts = new byte[steps.size()][];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = Utf8.bytes(steps.get(i).prefix());
        }
    }

    @Override
    public void unpack(ValueRef in, FieldList out) {
        byte[][] matches = match(in);
        for (int i = 0; i < matches.length; i++) {
            if (!steps.get(i).field().isEmpty()) {
                out.add(steps.get(i).field(), matches[i]);
            }
        }
    }

    private byte[][] match(ValueRef in) {
        byte[][] matches = new byte[texts.length][];
        Arrays.fill(matches, new byte[0]);
        int end = in.off + in.len;
        int at = Values.indexOf(in.buf, in.off, end, texts[0]);
        if (at < 0) {
            return matches;
        }
        at += texts[0].length;
        for (int i = 0; i < texts.length; i++) {
            byte[] next = i + 1 < texts.length ? texts[i + 1] : new byte[0];
            Quoted quoted = steps.get(i).option().equals("plain") ? null : quoted(in.buf, at, end);
            if (quoted != null) {
                matches[i] = quoted.value;
                at = quoted.end;
                if (!Values.startsWith(in.buf, at, end, next)) {
                    return matches;
                }
            } else {
                int stop = next.length == 0 ? end : Values.indexOf(in.buf, at, end, next);
                if (stop < 0) {
                    return matches;
                }
                matches[i] = Arrays.copyOfRange(in.buf, at, stop);
                at = stop;
                if (next.length == 0) {
                    return matches;
                }
            }
            at += next.length;
        }
        return matches;
    }

    /** A literal with the place behind it. */
    record Quoted(byte[] value, int end) {}

    /** The literal in quotes that begins at {@code at}, or null. */
    static @Nullable Quoted quoted(byte[] buf, int at, int end) {
        if (at >= end || (buf[at] != '"' && buf[at] != '`' && buf[at] != '\'')) {
            return null;
        }
        String rest = Utf8.string(buf, at, end - at);
        GoQuote.Literal literal = GoQuote.read(rest, 0);
        return literal == null
                ? null
                : new Quoted(Utf8.bytes(literal.value()), at + Utf8.bytes(rest.substring(0, literal.end())).length);
    }
}
