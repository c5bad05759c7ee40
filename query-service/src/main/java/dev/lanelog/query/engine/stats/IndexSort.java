package dev.lanelog.query.engine.stats;

/**
 * Stable merge sort of ints by a comparison. The natural order of mixed values is not transitive, which the JDK's sort
 * answers with an exception; this one gives some order and always ends.
 */
public final class IndexSort {
    private static final int SMALL = 7;

    private IndexSort() {}

    /** Compares two of the ints. */
    @FunctionalInterface
    public interface Order {
        int compare(int a, int b);
    }

    /** Sorts {@code a[from, to)}. */
    public static void sort(int[] a, int from, int to, Order order) {
        sort(a, from, to, order, new int[to - from], from);
    }

    private static void sort(int[] a, int from, int to, Order order, int[] scratch, int base) {
        if (to - from <= SMALL) {
            for (int i = from + 1; i < to; i++) {
                int value = a[i];
                int at = i;
                for (; at > from && order.compare(a[at - 1], value) > 0; at--) {
                    a[at] = a[at - 1];
                }
                a[at] = value;
            }
            return;
        }
        int middle = (from + to) >>> 1;
        sort(a, from, middle, order, scratch, base);
        sort(a, middle, to, order, scratch, base);
        if (order.compare(a[middle - 1], a[middle]) <= 0) {
            return;
        }
        System.arraycopy(a, from, scratch, from - base, middle - from);
        int left = from - base;
        int leftEnd = middle - base;
        int right = middle;
        for (int at = from; left < leftEnd; at++) {
            if (right < to && order.compare(scratch[left], a[right]) > 0) {
                a[at] = a[right++];
            } else {
                a[at] = scratch[left++];
            }
        }
    }
}
