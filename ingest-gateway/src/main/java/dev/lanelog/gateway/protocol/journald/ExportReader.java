package dev.lanelog.gateway.protocol.journald;

import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.TimeParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The <a href="https://systemd.io/JOURNAL_EXPORT_FORMATS/">journal export format</a>, read from a stream of any length;
 * only one entry is held at a time.
 *
 * <pre>
 *   Stream --> Entry*
 *   Entry  --> Field+ LF              the last LF may be missing
 *   Field  --> Name "=" Text LF
 *            | Name LF Size Bytes LF  Size: 64 bit, little-endian
 * </pre>
 *
 * {@code MESSAGE} is the message. {@code PRIORITY} also becomes {@code level}, in words. Names other than {@code
 * [A-Z_][A-Z0-9_]*} of at most 64 bytes are left out, and so are those that begin with two underscores unless metadata is
 * wanted. A field given twice: the first value that is not empty counts; of a time the last one. An entry with nothing to
 * store is no row; one larger than the bound is rejected.
 */
final class ExportReader {
    private static final int MAX_NAME = 64;
    private static final int SIZE_BYTES = 8;
    private static final byte[] MSG = ascii("_msg");
    private static final byte[] MESSAGE = ascii("MESSAGE");
    private static final byte[] PRIORITY = ascii("PRIORITY");
    private static final byte[] LEVEL = ascii("level");
    private static final byte[][] LEVELS = {
        ascii("emerg"),
        ascii("alert"),
        ascii("critical"),
        ascii("error"),
        ascii("warning"),
        ascii("notice"),
        ascii("info"),
        ascii("debug")
    };

    private final InputStream in;
    private final int maxEntry;
    private final TimeFields times;
    private final boolean includeMetadata;

    private final byte[] buffer = new byte[1 << 16];
    private int from;
    private int to;

    /** Names and values of the entry under way. */
    private byte[] entry = new byte[1 << 12];

    private int size;
    private boolean begun;
    private boolean tooLarge;
    /** Bytes of the last line, and how many of them come before the first {@code =}, or -1. */
    private long lineLen;

    private long equals;
    private int fields;
    private int[] nameOff = new int[64];
    private int[] nameLen = new int[64];
    private int[] valueOff = new int[64];
    private int[] valueLen = new int[64];
    private long position;

