package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.format.DurationText;

/**
 * {@code stream_context before N after M}: neighbours of the rows in their streams.
 *
 * @param before rows before
 * @param after rows after
 * @param timeWindowNs how far from a row its neighbours may be, nanoseconds
 */
public record PipeStreamContext(long before, long after, long timeWindowNs) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.add(Names.TIME);
        needed.add(Names.STREAM_ID);
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("stream_context");
        if (before > 0) {
            sb.append(" before ").append(before);
        }
        if (after > 0) {
            sb.append(" after ").append(after);
        }
        if (before <= 0 && after <= 0) {
            sb.append(" after 0");
        }
        if (timeWindowNs != DEFAULT_TIME_WINDOW_NS) {
            sb.append(" time_window ").append(DurationText.format(timeWindowNs));
        }
        return sb.toString();
    }

    /** How far neighbours may be when the query does not say. */
    public static final long DEFAULT_TIME_WINDOW_NS = 3_600_000_000_000L;
}
