package dev.lanelog.gateway.protocol.loki;

import dev.lanelog.gateway.row.BadRequestException;

/**
 * The protobuf form, walked in place:
 *
 * <pre>
 *   PushRequest { repeated Stream streams = 1; }
 *   Stream      { string labels = 1; repeated Entry entries = 2; }
 *   Entry       { Timestamp timestamp = 1; string line = 2; repeated LabelPair structuredMetadata = 3; }
 *   Timestamp   { int64 seconds = 1; int32 nanos = 2; }      LabelPair { string name = 1; string value = 2; }
 * </pre>
 */
final class ProtobufPush {
    private static final int LENGTH_DELIMITED = 2;

    private final Entries entries;
    private byte[] data = {};
    private int at;

    /** The last field: its number, its number value, or the range of its bytes. */
    private int field;

    private long number;
    private int from;
    private int to;

    ProtobufPush(Entries entries) {
        this.entries = entries;
    }

    void read(byte[] body) throws BadRequestException {
        data = body;
        at = 0;
        while (next(body.length)) {
            if (bytes(1)) {
                int end = to;
                stream(from, end);
                at = end;
            }
        }
    }

    private void stream(int start, int end) throws BadRequestException {
        entries.startStream();
        // Two walks: nothing says that labels come before the entries.
        at = start;
        int labelsFrom = start;
        int labelsTo = start;
        while (next(end)) {
            if (bytes(1)) {
                labelsFrom = from;
                labelsTo = to;
            }
        }
        LabelText.parse(data, labelsFrom, labelsTo, entries::label);
        at = start;
        while (next(end)) {
            if (bytes(2)) {
                int after = to;
                entry(from, after);
                at = after;
            }
        }
    }

    private void entry(int start, int end) throws BadRequestException {
        entries.start();
        int lineFrom = start;
        int lineTo = start;
        at = start;
        while (next(end)) {
            int after = at;
            if (bytes(1)) {
                time(from, to);
            } else if (bytes(2)) {
                lineFrom = from;
                lineTo = to;
            } else if (bytes(3)) {
                metadata(from, to);
            }
            at = after;
        }
        entries.message(data, lineFrom, lineTo - lineFrom);
        entries.end();
    }

    private void time(int start, int end) throws BadRequestException {
        long seconds = 0;
        long nanos = 0;
        at = start;
        while (next(end)) {
            if (field == 1) {
                seconds = number;
            } else if (field == 2) {
                nanos = number;
            }
        }
        // Beyond 64 bits of nanoseconds the row is out of any range; saturating keeps it so.
        entries.time(Math.clamp(seconds, -9_223_372_035L, 9_223_372_035L) * 1_000_000_000L
                + Math.clamp(nanos, 0, 999_999_999));
    }

    private void metadata(int start, int end) throws BadRequestException {
        int nameFrom = start;
        int nameTo = start;
        int valueFrom = start;
        int valueTo = start;
        at = start;
        while (next(end)) {
            if (bytes(1)) {
                nameFrom = from;
                nameTo = to;
            } else if (bytes(2)) {
                valueFrom = from;
                valueTo = to;
            }
        }
        entries.metadata(data, nameFrom, nameTo - nameFrom, data, valueFrom, valueTo - valueFrom);
    }

    private boolean bytes(int wanted) {
        return field == wanted && from >= 0;
    }

    /** Moves to the next field before {@code end}; false at the end. */
    private boolean next(int end) throws BadRequestException {
        if (at >= end) {
            return false;
        }
        long tag = varint(end);
        field = (int) (tag >>> 3);
        from = -1;
        number = 0;
        switch ((int) tag & 7) {
            case 0 -> number = varint(end);
            case 1 -> skip(8, end);
            case LENGTH_DELIMITED -> {
                long length = varint(end);
                if (length < 0 || length > end - at) {
                    throw broken();
                }
                from = at;
                to = at + (int) length;
                at = to;
            }
            case 5 -> skip(4, end);
            default -> throw broken();
        }
        return true;
    }

    private void skip(int count, int end) throws BadRequestException {
        if (count > end - at) {
            throw broken();
        }
        at += count;
    }

    private long varint(int end) throws BadRequestException {
        long v = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw broken();
            }
            byte b = data[at++];
            v |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return v;
            }
        }
        throw broken();
    }

    private BadRequestException broken() {
        return new BadRequestException("cannot decode PushRequest: broken protobuf at byte " + at);
    }
}
