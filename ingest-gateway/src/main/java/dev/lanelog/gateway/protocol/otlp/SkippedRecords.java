package dev.lanelog.gateway.protocol.otlp;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Log records, by position from 1, that were left out of a request before it was decoded. */
final class SkippedRecords {
    /** None; never added to. */
    static final SkippedRecords NONE = new SkippedRecords();

    private static final int MAX_REASONS = 16;

    private final BitSet positions = new BitSet();
    private final Map<Integer, String> reasons = new HashMap<>();

    void add(int position, String reason) {
        positions.set(position);
        if (reasons.size() < MAX_REASONS) {
            reasons.put(position, reason);
        }
    }

    boolean contains(long position) {
        return position <= Integer.MAX_VALUE && positions.get((int) position);
    }

    /** Why the record was left out. */
    String reason(long position) {
        return reasons.getOrDefault((int) position, "a wrong value, like others before");
    }
}
