package dev.lanelog.query.api.logsql;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Content encodings of answers. */
enum BodyEncoding {
    NONE,
    GZIP,
    ZSTD;

    /**
     * The one to use for a client that sent this {@code Accept-Encoding}: zstd before gzip, neither unless it is named and
     * not refused with {@code q=0}.
     */
    static BodyEncoding accepted(@Nullable String header) {
        BodyEncoding best = NONE;
        if (header == null) {
            return best;
        }
        for (String item : header.split(",", -1)) {
            String[] parts = item.split(";", -1);
            if (isRefused(parts)) {
                continue;
            }
            switch (parts[0].strip().toLowerCase(Locale.ROOT)) {
                case "zstd" -> best = ZSTD;
                case "gzip" -> best = best == ZSTD ? ZSTD : GZIP;
                default -> {
                    // not one that we write
                }
            }
        }
        return best;
    }

    private static boolean isRefused(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String weight = parts[i].strip();
            if (weight.startsWith("q=")) {
                String value = weight.substring(2).strip();
                return !value.isEmpty() && value.chars().allMatch(c -> c == '0' || c == '.');
            }
        }
        return false;
    }

    String headerValue() {
        return name().toLowerCase(Locale.ROOT);
    }
}
