package dev.lanelog.gateway.protocol.otlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lanelog.gateway.row.BadRequestException;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded requests, from the genuine SDKs and made for the purpose, become the recorded rows. */
class OtlpFixturesTest {
    private static final OtlpHttpHandler HANDLER = new OtlpHttpHandler();

    static Stream<Fixture> fixtures() throws IOException {
        return Fixture.all().stream().filter(fixture -> fixture.rowsChecked() && !fixture.profiled());
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void recordedRequestBecomesRecordedRows(Fixture fixture) throws IOException {
        assumeTrue(HANDLER.paths().contains(fixture.request().path()), "another path, answered by the router");
        JsonObject difference = differences().get(fixture.id());
        List<Map<String, String>> expected = difference == null || !difference.containsKey("rows")
                ? fixture.rows()
                : Fixture.rows(difference.getJsonArray("rows"));
        assertEquals(sorted(expected), sorted(replay(fixture)));
    }

    @Test
    void differencesAreFewAndEachIsAFixture() throws IOException {
        List<Fixture> all = Fixture.all();
        Map<String, JsonObject> differences = differences();
        for (String id : differences.keySet()) {
            assertTrue(all.stream().anyMatch(fixture -> fixture.id().equals(id)), id);
        }
        long ofRows =
                differences.values().stream().filter(d -> d.containsKey("rows")).count();
        assertTrue(ofRows <= all.size() * 8 / 100, ofRows + " of " + all.size());
    }

    private static List<Map<String, String>> replay(Fixture fixture) throws IOException {
        byte[] body;
        try {
            body = fixture.decodedBody();
        } catch (IOException broken) {
            return List.of(); // Not what its encoding says: no row of it reaches the parser.
        }
        try {
            CollectedRows rows = new CollectedRows(HANDLER.options(fixture.request()));
            try {
                HANDLER.read(fixture.request(), new ByteArrayInputStream(body), rows.sink);
            } catch (BadRequestException e) {
                assertTrue(fixture.status() == 400, e.text());
            }
            return rows.rows();
        } catch (BadRequestException e) {
            return List.of();
        }
    }

    private static Map<String, JsonObject> differences() throws IOException {
        Map<String, JsonObject> differences = new HashMap<>();
        for (JsonObject line : Fixture.lines("/otlp/deliberate-differences.jsonl")) {
            differences.put(line.getString("id"), line);
        }
        return differences;
    }

    private static List<String> sorted(List<Map<String, String>> rows) {
        List<String> lines = new ArrayList<>();
        for (Map<String, String> row : rows) {
            lines.add(row.toString());
        }
        lines.sort(Comparator.naturalOrder());
        return lines;
    }
}
