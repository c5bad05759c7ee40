package dev.lanelog.query.api.logsql;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Times in arguments ({@code start}, {@code end}, {@code time}).
 *
 * <pre>
 * time     --&gt; 'now' | relative | date zone? | unix
 * relative --&gt; 'now'? '-'? duration          ago, whatever the sign; a number without unit is seconds after 'now' or '-'
 * date     --&gt; YYYY ('-' MM ('-' DD ('T' hh (':' mm (':' ss ('.' fraction)?)?)?)?)?)?
 * zone     --&gt; 'Z' | ('+' | '-') hh ':' mm    without one: the server's
 * unix     --&gt; decimal number, with fraction or exponent: seconds, milliseconds, microseconds or nanoseconds by size
 * </pre>
 *
 * A date that is cut short means its first moment. Four digits are a year. Times beyond the range of 64-bit nanoseconds
 * are held at its ends.
 */
final class TimeArgument {
    private static final String RFC3339 = "2006-01-02T15:04:05Z07:00";
    private static final BigDecimal NS = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal SECONDS_BELOW = BigDecimal.valueOf(Long.MAX_VALUE / 1_000_000_000 + 1);

    private TimeArgument() {}

    /**
     * Nanoseconds since the epoch.
     *
     * @param name of the argument, for messages
     * @param nowNs what relative times count from
     * @param zone of dates without one
     * @throws ApiException 400, naming argument and place
     */
    static long parse(String name, String text, long nowNs, ZoneId zone) {
        try {
            return parse(text, nowNs, zone);
        } catch (DateTimeException e) {
            throw new ApiException(400, "cannot parse " + name + "=" + text + ": " + e.getMessage(), e);
        }
    }

    private static long parse(String text, long nowNs, ZoneId zone) {
        if (text.equals("now")) {
            return nowNs;
        }
        String body = text;
        ZoneId bodyZone = zone;
        if (text.length() > 6) {
            int at = text.length() - 6;
            char sign = text.charAt(at);
            if ((sign == '+' || sign == '-') && text.charAt(at + 3) == ':') {
                bodyZone = offset(text.substring(at));
                body = text.substring(0, at);
            }
        }
        if (body.endsWith("Z")) {
            if (body.length() == text.length()) {
                bodyZone = ZoneOffset.UTC;
            }
            body = body.substring(0, body.length() - 1);
        }
        if (body.startsWith("now")
                || body.startsWith("-")
                || (!body.isEmpty() && body.charAt(body.length() - 1) > '9')) {
            return ago(body, nowNs);
        }
        if (body.length() != 4 && text.indexOf('-') < 0) {
            return unix(text);
        }
        return switch (body.length()) {
            case 4 -> date("2006", body, bodyZone);
            case 7 -> date("2006-01", body, bodyZone);
            case 10 -> date("2006-01-02", body, bodyZone);
            case 13 -> date("2006-01-02T15", body, bodyZone);
            case 16 -> date("2006-01-02T15:04", body, bodyZone);
            case 19 -> date("2006-01-02T15:04:05", body, bodyZone);
            // The zone may be missing here as well, where VictoriaLogs insists on one.
            default ->
                body.length() > 20 && body.charAt(19) == '.'
                        ? date("2006-01-02T15:04:05", body, bodyZone)
                        : date(RFC3339, text, bodyZone);
        };
    }

    private static ZoneOffset offset(String text) {
        try {
            int hours = Integer.parseInt(text, 1, 3, 10);
            int minutes = Integer.parseInt(text, 4, 6, 10);
            int seconds = hours * 3600 + minutes * 60;
            return ZoneOffset.ofTotalSeconds(text.charAt(0) == '-' ? -seconds : seconds);
        } catch (NumberFormatException e) {
            throw new DateTimeException("cannot parse timezone offset " + GoSyntax.quote(text), e);
        }
    }

    private static long ago(String text, long nowNs) {
        String duration = text.startsWith("now") ? text.substring(3) : text;
        OptionalLong ns = Durations.parseOrSeconds(duration);
        if (ns.isEmpty() || duration.isEmpty()) {
            throw new DateTimeException("cannot parse duration " + GoSyntax.quote(duration));
        }
        long back = Math.abs(ns.getAsLong());
        return nowNs < Long.MIN_VALUE + back ? Long.MIN_VALUE : nowNs - back;
    }

    private static long unix(String text) {
        int exponentAt = Math.max(text.indexOf('e'), text.indexOf('E'));
        String mantissa = exponentAt < 0 ? text : text.substring(0, exponentAt);
        boolean plausible = mantissa.length() <= 40 && text.length() - mantissa.length() <= 5;
        for (int i = 0; plausible && i < mantissa.length(); i++) {
            char c = mantissa.charAt(i);
            plausible = (c >= '0' && c <= '9') || c == '.' || (i == 0 && c == '+');
        }
        BigDecimal number;
        try {
            if (!plausible) {
                throw new NumberFormatException(text);
            }
            number = new BigDecimal(text);
            if (number.precision() - number.scale() > 19) {
                throw new NumberFormatException(text);
            }
        } catch (NumberFormatException e) {
            throw new DateTimeException("cannot parse numeric timestamp " + GoSyntax.quote(text), e);
        }
        return clamp(number.multiply(unit(number.abs())).setScale(0, RoundingMode.DOWN));
    }

