package dev.lanelog.gateway.row;

import org.jspecify.annotations.Nullable;

/** A field name of a request and what the rules make of it, worked out once per name instead of once per row. */
final class FieldName {
    /** As the sender wrote it. */
    final byte[] raw;
    /** What rows refer to: another entry when {@code raw} is not UTF-8 and was repaired. */
    final FieldName canonical;
    /** Place in the list of time or message fields of the request, -1 if in none. */
    int timeRank = -1;

    int msgRank = -1;
    /** Never a field of a row: {@code _time}, {@code _stream_id}, {@code _stream}. */
    boolean dropped;

    boolean streamText;
    boolean ignored;
    boolean decolorize;
    /** An extra field of the request has this name and beats the row's. */
    boolean overridden;

    /** Column handle in the batch builder, -1 until asked for. */
    int column = -1;
    /** Which name followed this one the last time. */
    @Nullable FieldName next;

    /** The row that has this field at the moment, and where. */
    long row = -1;

    int slot;

    FieldName(byte[] raw, @Nullable FieldName canonical) {
        this.raw = raw;
        this.canonical = canonical == null ? this : canonical;
    }
}
