package dev.lanelog.query.api.logsql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.TreeMap;

/**
 * {@code /select/logsql/facets}: for each field the values that most rows have. {@code limit} values a field (10); fields
 * with more than {@code max_values_per_field} values (1000), with a value longer than {@code max_value_len} (128), or,
 * unless {@code keep_const_fields}, with one value only are left out.
 */
final class FacetsEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    FacetsEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/facets";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        StringBuilder pipe = new StringBuilder("facets");
        long limit = request.args().count("limit");
        if (limit > 0) {
            pipe.append(' ').append(limit);
        }
        appendCount(pipe, "max_values_per_field", request.args());
        appendCount(pipe, "max_value_len", request.args());
        if (isTrue(request.args().get("keep_const_fields"))) {
            pipe.append(" keep_const_fields");
        }
        TreeMap<String, ValueHits> fields = new TreeMap<>();
        CommonArgs rewritten = args.withQuery(context.texts().append(args.query(), pipe.toString()));
        context.runs().runRows(rewritten.call(request, context.limits(), 0, 0), response, (names, values) -> {
            String field = "";
            byte[] value = new byte[0];
            long hits = 0;
            for (int i = 0; i < names.length; i++) {
                switch (names[i]) {
                    case "field_name" -> field = new String(values[i], StandardCharsets.UTF_8);
                    case "field_value" -> value = values[i];
                    default -> hits = Long.parseLong(new String(values[i], StandardCharsets.US_ASCII));
                }
            }
            fields.computeIfAbsent(field, f -> new ValueHits(context.limits().queryMemoryBytes()))
                    .add(value, hits);
        });
        JsonWriter json = new JsonWriter().raw("{\"facets\":[");
        boolean first = true;
        for (var entry : fields.entrySet()) {
            json.separator(first).raw("{\"field_name\":").string(entry.getKey()).raw(",");
            entry.getValue().appendFacet(json);
            json.raw("}");
            first = false;
        }
        EndpointContext.answer(args, json.raw("]}"), request, response);
    }

    private static void appendCount(StringBuilder pipe, String name, RequestArgs args) {
        long count = args.count(name);
        if (count > 0) {
            pipe.append(' ').append(name).append(' ').append(count);
        }
    }

    private static boolean isTrue(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "", "0", "f", "false", "no" -> false;
            default -> true;
        };
    }
}
