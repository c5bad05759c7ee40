package dev.lanelog.gateway.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for, the same for every protocol. Query arguments beat headers; lists are cut at commas, their
 * items trimmed and empty ones skipped.
 *
 * <table>
 *   <caption>Arguments</caption>
 *   <tr><td>{@code AccountID}, {@code ProjectID} (headers only)</td><td>tenant, unsigned 32 bit, empty = 0</td></tr>
 *   <tr><td>{@code _time_field}, {@code VL-Time-Field}</td><td>names of the field that holds the time, the first one that a row has counts; default {@code _time}</td></tr>
 *   <tr><td>{@code _msg_field}, {@code VL-Msg-Field}</td><td>names of the message field; the first one that is not empty is stored as {@code _msg}</td></tr>
 *   <tr><td>{@code _stream_fields}, {@code VL-Stream-Fields}</td><td>fields that make up the stream</td></tr>
 *   <tr><td>{@code ignore_fields}, {@code VL-Ignore-Fields}</td><td>fields to leave out; a trailing {@code *} matches any rest</td></tr>
 *   <tr><td>{@code decolorize_fields}, {@code VL-Decolorize-Fields}</td><td>fields to strip of ANSI colour codes; trailing {@code *} as above</td></tr>
 *   <tr><td>{@code extra_fields}, {@code VL-Extra-Fields}</td><td>{@code name=value} pairs to add to every row; they beat the row's own</td></tr>
 *   <tr><td>{@code preserve_json_keys}, {@code VL-Preserve-JSON-Keys}</td><td>dotted paths whose JSON objects are kept as text</td></tr>
 *   <tr><td>{@code debug}, {@code VL-Debug}</td><td>boolean; rows are logged, not stored</td></tr>
 * </table>
 *
 * @param accountId unsigned 32 bit
 * @param projectId unsigned 32 bit
 * @param timeFields names in order of preference; empty if the protocol states the time itself
 * @param dateOnlyTimes whether {@code 2026-01-15} is a time (Elasticsearch says so)
 */
