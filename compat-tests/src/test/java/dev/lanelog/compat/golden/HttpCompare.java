package dev.lanelog.compat.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lanelog.compat.Wire.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares an HTTP answer with a recorded one: status, content type, named headers, and the body in the way that the
 * case asks for. Where a recorded answer is an error, its text is the other server's own: status and type decide.
 */
final class HttpCompare {
    private record Mask(String pattern, String replacement) {}

    private static final Map<String, List<Mask>> MASKS = Map.ofEntries(
            Map.entry(
                    "stream_id",
                    List.of(
                            new Mask("\"_stream_id\":\"[0-9a-f]{48}\"", "\"_stream_id\":\"<id>\""),
                            new Mask("\"_stream_id=[0-9a-f]{48}\"", "\"_stream_id=<id>\""))),
            Map.entry(
                    "stream_id_value",
                    List.of(new Mask("\"(value|field_value)\":\"[0-9a-f]{48}\"", "\"$1\":\"<id>\""))),
            Map.entry(
                    "now",
                    List.of(
                            new Mask("\"value\":\\[-?[0-9.e+]+,", "\"value\":[\"<now>\","),
                            new Mask("\"values\":\\[\\[-?[0-9.e+]+,", "\"values\":[[\"<now>\","))),
            Map.entry("took", List.of(new Mask("\"took\":\\d+", "\"took\":0"))),
            Map.entry("duration", List.of(new Mask("in \\d+\\.\\d+ seconds", "in <d> seconds"))),
            Map.entry("nowtext", List.of(new Mask("_time:\\[[^\\]]*\\]", "_time:[<t>]"))),
            Map.entry(
                    "other_tenants",
                    List.of(new Mask(
                            ",\\{\"account_id\":(?:88|4294967295|[1-9]|9\\d\\d|\\d{6}),\"project_id\":\\d+\\}", ""))),
            Map.entry("selected", List.of(new Mask("selected: \\[[^\\]]*\\]", "selected: [<range>]"))),
            Map.entry("version", List.of(new Mask("\"version\":\"[^\"]*\"", "\"version\":\"<v>\""))),
            Map.entry(
                    "task_id",
                    List.of(
                            new Mask("\"task_id\":\"\\d+\"", "\"task_id\":\"<id>\""),
                            new Mask("task_id=\\\\?\"\\d+\\\\?\"", "task_id=<id>"))),
            Map.entry("remote", List.of(new Mask("remoteAddr=\\\\?\"[^\"]*\"", "remoteAddr=<r>"))));

    private HttpCompare() {}

    /** The empty string when the answer is as recorded, else what differs. */
    static String differs(JsonNode recorded, Answer answer) {
        int wanted = recorded.get("status").asInt();
        if (answer.status() != wanted) {
            return "status " + answer.status() + ", want " + wanted + ": " + LogsqlGoldenIT.clip(answer.text());
        }
        String type = contentType(answer.header("content-type"));
        String wantedType = contentType(Recorded.text(recorded, "content_type"));
        if (!type.equals(wantedType)) {
            return "content type " + type + ", want " + wantedType;
        }
        JsonNode headers = recorded.get("resp_headers");
        if (headers != null) {
            for (Map.Entry<String, JsonNode> header : headers.properties()) {
                String got = answer.header(header.getKey());
                String want = header.getValue().asText();
                if (want.equals("<any>") ? got == null : !want.equals(got)) {
                    return "header " + header.getKey() + "=" + got + ", want " + want;
                }
            }
        }
        return wanted >= 400 ? "" : bodyDiffers(recorded, answer.text());
    }

    private static String contentType(String value) {
        return value == null
                ? ""
                : value.strip().toLowerCase(java.util.Locale.ROOT).replace("; ", ";");
    }