    /** Nanoseconds of the unit that a number of this size must be in to mean a time of this era. */
    private static BigDecimal unit(BigDecimal magnitude) {
        if (magnitude.compareTo(SECONDS_BELOW) < 0) {
            return NS;
        }
        if (magnitude.compareTo(SECONDS_BELOW.movePointRight(3)) < 0) {
            return BigDecimal.valueOf(1_000_000);
        }
        return magnitude.compareTo(SECONDS_BELOW.movePointRight(6)) < 0 ? BigDecimal.valueOf(1_000) : BigDecimal.ONE;
    }

    private static long clamp(BigDecimal ns) {
        return ns.min(BigDecimal.valueOf(Long.MAX_VALUE))
                .max(BigDecimal.valueOf(Long.MIN_VALUE))
                .longValue();
    }

    /** Reads {@code value} by one of Go's time layouts, with Go's messages. */
    private static long date(String layout, String value, ZoneId zone) {
        DateReader reader = new DateReader(layout, value);
        LocalDateTime local = reader.read();
        ZoneId ofValue = layout.endsWith("Z07:00") ? reader.zone() : zone;
        Instant instant = local.atZone(ofValue).toInstant();
        return clamp(
                BigDecimal.valueOf(instant.getEpochSecond()).multiply(NS).add(BigDecimal.valueOf(instant.getNano())));
    }

    /** One reading of a value along a layout. */
    private static final class DateReader {
        private final String layout;
        private final String value;
        private int at;
        private int fractionNs;
        private ZoneOffset zone = ZoneOffset.UTC;

        DateReader(String layout, String value) {
            this.layout = layout;
            this.value = value;
        }

        LocalDateTime read() {
            int year = number(4, "2006", 0, 9999, "year");
            int month = has("-01") ? next("-", "01", 1, 12, "month") : 1;
            int day = has("-02") ? next("-", "02", 1, 31, "day") : 1;
            int hour = has("T15") ? next("T", "15", 0, 23, "hour") : 0;
            int minute = has(":04") ? next(":", "04", 0, 59, "minute") : 0;
            int second = has(":05") ? next(":", "05", 0, 59, "second") : 0;
            if (has(":05")) {
                fraction();
            }
            if (has("Z07:00")) {
                readZone();
            }
            if (at < value.length()) {
                throw new DateTimeException("parsing time " + GoSyntax.quote(value) + ": extra text: "
                        + GoSyntax.quote(value.substring(at)));
            }
            try {
                return LocalDateTime.of(year, month, day, hour, minute, second, fractionNs);
            } catch (DateTimeException e) {
                throw outOfRange("day", e);
            }
        }

        ZoneOffset zone() {
            return zone;
        }

        private boolean has(String element) {
            return layout.contains(element);
        }

        private int next(String separator, String element, int min, int max, String what) {
            if (!value.startsWith(separator, at)) {
                throw mismatch(separator);
            }
            at += separator.length();
            return number(2, element, min, max, what);
        }

        private int number(int digits, String element, int min, int max, String what) {
            int end = at + digits;
            boolean ok = end <= value.length();
            for (int i = at; ok && i < end; i++) {
                ok = value.charAt(i) >= '0' && value.charAt(i) <= '9';
            }
            if (!ok) {
                throw mismatch(element);
            }
            int number = Integer.parseInt(value, at, end, 10);
            if (number < min || number > max) {
                throw outOfRange(what, null);
            }
            at = end;
            return number;
        }

        private void fraction() {
            if (at + 1 >= value.length() || value.charAt(at) != '.' || !isDigit(value.charAt(at + 1))) {
                return;
            }
            at++;
            int scale = 100_000_000;
            while (at < value.length() && isDigit(value.charAt(at))) {
                fractionNs += (value.charAt(at++) - '0') * scale;
                scale /= 10;
            }
        }

        private void readZone() {
            if (value.startsWith("Z", at)) {
                at++;
                return;
            }
            String rest = value.substring(at);
            boolean offset = rest.length() >= 6
                    && (rest.charAt(0) == '+' || rest.charAt(0) == '-')
                    && isDigit(rest.charAt(1))
                    && isDigit(rest.charAt(2))
                    && rest.charAt(3) == ':'
                    && isDigit(rest.charAt(4))
                    && isDigit(rest.charAt(5));
            if (!offset) {
                throw mismatch("Z07:00");
            }
            zone = TimeArgument.offset(rest.substring(0, 6));
            at += 6;
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private DateTimeException mismatch(String element) {
            return new DateTimeException("parsing time " + GoSyntax.quote(value) + " as " + GoSyntax.quote(layout)
                    + ": cannot parse " + GoSyntax.quote(value.substring(at)) + " as " + GoSyntax.quote(element));
        }

        private DateTimeException outOfRange(String what, @Nullable Throwable cause) {
            return new DateTimeException(
                    "parsing time " + GoSyntax.quote(value) + ": " + what + " out of range", cause);
        }
    }
}
