package dev.lanelog.indexer.flush;

import dev.lanelog.columnar.io.GroupFiles;
import org.jspecify.annotations.Nullable;

/**
 * Name of a group file. The offsets are in it so that a file without a manifest can be told from one whose records the
 * log has lost.
 *
 * <pre>
 *   Name   --> from "-" to "-" fileId ".group"
 *   from   --> 19 decimal digits, the first offset of the records whose rows the file holds
 *   to     --> 19 decimal digits, one past the last
 *   fileId --> 32 hex digits, lower case
 * </pre>
 *
 * Example: {@code 0000000000000001200-0000000000000001874-5f0c6b0e9a774d0f8c4fd7fbb9b3a11e.group}.
 *
 * @param fromOffset first offset
 * @param toOffset one past the last
 * @param fileId unique in the store
 */
public record GroupFileName(long fromOffset, long toOffset, String fileId) {
    private static final int DIGITS = 19;
    private static final int ID_DIGITS = 32;
    private static final int LENGTH = 2 * (DIGITS + 1) + ID_DIGITS + GroupFiles.SUFFIX.length();

    /** Null when {@code name} is not the name of a group file. */
    public static @Nullable GroupFileName parse(String name) {
        if (name.length() != LENGTH
                || !name.endsWith(GroupFiles.SUFFIX)
                || name.charAt(DIGITS) != '-'
                || name.charAt(2 * DIGITS + 1) != '-') {
            return null;
        }
        String id = name.substring(2 * (DIGITS + 1), LENGTH - GroupFiles.SUFFIX.length());
        long from = decimal(name, 0);
        long to = decimal(name, DIGITS + 1);
        if (from < 0 || to < 0 || !isHex(id)) {
            return null;
        }
        return new GroupFileName(from, to, id);
    }

    private static long decimal(String s, int at) {
        for (int i = at; i < at + DIGITS; i++) {
            if (s.charAt(i) < '0' || s.charAt(i) > '9') {
                return -1;
            }
        }
        try {
            return Long.parseLong(s, at, at + DIGITS, 10);
        } catch (NumberFormatException tooLarge) {
            return -1;
        }
    }

    private static boolean isHex(String s) {
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return decimal(fromOffset) + '-' + decimal(toOffset) + '-' + fileId + GroupFiles.SUFFIX;
    }

    private static String decimal(long n) {
        String s = Long.toString(n);
        return "0".repeat(DIGITS - s.length()) + s;
    }
}
