package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.JsonText;
import java.util.Arrays;

/** Small works on values. */
final class Values {
    private Values() {}

    /** Points {@code ref} at an entry of a table. */
    static void point(ValueRef ref, ValueTable table, int id) {
        ref.buf = table.arena();
        ref.off = table.offset(id);
        ref.len = table.length(id);
    }

    /** First place at or after {@code from} where {@code needle} is in {@code buf[.., end)}, or -1. */
    static int indexOf(byte[] buf, int from, int end, byte[] needle) {
        int n = needle.length;
        for (int i = from; i <= end - n; i++) {
            if (n == 0 || (buf[i] == needle[0] && Arrays.equals(buf, i, i + n, needle, 0, n))) {
                return i;
            }
        }
        return -1;
    }

    static boolean startsWith(byte[] buf, int from, int end, byte[] prefix) {
        return end - from >= prefix.length && Arrays.equals(buf, from, from + prefix.length, prefix, 0, prefix.length);
    }

    /** Appends a JSON string with its quotes. */
    static void json(ByteBuilder out, byte[] buf, int off, int len) {
        out.reserve(JsonText.maxLength(len));
        out.size = JsonText.append(buf, off, len, out.buf, out.size);
    }

    /** Appends text. */
    static void text(ByteBuilder out, String s) {
        out.add(Utf8.bytes(s));
    }

    static String string(ValueRef ref) {
        return Utf8.string(ref.buf, ref.off, ref.len);
    }
}
