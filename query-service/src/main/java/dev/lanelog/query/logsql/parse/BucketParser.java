package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.ByField;
import dev.lanelog.query.logsql.ast.ByField.Bucket;
import dev.lanelog.query.logsql.ast.ByField.Unit;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.DurationText;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.format.SizeText;

/** Reads the bucket of a key: a number, a duration, a size, {@code /bits} of an IPv4 network, or a calendar unit. */
final class BucketParser {
    private BucketParser() {}

    static Bucket bucket(Tokens t, String field) {
        Token place = t.peek();
        String text = t.compound("a bucket for the field " + field);
        Unit unit = switch (text) {
            case "week" -> Unit.WEEK;
            case "month" -> Unit.MONTH;
            case "year" -> Unit.YEAR;
            default -> Unit.FIXED;
        };
        double size = size(text);
        if (unit == Unit.FIXED && !(size > 0)) {
            throw t.error(
                    place,
                    "expected a bucket such as 100, 5m, 10KiB, /24, day, week, month or year, got '" + text + "'",
                    "");
        }
        String offsetText = "";
        double offset = 0;
        if (t.accept("offset")) {
            Token offsetPlace = t.peek();
            String s = t.compound("the offset of the bucket");
            offset = quantity(s);
            offsetText = Tokens.printable(s);
            if (Double.isNaN(offset)) {
                throw t.error(offsetPlace, "expected an offset such as 30m or 10, got '" + s + "'", "");
            }
        }
        return new ByField.Bucket(Tokens.printable(text), unit, size, offsetText, offset);
    }

    /** NaN when there is none. */
    private static double size(String text) {
        return switch (text) {
            case "nanosecond" -> 1;
            case "microsecond" -> 1e3;
            case "millisecond" -> 1e6;
            case "second" -> 1e9;
            case "minute" -> 60e9;
            case "hour" -> 3600e9;
            case "day" -> 86400e9;
            case "week" -> 7 * 86400e9;
            default -> text.startsWith("/") ? network(text) : quantity(text);
        };
    }

    private static double network(String text) {
        long bits = NumberText.parseUnsigned(text.substring(1));
        return bits < 0 || bits > 32 ? Double.NaN : (double) (1L << (32 - bits));
    }

    private static double quantity(String s) {
        byte[] b = Utf8.bytes(s);
        double d = NumberText.parsePlain(b, 0, b.length);
        if (!Double.isNaN(d)) {
            return d;
        }
        long ns = DurationText.parse(s);
        if (ns != DurationText.INVALID) {
            return (double) ns;
        }
        long bytes = SizeText.parse(s);
        return bytes != SizeText.INVALID ? (double) bytes : Double.NaN;
    }
}
