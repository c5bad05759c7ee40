package dev.lanelog.columnar.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds out which other columns a text column repeats, from a sample, and replaces their values by references.
 *
 * <p>A coincidence is not a reference: {@code /api} is not the service {@code api}. So a column counts only when it hits
 * clearly more often with the values of the text's own row than with those of another row.
 */
public final class ReferenceFinder {
    /** A column must be found in one of so many rows. */
    private static final int MIN_SHARE = 50;

    /** A column may be at most so many references at a time; the best ones are taken. */
    private static final int MAX_REFS = 12;

    private static final boolean[] ALNUM = alnum();

    private ReferenceFinder() {}

    private static boolean[] alnum() {
        boolean[] alnum = new boolean[256];
        for (int b = 0; b < 256; b++) {
            alnum[b] = b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 128;
        }
        return alnum;
    }

    /** Another column's values. */
    public record Candidate(String name, TextValues values) {}

    /**
     * The columns worth referring to, best first.
     *
     * @param text a sample of the column
     * @param candidates the same rows of other columns
     */
    public static List<String> choose(TextValues text, List<Candidate> candidates) {
        int rows = text.rows();
        int n = candidates.size();
        TextValues[] values = new TextValues[n];
        for (int i = 0; i < n; i++) {
            values[i] = candidates.get(i).values();
        }
        int[] hits = new int[n];
        int[] chance = new int[n];
        Scan scan = new Scan(values);
        for (int row = 0; row < rows; row++) {
            scan.count(text, row, row, hits);
            scan.count(text, row, (row + rows / 3 + 1) % rows, chance);
        }
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            if (hits[i] * MIN_SHARE >= rows && hits[i] * 2 > chance[i] * 3) {
                chosen.add(i);
            }
        }
        chosen.sort(Comparator.comparingInt(i -> -hits[i]));
        List<String> names = new ArrayList<>();
        for (int i : chosen.subList(0, Math.min(MAX_REFS, chosen.size()))) {
            names.add(candidates.get(i).name());
        }
        return names;
    }

    /** The residual of every row; references are numbered as {@code refs} are. */
    public static ValueBuffer residual(TextValues text, List<Candidate> refs) {
        TextValues[] values = new TextValues[refs.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = refs.get(i).values();
        }
        Scan scan = new Scan(values);
        ValueBuffer out = new ValueBuffer(text.rows(), 1 << 16);
        for (int row = 0; row < text.rows(); row++) {
            scan.residual(text, row, out);
        }
        return out;
    }

    /** The bytes that values are made of, as 4 words. */
    public static long[] byteSet(TextValues values) {
        boolean[] seen = new boolean[256];
        for (int row = 0; row < values.rows(); row++) {
            int start = values.start(row);
            for (int p = start, end = start + values.length(row); p < end; p++) {
                seen[values.arena()[p] & 0xff] = true;
            }
        }
        long[] words = new long[4];
        for (int b = 0; b < 256; b++) {
            words[b >>> 6] |= seen[b] ? 1L << b : 0;
        }
        return words;
    }

    /** Looks for the values of a row's columns in its text. */
    private static final class Scan {
        private final TextValues[] values;
        private final int[] starts;
        private final int[] lengths;

        Scan(TextValues[] values) {
            this.values = values;
            this.starts = new int[values.length];
            this.lengths = new int[values.length];
        }

        private void row(int row) {
            for (int i = 0; i < values.length; i++) {
                starts[i] = values[i].start(row);
                lengths[i] = values[i].length(row);
            }
        }

        void count(TextValues text, int row, int valuesRow, int[] counts) {
            row(valuesRow);
            byte[] buf = text.arena();
            int p = text.start(row);
            int end = p + text.length(row);
            boolean boundary = true;
            while (p < end) {
                int ref = boundary ? longest(buf, p, end) : -1;
                if (ref >= 0) {
                    counts[ref]++;
                    p += lengths[ref];
                    boundary = false;
                } else {
                    boundary = !ALNUM[buf[p++] & 0xff];
                }
            }
        }

        void residual(TextValues text, int row, ValueBuffer out) {
            row(row);
            byte[] buf = text.arena();
            int p = text.start(row);
            int end = p + text.length(row);
            out.reserve(1, 2 * (end - p));
            byte[] to = out.arena;
            int o = out.bytes();
            boolean boundary = true;
            while (p < end) {
                int ref = boundary ? longest(buf, p, end) : -1;
                if (ref >= 0) {
                    to[o++] = 0;
                    to[o++] = (byte) (ref + 1);
                    p += lengths[ref];
                    boundary = false;
                } else {
                    byte b = buf[p++];
                    boundary = !ALNUM[b & 0xff];
                    to[o++] = b;
                    if (b == 0) {
                        to[o++] = 0;
                    }
                }
            }
            out.ends[out.count++] = o;
        }

        /** The column with the longest value that stands at {@code p} as a word of its own, or -1. */
        private int longest(byte[] buf, int p, int end) {
            int best = -1;
            int bestLength = 0;
            for (int i = 0; i < values.length; i++) {
                int length = lengths[i];
                if (length <= bestLength || length > end - p) {
                    continue;
                }
                byte[] arena = values[i].arena();
                int start = starts[i];
                if (arena[start] == buf[p]
                        && Arrays.equals(arena, start, start + length, buf, p, p + length)
                        && ends(buf, p, length, end)) {
                    best = i;
                    bestLength = length;
                }
            }
            return best;
        }

        /** Whether a word ends behind {@code buf[p, p + length)}; a number may be followed by a unit. */
        private static boolean ends(byte[] buf, int p, int length, int end) {
            if (p + length == end) {
                return true;
            }
            byte next = buf[p + length];
            if (!ALNUM[next & 0xff]) {
                return true;
            }
            if (next >= '0' && next <= '9') {
                return false;
            }
            for (int i = p; i < p + length; i++) {
                if (buf[i] < '0' || buf[i] > '9') {
                    return false;
                }
            }
            return true;
        }
    }
}
