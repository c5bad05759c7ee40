package dev.lanelog.compat.golden;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lanelog.compat.Await;
import dev.lanelog.compat.Wire;
import dev.lanelog.compat.Wire.Answer;
import dev.lanelog.compat.Wire.Pair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Replays the recorded answers of the HTTP API that need no special settings and are one request each. (Tail sessions
 * and sequences have tests of their own.)
 */
class ApiGoldenIT {
    private static final String SET = "http/";

    @Test
    void claimedApiAnswersAreGivenAsRecorded() throws Exception {
        String base = Server.base();
        for (JsonNode set : Recorded.JSON.readTree(Recorded.bytes(SET + "load.json"))) {
            load(base, set);
        }
        Claims claims = new Claims("claimed-api.txt");
        Claims.Run run = new Claims.Run();
        for (JsonNode recorded : Recorded.lines(SET + "api.jsonl.gz")) {
            if (!recorded.path("profile").isMissingNode()
                            && !recorded.get("profile").isNull()
                    || !recorded.path("kind").isMissingNode()) {
                continue;
            }
            run.add(Recorded.text(recorded, "id"), Recorded.text(recorded, "endpoint"), replay(base, recorded));
        }
        claims.judge("api", run);
    }

    @Test
    void requestsThatEndedAnotherServerAreSurvived() throws Exception {
        String base = Server.base();
        for (JsonNode recorded : Recorded.lines(SET + "api-crash.jsonl.gz")) {
            send(base, recorded);
            if (Wire.get(base, "/health").status() != 200) {
                throw new AssertionError("down after " + Recorded.text(recorded, "id"));
            }
        }
    }

    private static String replay(String base, JsonNode recorded) {
        try {
            return HttpCompare.differs(recorded, send(base, recorded));
        } catch (IOException e) {
            return "no answer: " + e;
        }
    }

    private static Answer send(String base, JsonNode recorded) throws IOException {
        List<Pair> headers = tenant(Recorded.text(recorded, "tenant"));
        headers.addAll(Recorded.pairs(recorded.get("headers")));
        String path = Recorded.text(recorded, "path");
        List<Pair> params = Recorded.pairs(recorded.get("params"));
        if (!params.isEmpty()) {
            path += (path.contains("?") ? "&" : "?") + Wire.encode(params);
        }
        JsonNode body = recorded.get("body");
        byte[] bytes = body != null && body.isTextual() ? body.asText().getBytes(StandardCharsets.UTF_8) : null;
        return Wire.send(base, Recorded.text(recorded, "method"), path, headers, bytes);
    }

    static List<Pair> tenant(String tenant) {
        List<Pair> out = new ArrayList<>();
        if (!tenant.isEmpty()) {
            String[] parts = tenant.split(":", 2);
            out.add(new Pair("AccountID", parts[0]));
            out.add(new Pair("ProjectID", parts[1]));
        }
        return out;
    }

    private static void load(String base, JsonNode set) throws IOException {
        String file = Recorded.text(set, "file");
        List<Pair> headers = tenant(Recorded.text(set, "tenant"));
        String query = Wire.encode(Recorded.pairs(set.get("params")));
        Answer answer = Wire.send(
                base, "POST", Recorded.text(set, "path") + '?' + query, headers, Recorded.bytes(SET + file + ".gz"));
        if (answer.status() != 200) {
            throw new AssertionError("insert of " + file + ": " + answer.status() + ' ' + answer.text());
        }
        String wanted = "{\"n\":\"" + set.get("rows").asText() + "\"}\n";
        Pair[] asHeaders = headers.toArray(Pair[]::new);
        Await.until(
                "all rows of " + file,
                Duration.ofSeconds(30),
                () -> Wire.form(
                                base,
                                "/select/logsql/query",
                                List.of(new Pair("query", "* | stats count() as n")),
                                asHeaders)
                        .text()
                        .equals(wanted));
    }
}
