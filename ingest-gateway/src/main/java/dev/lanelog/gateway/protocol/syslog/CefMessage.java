package dev.lanelog.gateway.protocol.syslog;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.lanelog.gateway.row.FieldSink;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A message in the Common Event Format: seven header fields that end in {@code |}, then {@code key=value} pairs, where a
 * value may hold blanks. A backslash stands before {@code |}, {@code =} and itself, and makes {@code \n} and {@code \r}.
 */
final class CefMessage {
    private static final byte[][] HEADER = {
        "cef.version".getBytes(US_ASCII),
        "cef.device_vendor".getBytes(US_ASCII),
        "cef.device_product".getBytes(US_ASCII),
        "cef.device_version".getBytes(US_ASCII),
        "cef.device_event_class_id".getBytes(US_ASCII),
        "cef.name".getBytes(US_ASCII),
        "cef.severity".getBytes(US_ASCII)
    };
    private static final byte[] EXTENSION = "cef.extension.".getBytes(US_ASCII);

    private final byte[] text;
    private int pos;
    private final int end;
    private final List<byte[]> names = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();

    private CefMessage(byte[] text, int off, int end) {
        this.text = text;
        this.pos = off;
        this.end = end;
    }

    /**
     * Hands the fields on of the message after {@code CEF:}.
     *
     * @return false if it is none; nothing was handed on then
     */
    static boolean parse(byte[] text, int off, int end, FieldSink sink) {
        CefMessage message = new CefMessage(text, off, end);
        if (!message.header() || !message.extension()) {
            return false;
        }
        for (int i = 0; i < message.names.size(); i++) {
            sink.field(message.names.get(i), message.values.get(i));
        }
        return true;
    }

    private boolean header() {
        for (byte[] name : HEADER) {
            int bar = unescaped('|', pos);
            if (bar < 0) {
                return false;
            }
            names.add(name);
            values.add(unescape(pos, bar));
            pos = bar + 1;
        }
        return true;
    }

    private boolean extension() {
        while (pos < end) {
            int equals = unescaped('=', pos);
            if (equals < 0) {
                return false;
            }
            ByteArrayOutputStream name = new ByteArrayOutputStream();
            name.writeBytes(EXTENSION);
            name.writeBytes(unescape(pos, equals));
            names.add(name.toByteArray());
            // The value goes on to the blank before the next key.
            int next = unescaped('=', equals + 1);
            int stop = end;
            if (next >= 0) {
                stop = next - 1;
                while (stop > equals && text[stop] != ' ') {
                    stop--;
                }
                if (stop == equals) {
                    return false;
                }
            }
            values.add(unescape(equals + 1, stop));
            pos = next < 0 ? end : stop + 1;
        }
        return true;
    }

    private int unescaped(char c, int from) {
        for (int i = from; i < end; i++) {
            if (text[i] == '\\') {
                i++;
            } else if (text[i] == c) {
                return i;
            }
        }
        return -1;
    }

    private byte[] unescape(int from, int to) {
        byte[] out = new byte[Math.max(0, to - from)];
        int n = 0;
        for (int i = from; i < to; i++) {
            byte b = text[i];
            if (b == '\\' && i + 1 < to) {
                b = text[++i];
                b = b == 'n' ? (byte) '\n' : b == 'r' ? (byte) '\r' : b;
            }
            out[n++] = b;
        }
        return n == out.length ? out : Arrays.copyOf(out, n);
    }
}