public record RequestOptions(
        int accountId,
        int projectId,
        List<String> timeFields,
        List<String> msgFields,
        List<String> streamFields,
        List<String> ignoreFields,
        List<String> decolorizeFields,
        List<ExtraField> extraFields,
        List<String> preserveJsonKeys,
        boolean debug,
        boolean dateOnlyTimes) {

    /** Name of the setting for requests of tenant 0:0. */
    public static final String TENANT = "tenant";

    /** A field that is added to every row of a request. */
    public record ExtraField(String name, byte[] value) {}

    /** Arguments and headers of a request. */
    public interface Params {
        /** First query argument of that name. */
        @Nullable String arg(String name);

        /** First header of that name, whatever its case, as UTF-8 text. */
        @Nullable String header(String name);

        /** What the server is set to use where a request has neither argument nor header; named as the argument. */
        default @Nullable String setting(String name) {
            return null;
        }
    }

    /** Tenant 0:0, time in {@code _time}, nothing else asked for. */
    public static final RequestOptions DEFAULT = new RequestOptions(
            0, 0, List.of("_time"), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), false, false);

    /**
     * Reads the arguments above.
     *
     * @throws BadRequestException if one is not of its form; the text names it
     */
    public static RequestOptions parse(Params params) throws BadRequestException {
        return parse(params, DEFAULT.timeFields);
    }

    /**
     * The same for a protocol that has its own time field.
     *
     * @param ownTimeFields used where the request names none
     */
    public static RequestOptions parse(Params params, List<String> ownTimeFields) throws BadRequestException {
        List<String> time = list(params, "_time_field", "VL-Time-Field");
        RequestOptions options = new RequestOptions(
                uint32(params.header("AccountID")),
                uint32(params.header("ProjectID")),
                time.isEmpty() ? ownTimeFields : time,
                list(params, "_msg_field", "VL-Msg-Field"),
                list(params, "_stream_fields", "VL-Stream-Fields"),
                list(params, "ignore_fields", "VL-Ignore-Fields"),
                list(params, "decolorize_fields", "VL-Decolorize-Fields"),
                extra(list(params, "extra_fields", "VL-Extra-Fields")),
                list(params, "preserve_json_keys", "VL-Preserve-JSON-Keys"),
                bool("debug", value(params, "debug", "VL-Debug")),
                false);
        return options.orTenant(params.setting(TENANT));
    }

    /**
     * The same with this tenant, unless the request names another one than 0:0.
     *
     * @param tenant {@code account} or {@code account:project}; nothing leaves the options as they are
     * @throws BadRequestException if it is neither
     */
    public RequestOptions orTenant(@Nullable String tenant) throws BadRequestException {
        if (tenant == null || tenant.isEmpty() || accountId != 0 || projectId != 0) {
            return this;
        }
        int colon = tenant.indexOf(':');
        return colon < 0
                ? withTenant(uint32(tenant), 0)
                : withTenant(uint32(tenant.substring(0, colon)), uint32(tenant.substring(colon + 1)));
    }

    public RequestOptions withTenant(int account, int project) {
        return new RequestOptions(
                account,
                project,
                timeFields,
                msgFields,
                streamFields,
                ignoreFields,
                decolorizeFields,
                extraFields,
                preserveJsonKeys,
                debug,
                dateOnlyTimes);
    }

    /** For protocols that name their own time fields; an empty list if the time is stated by {@link FieldSink#time}. */
    public RequestOptions withTimeFields(List<String> names) {
        return new RequestOptions(
                accountId,
                projectId,
                names,
                msgFields,
                streamFields,
                ignoreFields,
                decolorizeFields,
                extraFields,
                preserveJsonKeys,
                debug,
                dateOnlyTimes);
    }

    public RequestOptions withMsgFields(List<String> names) {
        return new RequestOptions(
                accountId,
                projectId,
                timeFields,
                names,
                streamFields,
                ignoreFields,
                decolorizeFields,
                extraFields,
                preserveJsonKeys,
                debug,
                dateOnlyTimes);
    }

    /** For protocols that have stream fields of their own when the request names none. */
    public RequestOptions withStreamFields(List<String> names) {
        return new RequestOptions(
                accountId,
                projectId,
                timeFields,
                msgFields,
                names,
                ignoreFields,
                decolorizeFields,
                extraFields,
                preserveJsonKeys,
                debug,
                dateOnlyTimes);
    }

    /** The same with a protocol's own stream fields, unless the request names some. */
    public RequestOptions orStreamFields(List<String> names) {
        return streamFields.isEmpty() ? withStreamFields(names) : this;
    }

    /** The same with a protocol's own message fields, unless the request names some. */
    public RequestOptions orMsgFields(List<String> names) {
        return msgFields.isEmpty() ? withMsgFields(names) : this;
    }

    public RequestOptions withDateOnlyTimes() {
        return new RequestOptions(
                accountId,
                projectId,
                timeFields,
                msgFields,
                streamFields,
                ignoreFields,
                decolorizeFields,
                extraFields,
                preserveJsonKeys,
                debug,
                true);
    }

    private static String value(Params params, String arg, String header) {
        String value = params.arg(arg);
        if (value == null || value.isEmpty()) {
            value = params.header(header);
        }
        if (value == null || value.isEmpty()) {
            value = params.setting(arg);
        }
        return value == null ? "" : value;
    }

    private static List<String> list(Params params, String arg, String header) {
        String text = value(params, arg, header);
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> items = new ArrayList<>();
        int from = 0;
        while (from <= text.length()) {
            int comma = text.indexOf(',', from);
            int to = comma < 0 ? text.length() : comma;
            String item = text.substring(from, to).strip();
            if (!item.isEmpty()) {
                items.add(item);
            }
            from = to + 1;
        }
        return List.copyOf(items);
    }

    private static List<ExtraField> extra(List<String> items) throws BadRequestException {
        Map<String, ExtraField> fields = new LinkedHashMap<>();
        for (String item : items) {
            int eq = item.indexOf('=');
            if (eq <= 0 || eq == item.length() - 1) {
                throw new BadRequestException(
                        "invalid extra_field format: \"" + item + "\"; must be in the form \"field=value\"");
            }
            String name = item.substring(0, eq);
            fields.put(name, new ExtraField(name, item.substring(eq + 1).getBytes(StandardCharsets.UTF_8)));
        }
        return List.copyOf(fields.values());
    }

    /** An unsigned 32-bit number; nothing = 0. Error texts are those of the reference. */
    public static int uint32(@Nullable String text) throws BadRequestException {
        if (text == null || text.isEmpty()) {
            return 0;
        }
        boolean digits = text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (digits) {
            try {
                return Integer.parseUnsignedInt(text);
            } catch (NumberFormatException tooLarge) {
                throw new BadRequestException("cannot parse \"" + text + "\" as uint32: strconv.ParseUint: parsing \""
                        + text + "\": value out of range");
            }
        }
        throw new BadRequestException(
                "cannot parse \"" + text + "\" as uint32: strconv.ParseUint: parsing \"" + text + "\": invalid syntax");
    }

    /** A boolean as Go spells it; nothing = false. */
    public static boolean bool(String name, String text) throws BadRequestException {
        return switch (text) {
            case "", "0", "f", "F", "false", "FALSE", "False" -> false;
            case "1", "t", "T", "true", "TRUE", "True" -> true;
            default ->
                throw new BadRequestException("cannot parse " + name + "=\"" + text
                        + "\": strconv.ParseBool: parsing \"" + text + "\": invalid syntax");
        };
    }
}
