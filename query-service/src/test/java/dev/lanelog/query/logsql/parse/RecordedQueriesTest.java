package dev.lanelog.query.logsql.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every query that was put to VictoriaLogs 1.52.1 parses here if it did there, and reads back the same when printed. */
class RecordedQueriesTest {
    private static final long NOW = 1_768_694_400_000_000_000L;

    record Case(String id, int status, String query) {}

    static List<Case> cases() throws Exception {
        List<Case> cases = new ArrayList<>();
        try (InputStream in = RecordedQueriesTest.class.getResourceAsStream("/logsql/recorded-queries.jsonl")) {
            assertNotNull(in);
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Map<String, String> m = object(line);
                cases.add(new Case(
                        m.getOrDefault("id", ""),
                        Integer.parseInt(m.getOrDefault("status", "")),
                        m.getOrDefault("query", "")));
            }
        }
        return cases;
    }

    private static Map<String, String> object(String line) throws IOException, JsonReader.InvalidJsonException {
        byte[] b = line.getBytes(StandardCharsets.UTF_8);
        JsonReader reader = new JsonReader(b, 0, b.length);
        Map<String, String> m = new HashMap<>();
        reader.expect('{');
        do {
            String key = Utf8.string(reader.string());
            reader.expect(':');
            if (reader.peek() == '"') {
                m.put(key, Utf8.string(reader.string()));
            } else {
                int from = reader.position();
                reader.skipValue();
                m.put(key, Utf8.string(b, from, reader.position() - from));
            }
        } while (reader.accept(','));
        reader.expect('}');
        return m;
    }

    @Test
    void recordedQueriesAreReadOrRefusedAsRecorded() throws Exception {
        List<String> wrong = new ArrayList<>();
        List<Case> cases = cases();
        for (Case c : cases) {
            try {
                Query query = LogsQlParser.parse(c.query, NOW);
                if (c.status == 400) {
                    wrong.add(c.id + " should be refused: " + c.query + " -> " + query);
                }
            } catch (LogsQlException e) {
                if (c.status != 400) {
                    wrong.add(c.id + " should be read: " + e.getMessage());
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertEquals(true, cases.size() > 2500, () -> "only " + cases.size() + " cases were loaded");
    }

    /** Answers that are not followed, each with its reason; the golden test of the engine does not ask for them. */
    @Test
    void answersThatAreNotFollowedAreFewAndHaveAReason() throws Exception {
        try (InputStream in = RecordedQueriesTest.class.getResourceAsStream("/logsql/recorded-faults.tsv")) {
            assertNotNull(in);
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertEquals(
                    true, lines.size() <= 3304 / 50, () -> lines.size() + " of 3304 are more than two in a hundred");
            for (String line : lines) {
                String[] parts = line.split("\t", -1);
                assertEquals(true, parts.length == 2 && !parts[1].isBlank(), line);
            }
        }
    }

    @Test
    void printedQueriesReadBackTheSame() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Case c : cases()) {
            if (c.status == 400) {
                continue;
            }
            Query query = LogsQlParser.parse(c.query, NOW);
            String printed = query.toString();
            Query again = LogsQlParser.parse(printed, NOW);
            if (!again.equals(query) || !again.toString().equals(printed)) {
                wrong.add(c.id + ": " + printed + " -> " + again);
            }
        }
        assertEquals(List.of(), wrong);
    }
}
