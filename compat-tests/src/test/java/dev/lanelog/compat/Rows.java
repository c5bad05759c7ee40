package dev.lanelog.compat;

import static io.restassured.RestAssured.given;

import io.restassured.response.Response;
import java.util.HashMap;
import java.util.Map;

/** Questions to a running server that several tests ask. */
final class Rows {
    private Rows() {}

    /** NDJSON answer of a query; fails unless it is a 200. */
    static String query(String base, String logsql) {
        Response response = given().baseUri(base)
                .formParam("query", logsql)
                .formParam("start", "0")
                .post("/select/logsql/query");
        if (response.statusCode() != 200) {
            throw new AssertionError(logsql + ": " + response.statusCode() + ' ' + response.asString());
        }
        return response.asString();
    }

    /** How many rows match. */
    static long count(String base, String filter) {
        String answer = query(base, filter + " | stats count() as rows");
        return Long.parseLong(answer.replaceAll("\\D", ""));
    }

    /** How often each value of a field occurs among the rows that match. */
    static Map<String, Integer> occurrences(String base, String filter, String field) {
        Map<String, Integer> out = new HashMap<>();
        String prefix = "{\"" + field + "\":\"";
        for (String line : query(base, filter + " | fields " + field).split("\n")) {
            if (line.startsWith(prefix)) {
                out.merge(line.substring(prefix.length(), line.indexOf('"', prefix.length())), 1, Integer::sum);
            }
        }
        return out;
    }
}
