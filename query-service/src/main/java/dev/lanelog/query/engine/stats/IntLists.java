package dev.lanelog.query.engine.stats;

import java.util.Arrays;

/** A growing list of ints for each group. */
final class IntLists {
    private static final int[] EMPTY = new int[0];

    private int[][] lists = new int[0][];
    private int[] sizes = new int[0];
    private long heapBytes;

    void add(int group, int value) {
        if (group >= lists.length) {
            int size = Math.max(group + 1, lists.length * 2);
            int from = lists.length;
            lists = Arrays.copyOf(lists, size);
            sizes = Arrays.copyOf(sizes, size);
            Arrays.fill(lists, from, size, EMPTY);
            heapBytes += 12L * (size - from);
        }
        int[] list = lists[group];
        if (sizes[group] == list.length) {
            int size = Math.max(2, list.length * 2);
            heapBytes += 4L * (size - list.length) + (list.length == 0 ? 16 : 0);
            lists[group] = Arrays.copyOf(list, size);
        }
        lists[group][sizes[group]++] = value;
    }

    int size(int group) {
        return group < sizes.length ? sizes[group] : 0;
    }

    int get(int group, int i) {
        return lists[group][i];
    }

    /** A copy of a group's list. */
    int[] copy(int group) {
        return group < sizes.length ? Arrays.copyOf(lists[group], sizes[group]) : EMPTY;
    }

    long heapBytes() {
        return heapBytes;
    }
}
