package dev.lanelog.query.engine.value;

import java.util.ArrayList;
import java.util.List;

/** Fields that were taken out of one value, in order. */
final class FieldList {
    private final List<String> names = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();

    void add(String name, byte[] value) {
        names.add(name);
        values.add(value);
    }

    boolean has(String name) {
        return names.contains(name);
    }

    int size() {
        return names.size();
    }

    String name(int i) {
        return names.get(i);
    }

    byte[] value(int i) {
        return values.get(i);
    }

    /** Drops all but the first {@code count}. */
    void truncate(int count) {
        names.subList(count, names.size()).clear();
        values.subList(count, values.size()).clear();
    }
}
