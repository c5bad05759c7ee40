package dev.lanelog.compat.golden;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lanelog.compat.Await;
import dev.lanelog.compat.Wire;
import dev.lanelog.compat.Wire.Answer;
import dev.lanelog.compat.Wire.Pair;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Replays the recorded LogsQL answers: four data sets, 3,304 queries. */
class LogsqlGoldenIT {
    private static final String SET = "logsql/";

    @Test
    void claimedLogsqlAnswersAreGivenByteForByte() throws Exception {
        String base = Server.base();
        JsonNode datasets = Recorded.JSON.readTree(Recorded.bytes(SET + "datasets.json"));
        for (Map.Entry<String, JsonNode> set : datasets.properties()) {
            load(base, set.getKey(), set.getValue());
        }
        Claims claims = new Claims("claimed-logsql.txt");
        Claims.Run run = new Claims.Run();
        for (JsonNode recorded : Recorded.lines(SET + "cases.jsonl.gz")) {
            List<Pair> headers = Recorded.pairs(
                    datasets.get(Recorded.text(recorded, "dataset")).get("query_headers"));
            Answer answer = Wire.form(
                    base,
                    Recorded.text(recorded, "path"),
                    Recorded.pairs(recorded.get("params")),
                    headers.toArray(Pair[]::new));
            String why = compare(recorded, answer);
            run.add(
                    Recorded.text(recorded, "id"),
                    Recorded.text(recorded, "feature"),
                    why.isEmpty()
                            ? ""
                            : why + " [" + recorded.get("params").get("query").asText() + "]");
        }
        claims.judge("logsql", run);
    }

    private static void load(String base, String name, JsonNode set) throws IOException {
        byte[] rows = Recorded.bytes(SET + name + ".jsonl.gz");
        Answer answer =
                Wire.send(base, "POST", Recorded.text(set, "insert"), Recorded.pairs(set.get("insert_headers")), rows);
        if (answer.status() != 200) {
            throw new AssertionError("insert of " + name + ": " + answer.status() + ' ' + answer.text());
        }
        Pair[] headers = Recorded.pairs(set.get("query_headers")).toArray(Pair[]::new);
        List<Pair> count = List.of(
                new Pair("query", "* | stats count() as n"),
                new Pair("start", "2025-01-01T00:00:00Z"),
                new Pair("end", "2027-01-01T00:00:00Z"));
        String wanted = "{\"n\":\"" + set.get("rows").asText() + "\"}\n";
        Await.until(
                "all rows of " + name,
                Duration.ofSeconds(30),
                () -> Wire.form(base, "/select/logsql/query", count, headers)
                        .text()
                        .equals(wanted));
    }

    private static String compare(JsonNode recorded, Answer answer) {
        if (answer.status() != recorded.get("status").asInt()) {
            return "status " + answer.status() + ", want " + recorded.get("status");
        }
        String mode = Recorded.text(recorded, "compare");
        if (mode.equals("status")) {
            return "";
        }
        String type = String.valueOf(answer.header("content-type")).split(";", 2)[0];
        if (!type.equals(Recorded.text(recorded, "content_type").split(";", 2)[0])) {
            return "content type " + type;
        }
        String wanted = hideHash(Recorded.text(recorded, "body"));
        String got = hideHash(answer.text());
        boolean same = switch (mode) {
            case "exact" -> got.equals(wanted);
            case "lines" -> Recorded.sortedLines(got).equals(Recorded.sortedLines(wanted));
            case "lines-json" -> canonicalLines(got).equals(canonicalLines(wanted));
            default -> throw new IllegalArgumentException("compare mode " + mode);
        };
        return same ? "" : "body differs: got " + clip(got) + " want " + clip(wanted);
    }

    /** A stream id is 16 hex digits of tenant and a hash of the server's own: only its form is compared. */
    private static String hideHash(String text) {
        return text.replaceAll("(\"_stream_id\":\"[0-9a-f]{16})[0-9a-f]{32}\"", "$1<hash>\"");
    }

    private static List<String> canonicalLines(String text) {
        List<String> out = new ArrayList<>();
        Recorded.nonBlankLines(text).forEach(line -> out.add(Recorded.canonicalLine(line)));
        out.sort(null);
        return out;
    }

    static String clip(String text) {
        String line = text.replace("\n", "\\n");
        return line.length() <= 300 ? line : line.substring(0, 300) + "...";
    }
}
