package dev.lanelog.gateway.row;

/**
 * Where every protocol ends: it names the parts of each row, and the sink applies the rules that all protocols share
 * (time, message, stream, ignored and extra fields, limits; see {@link RowAssembler}).
 *
 * <pre>
 *   sink.startRow(lineNumber);
 *   sink.field(line, 2, 5, line, 10, 4);
 *   boolean kept = sink.endRow();
 * </pre>
 *
 * <p>Slices handed in are not copied: their bytes must stay as they are until {@link #endRow}, {@link #rejectRow} or
 * the next {@link #startRow}. Growing an arena into a new array is fine, changing or reusing the old array is not.
 *
 * <p>A bad row costs only itself: call {@link #rejectRow} and go on. Every method may throw {@link
 * IngestAbortedException} once rows can't be passed on any more; parsers let it pass, because rows after that point
 * would break the promise that the rows kept are a prefix of the request. One thread at a time.
 */
public interface FieldSink {
    /** What the request asked for; protocols with their own rules for time and message look here too. */
    RequestOptions options();

    /**
     * Starts a row; a row that was started and not ended is forgotten.
     *
     * @param position what the sender knows the row by, counted from 1: a line, an item of a bulk, an event
     */
    void startRow(long position);

    /**
     * The time of the row as the protocol states it. It beats a field named by {@link RequestOptions#timeFields}.
     * Without any of them, or when the field is empty, {@code 0} or {@code -}, the row gets the time of its arrival.
     *
     * @param timeNs nanoseconds since 1970-01-01 UTC
     */
    void time(long timeNs);

    /**
     * A field. A name given twice in a row: the last value wins. An empty value is no value; an empty name means {@code
     * _msg}. The names in {@link RequestOptions#timeFields} and {@link RequestOptions#msgFields} are recognised here.
     */
    void field(byte[] name, int nameOff, int nameLen, byte[] value, int valueOff, int valueLen);

    /**
     * A field that the protocol calls a stream label (a Loki label, an OTLP resource attribute). It is stored like any
     * other field; {@code _stream_fields} of the request, where given, decide instead about the stream. It is never taken
     * for the time or the message.
     */
    void streamField(byte[] name, int nameOff, int nameLen, byte[] value, int valueOff, int valueLen);

    /**
     * Ends the row.
     *
     * @return true if it was accepted; false if a rule rejected it, which is counted and remembered for the answer
     */
    boolean endRow();

    /**
     * Gives the started row up.
     *
     * @param detail for the sender: what is wrong with it; may hold parts of the input
     */
    void rejectRow(Reason reason, String detail);

    /** {@link #field} with whole arrays. */
    default void field(byte[] name, byte[] value) {
        field(name, 0, name.length, value, 0, value.length);
    }

    /** {@link #streamField} with whole arrays. */
    default void streamField(byte[] name, byte[] value) {
        streamField(name, 0, name.length, value, 0, value.length);
    }
}
