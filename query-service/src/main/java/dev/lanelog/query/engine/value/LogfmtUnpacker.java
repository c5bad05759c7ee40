package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Utf8;
import java.util.Arrays;
import java.util.List;

/** {@code unpack_logfmt}: {@code name=value} pairs with spaces between; a value may be a literal in quotes. A name alone is empty. */
final class LogfmtUnpacker implements Unpacker {
    private final List<FieldPattern> wanted;
    private final List<String> wantedNames;

    LogfmtUnpacker(List<FieldPattern> wanted) {
        this.wanted = wanted;
        this.wantedNames =
                wanted.stream().filter(p -> !p.prefix()).map(FieldPattern::text).toList();
    }

    @Override
    public void unpack(ValueRef in, FieldList out) {
        pairs(in.buf, in.off, in.off + in.len, wanted, out);
        TextFunctions.addMissing(out, wantedNames);
    }

    static void pairs(byte[] buf, int from, int end, List<FieldPattern> wanted, FieldList out) {
        int at = from;
        while (true) {
            int stop = at;
            while (stop < end && buf[stop] != '=' && buf[stop] != ' ') {
                stop++;
            }
            String name = Utf8.string(buf, at, stop - at).strip();
            if (stop >= end || buf[stop] == ' ' || stop + 1 >= end) {
                put(name, new byte[0], wanted, out);
                if (stop + 1 >= end) {
                    return;
                }
                at = stop + 1;
                continue;
            }
            at = stop + 1;
            PatternUnpacker.Quoted quoted = PatternUnpacker.quoted(buf, at, end);
            if (quoted != null) {
                put(name, quoted.value(), wanted, out);
                if (quoted.end() >= end || buf[quoted.end()] != ' ') {
                    return;
                }
                at = quoted.end() + 1;
                continue;
            }
            stop = at;
            while (stop < end && buf[stop] != ' ') {
                stop++;
            }
            put(name, Arrays.copyOfRange(buf, at, stop), wanted, out);
            if (stop >= end) {
                return;
            }
            at = stop + 1;
        }
    }

    private static void put(String name, byte[] value, List<FieldPattern> wanted, FieldList out) {
        if ((!name.isEmpty() || value.length > 0) && FieldPattern.anyMatches(wanted, name)) {
            out.add(name, value);
        }
    }
}