    /** @param maxEntry bytes of names and values of an entry */
    ExportReader(InputStream in, int maxEntry, TimeFields times, boolean includeMetadata) {
        this.in = in;
        this.maxEntry = maxEntry;
        this.times = times;
        this.includeMetadata = includeMetadata;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Hands all entries on; those before a fault are kept.
     *
     * @throws BadRequestException if a value with a size is not as long as it says
     */
    void read(FieldSink sink) throws BadRequestException, IOException {
        int start = 0;
        while (line()) {
            if (lineLen == 0) {
                end(sink);
            } else if (equals >= 0) {
                begun = true;
                // When the line is held whole, its bytes are counted in ints.
                int name = tooLarge ? 0 : (int) equals;
                add(start, name, start + name + 1, size - start - name - 1);
            } else {
                begun = true;
                sized(start, size - start);
            }
            start = size;
        }
        end(sink);
    }

    /** Takes the bytes up to the next LF into the entry; false if there are none and no LF either. */
    private boolean line() throws IOException {
        lineLen = 0;
        equals = -1;
        while (from < to || fill()) {
            int p = from;
            while (p < to && buffer[p] != '\n') {
                if (equals < 0 && buffer[p] == '=') {
                    equals = lineLen + p - from;
                }
                p++;
            }
            hold(from, p - from);
            lineLen += p - from;
            from = p;
            if (p < to) {
                from++;
                return true;
            }
        }
        return lineLen > 0;
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer, 0, buffer.length));
        return to > 0;
    }

    /** Adds bytes of the buffer to the entry, unless it is larger than it may be already. */
    private void hold(int off, int len) {
        tooLarge |= len > maxEntry - size;
        if (tooLarge) {
            return;
        }
        if (len > entry.length - size) {
            entry = Arrays.copyOf(entry, Math.max(size + len, entry.length * 2));
        }
        System.arraycopy(buffer, off, entry, size, len);
        size += len;
    }

    private void sized(int name, int length) throws BadRequestException, IOException {
        long bytes = 0;
        for (int i = 0; i < SIZE_BYTES; i++) {
            if (from == to && !fill()) {
                throw new BadRequestException("the stream ends in the size of " + text(name, length));
            }
            bytes |= (buffer[from++] & 0xFFL) << 8 * i;
        }
        int value = size;
        long left = bytes;
        while (left != 0) {
            if (from == to && !fill()) {
                throw new BadRequestException("the stream ends in the value of " + text(name, length)
                        + ", which is to have " + Long.toUnsignedString(bytes) + " bytes");
            }
            int n = left < 0 ? to - from : (int) Math.min(left, to - from);
            hold(from, n);
            from += n;
            left -= n;
        }
        if ((from < to || fill()) && buffer[from++] != '\n') {
            throw new BadRequestException("the value of " + text(name, length) + " does not end after the "
                    + Long.toUnsignedString(bytes) + " bytes that it is to have");
        }
        add(name, length, value, size - value);
    }

    private String text(int name, int length) {
        return tooLarge
                ? "a field"
                : '"' + new String(entry, name, Math.min(length, 100), StandardCharsets.UTF_8) + '"';
    }

    private void add(int name, int nameLength, int value, int valueLength) {
        if (tooLarge) {
            return;
        }
        if (fields == nameOff.length) {
            int more = fields * 2;
            nameOff = Arrays.copyOf(nameOff, more);
            nameLen = Arrays.copyOf(nameLen, more);
            valueOff = Arrays.copyOf(valueOff, more);
            valueLen = Arrays.copyOf(valueLen, more);
        }
        nameOff[fields] = name;
        nameLen[fields] = nameLength;
        valueOff[fields] = value;
        valueLen[fields] = valueLength;
        fields++;
    }

    private void end(FieldSink sink) {
        if (!begun) {
            return;
        }
        position++;
        if (tooLarge) {
            sink.startRow(position);
            sink.rejectRow(Reason.ROW_TOO_LARGE, "an entry of more than " + maxEntry + " bytes");
        } else {
            row(sink);
        }
        begun = false;
        tooLarge = false;
        size = 0;
        fields = 0;
    }

    /** From the last field to the first one: of two values the sink keeps the one that it was given last. */
    private void row(FieldSink sink) {
        boolean started = false;
        long time = TimeParser.NOW;
        int timeRank = Integer.MAX_VALUE;
        for (int i = fields - 1; i >= 0; i--) {
            int rank = times.rank(entry, nameOff[i], nameLen[i]);
            if (rank >= 0) {
                if (rank < timeRank) {
                    timeRank = rank;
                    time = TimeFields.parse(entry, valueOff[i], valueLen[i]);
                }
            } else if (valueLen[i] > 0 && stored(nameOff[i], nameLen[i])) {
                if (!started) {
                    started = true;
                    sink.startRow(position);
                }
                field(i, sink);
            }
        }
        if (started) {
            sink.time(time);
            sink.endRow();
        }
    }

    private boolean stored(int off, int len) {
        if (len == 0 || len > MAX_NAME || !includeMetadata && len > 1 && entry[off] == '_' && entry[off + 1] == '_') {
            return false;
        }
        for (int i = off; i < off + len; i++) {
            byte b = entry[i];
            boolean good = b >= 'A' && b <= 'Z' || b == '_' || i > off && b >= '0' && b <= '9';
            if (!good) {
                return false;
            }
        }
        return true;
    }

    private void field(int i, FieldSink sink) {
        if (is(MESSAGE, i)) {
            sink.field(MSG, 0, MSG.length, entry, valueOff[i], valueLen[i]);
            return;
        }
        sink.field(entry, nameOff[i], nameLen[i], entry, valueOff[i], valueLen[i]);
        if (is(PRIORITY, i)) {
            int level = valueLen[i] == 1 ? entry[valueOff[i]] - '0' : -1;
            if (level >= 0 && level < LEVELS.length) {
                sink.field(LEVEL, LEVELS[level]);
            } else {
                sink.field(LEVEL, 0, LEVEL.length, entry, valueOff[i], valueLen[i]);
            }
        }
    }

    private boolean is(byte[] name, int i) {
        return Arrays.equals(name, 0, name.length, entry, nameOff[i], nameOff[i] + nameLen[i]);
    }
}
