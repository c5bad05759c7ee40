package dev.lanelog.gateway.protocol.otlp;

import java.math.BigDecimal;

/**
 * Doubles as text with the fewest digits that read back as the same number, in the two forms that VictoriaLogs stores:
 * plain for a field of its own, and with an exponent for very small and large numbers within JSON.
 */
final class DoubleText {
    private DoubleText() {}

    /** Without an exponent: {@code 0.0000001}, {@code 5}; {@code NaN}, {@code +Inf} and {@code -Inf} by name. */
    static String plain(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        long whole = (long) value;
        if (whole == value && Math.abs(whole) < 1L << 53 && (whole != 0 || 1 / value > 0)) {
            return Long.toString(whole);
        }
        if (value == 0) {
            return "-0";
        }
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    /**
     * As a JSON number: an exponent of at least two digits if it is below -4 or above 5 ({@code 1e-07}). JSON has no
     * NaN or infinity; these are quoted.
     */
    static String json(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return '"' + plain(value) + '"';
        }
        if (value == 0) {
            return plain(value);
        }
        BigDecimal decimal = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
        String digits = decimal.unscaledValue().toString();
        int exponent = digits.length() - 1 - decimal.scale();
        if (exponent >= -4 && exponent < 6) {
            return plain(value);
        }
        StringBuilder text = new StringBuilder(24);
        if (value < 0) {
            text.append('-');
        }
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int size = Math.abs(exponent);
        if (size < 10) {
            text.append('0');
        }
        return text.append(size).toString();
    }
}
