package dev.lanelog.columnar.group;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Stable order of rows by time. */
final class TimeOrder {
    private TimeOrder() {}

    /**
     * The rows {@code [0, n)} in the order of their times, ties by row; null when they are in order already. A merge
     * sort of the runs that are there: rows mostly come in order, and a merge's inputs are in order each.
     */
    static int @Nullable [] of(long[] times, int n) {
        int[] runs = runs(times, n);
        int count = runs.length - 1;
        if (count <= 1) {
            return null;
        }
        int[] from = new int[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
        }
        int[] to = new int[n];
        while (count > 1) {
            int next = 0;
            for (int r = 0; r < count; r += 2) {
                int lo = runs[r];
                int mid = runs[r + 1];
                int hi = r + 2 <= count ? runs[r + 2] : mid;
                merge(times, from, to, lo, mid, hi);
                runs[next++] = lo;
            }
            runs[next] = n;
            count = next;
            int[] t = from;
            from = to;
            to = t;
        }
        return from;
    }

    private static void merge(long[] times, int[] from, int[] to, int lo, int mid, int hi) {
        int a = lo;
        int b = mid;
        int o = lo;
        while (a < mid && b < hi) {
            to[o++] = times[from[a]] <= times[from[b]] ? from[a++] : from[b++];
        }
        System.arraycopy(from, a, to, o, mid - a);
        System.arraycopy(from, b, to, o + mid - a, hi - b);
    }

    /** Where ascending runs start, and n. */
    private static int[] runs(long[] times, int n) {
        int[] runs = new int[16];
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (i == 0 || times[i] < times[i - 1]) {
                if (count == runs.length) {
                    runs = Arrays.copyOf(runs, count * 2);
                }
                runs[count++] = i;
            }
        }
        runs = Arrays.copyOf(runs, count + 1);
        runs[count] = n;
        return runs;
    }
}
