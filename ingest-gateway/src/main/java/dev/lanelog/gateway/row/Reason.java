package dev.lanelog.gateway.row;

/** Why a row was not kept; the label {@code reason} of {@code lanelog_gateway_rows_dropped_total}. */
public enum Reason {
    /** The input is not what the protocol calls a row. */
    BAD_SYNTAX("bad_syntax"),
    BAD_TIMESTAMP("bad_timestamp"),
    /** Older than retention, further ahead than allowed, or outside 1677..2262. */
    TIMESTAMP_OUT_OF_RANGE("timestamp_out_of_range"),
    LINE_TOO_LONG("line_too_long"),
    TOO_MANY_FIELDS("too_many_fields"),
    FIELD_NAME_TOO_LONG("field_name_too_long"),
    ROW_TOO_LARGE("row_too_large"),
    /** A {@code _stream} field that is no stream text. */
    BAD_STREAM("bad_stream"),
    /** A request of the protocol that this store does not offer, such as an update of a row. */
    UNSUPPORTED("unsupported"),
    /** The request had {@code debug=1}: the row was logged and is not stored. */
    DEBUG("debug");

    private final String label;

    Reason(String label) {
        this.label = label;
    }

    /** Value of the metric's label. */
    public String label() {
        return label;
    }
}