    private static String bodyDiffers(JsonNode recorded, String body) {
        String mode = Recorded.text(recorded, "compare");
        if (mode.equals("status")) {
            return "";
        }
        String wanted = stable(recorded, masked(recorded, Recorded.text(recorded, "response")));
        String got = stable(recorded, masked(recorded, body));
        if (wanted.equals(got)) {
            return "";
        }
        try {
            boolean same = switch (mode) {
                case "exact" -> false;
                case "lines" -> Recorded.sortedLines(wanted).equals(Recorded.sortedLines(got));
                case "lines-json" -> jsonLines(recorded, wanted).equals(jsonLines(recorded, got));
                case "json-unordered" ->
                    Recorded.canonical(Recorded.JSON.readTree(wanted), true)
                            .equals(Recorded.canonical(Recorded.JSON.readTree(got), true));
                default -> throw new IllegalArgumentException("compare mode " + mode);
            };
            return same ? "" : mode + ": got " + LogsqlGoldenIT.clip(got) + " want " + LogsqlGoldenIT.clip(wanted);
        } catch (IOException | UncheckedIOException e) {
            return "not JSON: " + LogsqlGoldenIT.clip(got);
        }
    }

    private static List<String> jsonLines(JsonNode recorded, String text) {
        List<String> out = new ArrayList<>();
        Recorded.nonBlankLines(text).forEach(line -> out.add(Recorded.canonicalLine(line)));
        if (!recorded.path("ordered").asBoolean(false)) {
            out.sort(null);
        }
        return out;
    }

    private static String masked(JsonNode recorded, String text) {
        String out = text.replaceAll("\"took\":\\d+", "\"took\":0");
        for (JsonNode name : recorded.path("mask")) {
            for (Mask mask : MASKS.get(name.asText())) {
                out = out.replaceAll(mask.pattern(), mask.replacement());
            }
        }
        return out;
    }

    /** Takes out what the recording server itself does not answer the same way twice. */
    private static String stable(JsonNode recorded, String text) {
        if (recorded.path("count_only").asBoolean(false)) {
            return Recorded.nonBlankLines(text).size() + " lines";
        }
        try {
            if (recorded.path("drop_fields").size() > 0) {
                return withoutFacets(recorded.get("drop_fields"), text);
            }
            if (recorded.path("values_any").size() > 0) {
                return hitsOnly(recorded.get("values_any"), text);
            }
        } catch (IOException e) {
            return text;
        }
        return text;
    }

    private static String withoutFacets(JsonNode names, String text) throws IOException {
        Set<String> dropped = new HashSet<>();
        names.forEach(name -> dropped.add(name.asText()));
        JsonNode answer = Recorded.JSON.readTree(text);
        if (!(answer.get("facets") instanceof ArrayNode facets)) {
            return text;
        }
        ArrayNode kept = Recorded.JSON.createArrayNode();
        for (JsonNode facet : facets) {
            if (!dropped.contains(facet.path("field_name").asText())) {
                List<JsonNode> values = new ArrayList<>();
                facet.get("values").forEach(values::add);
                values.sort(
                        Comparator.comparingLong((JsonNode v) -> -v.path("hits").asLong())
                                .thenComparing(v -> v.path("field_value").asText()));
                ArrayNode sorted = Recorded.JSON.createArrayNode();
                values.forEach(sorted::add);
                kept.add(((ObjectNode) facet.deepCopy()).set("values", sorted));
            }
        }
        return Recorded.canonical(((ObjectNode) answer).set("facets", kept), false);
    }

    private static String hitsOnly(JsonNode allowed, String text) throws IOException {
        Set<String> names = new HashSet<>();
        allowed.forEach(name -> names.add(name.asText()));
        List<Long> hits = new ArrayList<>();
        JsonNode values = Recorded.JSON.readTree(text).get("values");
        if (values == null) {
            return text;
        }
        for (JsonNode value : values) {
            if (!names.contains(value.path("value").asText())) {
                return text;
            }
            hits.add(value.path("hits").asLong());
        }
        hits.sort(null);
        return hits.toString();
    }
}
