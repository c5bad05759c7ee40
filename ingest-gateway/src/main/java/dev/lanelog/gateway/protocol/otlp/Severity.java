package dev.lanelog.gateway.protocol.otlp;

import java.nio.charset.StandardCharsets;

/** The texts that stand for a severity number when a record brings no text of its own. */
final class Severity {
    private static final byte[][] TEXTS = texts();

    private Severity() {}

    /** {@code Unspecified} for 0 and for what OpenTelemetry does not define, else {@code Trace} to {@code Fatal4}. */
    static byte[] text(int number) {
        return TEXTS[number < 0 || number >= TEXTS.length ? 0 : number];
    }

    private static byte[][] texts() {
        byte[][] texts = new byte[25][];
        texts[0] = "Unspecified".getBytes(StandardCharsets.US_ASCII);
        String[] levels = {"Trace", "Debug", "Info", "Warn", "Error", "Fatal"};
        for (int i = 0; i < 24; i++) {
            String suffix = i % 4 == 0 ? "" : String.valueOf(i % 4 + 1);
            texts[i + 1] = (levels[i / 4] + suffix).getBytes(StandardCharsets.US_ASCII);
        }
        return texts;
    }
}
