package dev.lanelog.gateway.protocol.loki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lanelog.gateway.http.FixtureReplay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LokiFixturesTest {
    @Test
    void recordedRequestsBecomeTheRecordedRows() {
        FixtureReplay replay = new FixtureReplay((maxLine, limits) -> List.of(new LokiHandler(limits.maxNameBytes())));
        Map<String, String> known = FixtureReplay.differences("/fixtures/loki.differences");
        List<JsonNode> records = FixtureReplay.load("/fixtures/loki.jsonl");
        List<String> wrong = new ArrayList<>();
        List<String> stale = new ArrayList<>();
        for (JsonNode record : records) {
            String difference = replay.replay(record);
            String id = record.get("id").asText();
            if (difference != null && !known.containsKey(id)) {
                wrong.add(difference);
            }
            if (difference == null && known.containsKey(id)) {
                stale.add(id);
            }
        }
        assertTrue(
                wrong.isEmpty(),
                () -> wrong.size() + " of " + records.size() + " differ:\n" + String.join("\n", wrong));
        assertEquals(List.of(), stale, "listed as different, but they are not");
    }
}
