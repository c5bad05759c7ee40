package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.TimeRange;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.TimeText;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Functions from a value to a value. */
final class TextFunctions {
    private TextFunctions() {}

    /** Drops ANSI control sequences: escape, bracket, parameters, one final byte. */
    static void decolorize(ValueRef in, ByteBuilder out) {
        int end = in.off + in.len;
        int i = in.off;
        while (i < end) {
            if (in.buf[i] != 0x1B || i + 1 >= end || in.buf[i + 1] != '[') {
                out.add(in.buf[i++]);
                continue;
            }
            i += 2;
            while (i < end && in.buf[i] >= 0x30 && in.buf[i] <= 0x3F) {
                i++;
            }
            while (i < end && in.buf[i] >= 0x20 && in.buf[i] <= 0x2F) {
                i++;
            }
            if (i < end && in.buf[i] >= 0x30 && in.buf[i] <= 0x7E) {
                i++;
            }
        }
    }

    /** The low 53 bits of the XXH64 of the value, which any JSON number can hold. */
    static void hash(ValueRef in, ByteBuilder out) {
        out.addLong(XxHash64.hash(in.buf, in.off, in.len) & ((1L << 53) - 1));
    }

    /** Number of items of a JSON array, 0 for anything else. */
    static void jsonArrayLength(ValueRef in, ByteBuilder out) {
        out.addLong(JsonItems.of(in.buf, in.off, in.len).size());
    }

    /** Items of a JSON array with a delimiter between. */
    static ValueFunction jsonArrayConcat(String delimiter) {
        byte[] between = Utf8.bytes(delimiter);
        return (in, out) -> {
            boolean first = true;
            for (byte[] item : JsonItems.of(in.buf, in.off, in.len)) {
                if (!first) {
                    out.add(between);
                }
                first = false;
                out.add(item);
            }
        };
    }

    /**
     * Replaces a text.
     *
     * @param oldText empty changes nothing
     * @param limit most replacements, 0 for all
     */
    static ValueFunction replace(String oldText, String replacement, long limit) {
        byte[] old = Utf8.bytes(oldText);
        byte[] with = Utf8.bytes(replacement);
        return (in, out) -> {
            int end = in.off + in.len;
            int from = in.off;
            long left = limit == 0 ? Long.MAX_VALUE : limit;
            while (old.length > 0 && left > 0) {
                int at = Values.indexOf(in.buf, from, end, old);
                if (at < 0) {
                    break;
                }
                out.add(in.buf, from, at - from);
                out.add(with);
                from = at + old.length;
                left--;
            }
            out.add(in.buf, from, end - from);
        };
    }

    /** Parts between separators as a JSON array; an empty separator gives the characters. An empty value has one empty part. */
    static ValueFunction split(String separator) {
        byte[] between = Utf8.bytes(separator);
        return (in, out) -> {
            int end = in.off + in.len;
            int from = in.off;
            out.add('[');
            if (between.length == 0) {
                while (from < end) {
                    int n = Math.max(1, Utf8.sequenceLength(in.buf, from, end));
                    item(out, in.buf, from, n);
                    from += n;
                }
            } else {
                int at;
                while ((at = Values.indexOf(in.buf, from, end, between)) >= 0) {
                    item(out, in.buf, from, at - from);
                    from = at + between.length;
                }
                item(out, in.buf, from, end - from);
            }
            out.add(']');
        };
    }

    private static void item(ByteBuilder out, byte[] buf, int off, int len) {
        if (out.size > 1) {
            out.add(',');
        }
        Values.json(out, buf, off, len);
    }

    /** Words as a JSON array, in order. */
    static ValueFunction words(boolean dropDuplicates) {
        return (in, out) -> {
            Set<byte[]> seen = dropDuplicates ? new TreeSet<>(Arrays::compareUnsigned) : Set.of();
            out.add('[');
            int end = in.off + in.len;
            int from = in.off;
            while (from < end) {
                int to = wordEnd(in.buf, from, end);
                if (to == from) {
                    from += Math.max(1, Utf8.sequenceLength(in.buf, from, end));
                    continue;
                }
                if (!dropDuplicates || seen.add(Arrays.copyOfRange(in.buf, from, to))) {
                    item(out, in.buf, from, to - from);
                }
                from = to;
            }
            out.add(']');
        };
    }

    private static int wordEnd(byte[] buf, int from, int end) {
        int i = from;
        while (i < end) {
            int n = Utf8.sequenceLength(buf, i, end);
            if (n == 0 || !Names.isWordChar(Utf8.codePoint(buf, i, n))) {
                break;
            }
            i += n;
        }
        return i;
    }

    /** Moves RFC 3339 times; other values stay. */
    static ValueFunction timeAdd(long offsetNs) {
        return (in, out) -> {
            long ns = TimeText.parseRfc3339(in.buf, in.off, in.len);
            if (ns == TimeText.INVALID) {
                out.add(in);
            } else {
                out.add(TimeText.format(TimeRange.subtract(ns, -offsetNs)));
            }
        };
    }

    /** Names with values that are not there, so that results with fixed names always have them. */
    static void addMissing(FieldList out, List<String> names) {
        for (String name : names) {
            if (!out.has(name)) {
                out.add(name, new byte[0]);
            }
        }
    }
}
