package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.Utf8;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Lower case code point by code point, as Go's {@code unicode.ToLower}; bytes that are no UTF-8 stay. */
final class CaseFolding {
    private CaseFolding() {}

    /** Whether folding certainly changes nothing. */
    static boolean isLower(byte[] b, int off, int len) {
        for (int i = off; i < off + len; i++) {
            if (b[i] < 0 || (b[i] >= 'A' && b[i] <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    /** Whether no byte is part of a letter. */
    static boolean isCaseless(byte[] b) {
        for (byte c : b) {
            if (c < 0 || (c | 32) >= 'a' && (c | 32) <= 'z') {
                return false;
            }
        }
        return true;
    }

    static byte[] lower(byte[] b) {
        return lower(b, 0, b.length);
    }

    static byte[] lower(byte[] b, int off, int len) {
        // The lower case of a code point is at most one byte longer, and that only for two-byte ones.
        byte[] out = new byte[len + len / 2 + 4];
        int n = 0;
        int i = off;
        int end = off + len;
        while (i < end) {
            byte c = b[i];
            if (c >= 0) {
                out[n++] = c >= 'A' && c <= 'Z' ? (byte) (c + 32) : c;
                i++;
                continue;
            }
            int size = Utf8.sequenceLength(b, i, end);
            if (size == 0) {
                out[n++] = c;
                i++;
                continue;
            }
            int cp = Utf8.codePoint(b, i, size);
            int low = Character.toLowerCase(cp);
            if (low == cp) {
                System.arraycopy(b, i, out, n, size);
                n += size;
            } else {
                byte[] enc = Utf8.bytes(Character.toString(low));
                System.arraycopy(enc, 0, out, n, enc.length);
                n += enc.length;
            }
            i += size;
        }
        return Arrays.copyOf(out, n);
    }

    /**
     * The usual spellings: as written, all capitals, and with any of the capitals in lower case (each of these also with what
     * stands before it and the rest in capitals). Sorted, without duplicates.
     */
    static List<String> commonCases(List<String> phrases) {
        TreeSet<String> out = new TreeSet<>();
        for (String phrase : phrases) {
            addCases(out, "", phrase);
        }
        return List.copyOf(out);
    }

    private static void addCases(TreeSet<String> out, String prefix, String phrase) {
        // Every capital is kept or lowered; all spellings of a phrase of n capitals are reached by walking them once.
        out.add(prefix + phrase);
        out.add((prefix + phrase).toUpperCase(Locale.ROOT));
        for (int i = 0; i < phrase.length(); ) {
            int cp = phrase.codePointAt(i);
            int n = Character.charCount(cp);
            if (Character.isUpperCase(cp)) {
                String before = prefix + phrase.substring(0, i);
                String rest = phrase.substring(i + n);
                addCases(out, before + Character.toString(Character.toLowerCase(cp)), rest);
                addCases(out, before + Character.toString(cp), rest);
                return;
            }
            i += n;
        }
    }
}
