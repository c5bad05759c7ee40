package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.format.NaturalOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values and the rows that have them, as the endpoints that list values answer. Bounded in bytes. */
final class ValueHits {
    private static final int ENTRY_BYTES = 100;

    private final long maxBytes;
    // Latin-1 keeps any bytes apart, UTF-8 or not.
    private final Map<String, Long> hits = new HashMap<>();
    private long bytes;

    ValueHits(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * @throws ApiException 400 when all values together take more memory than one query may
     */
    void add(byte[] value, long count) {
        String key = new String(value, StandardCharsets.ISO_8859_1);
        if (hits.merge(key, count, Long::sum) == count) {
            bytes += ENTRY_BYTES + value.length;
            if (bytes > maxBytes) {
                throw ApiException.badRequest("the values take more than the " + maxBytes
                        + " bytes that one query may use; narrow the query or its time range");
            }
        }
    }

    /** Takes rows of two fields, a value and its count; the value's field is left out when it is empty. */
    void addRow(String[] names, byte[][] values, String countName) {
        byte[] value = new byte[0];
        long count = 0;
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(countName)) {
                count = Long.parseLong(new String(values[i], StandardCharsets.US_ASCII));
            } else {
                value = values[i];
            }
        }
        add(value, count);
    }

    /** Drops values that do not contain a text. */
    ValueHits containing(String text) {
        if (!text.isEmpty()) {
            String needle = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            hits.keySet().removeIf(value -> !value.contains(needle));
        }
        return this;
    }

    /**
     * {@code {"values":[{"value":"…","hits":N},…]}}, most hits first.
     *
     * @param limit most values to list, 0 for all
     */
    JsonWriter toJson(long limit) {
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(hits.entrySet());
        sorted.sort(Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(entry -> bytes(entry.getKey()), NaturalOrder.COMPARATOR));
        JsonWriter json = new JsonWriter().raw("{\"values\":[");
        long left = limit == 0 ? Long.MAX_VALUE : limit;
        for (int i = 0; i < Math.min(sorted.size(), left); i++) {
            Map.Entry<String, Long> entry = sorted.get(i);
            json.separator(i == 0)
                    .raw("{\"value\":")
                    .string(bytes(entry.getKey()))
                    .raw(",\"hits\":")
                    .number(entry.getValue())
                    .raw("}");
        }
        return json.raw("]}");
    }

    /** {@code "values":[{"field_value":"…","hits":N},…]}, most hits first, then by bytes. */
    void appendFacet(JsonWriter json) {
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(hits.entrySet());
        sorted.sort(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
        json.raw("\"values\":[");
        for (int i = 0; i < sorted.size(); i++) {
            json.separator(i == 0)
                    .raw("{\"field_value\":")
                    .string(bytes(sorted.get(i).getKey()))
                    .raw(",\"hits\":")
                    .number(sorted.get(i).getValue())
                    .raw("}");
        }
        json.raw("]");
    }

    private static byte[] bytes(String latin1) {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }
}
