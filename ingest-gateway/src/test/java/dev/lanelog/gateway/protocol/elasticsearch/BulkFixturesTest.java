package dev.lanelog.gateway.protocol.elasticsearch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lanelog.gateway.http.FixtureReplay;
import dev.lanelog.gateway.http.InsertResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BulkFixturesTest {
    @Test
    void recordedRequestsBecomeTheRecordedRows() {
        FixtureReplay replay =
                new FixtureReplay((maxLine, limits) -> List.of(new BulkHandler(maxLine, limits.maxNameBytes())));
        replay.check("elasticsearch");
    }

    @Test
    void probesAreAnsweredAsRecorded() {
        int answered = 0;
        for (JsonNode record : FixtureReplay.load("/fixtures/elasticsearch-probe.jsonl")) {
            String id = record.get("id").asText();
            String version = record.path("flags").asText("").contains("7.17.9") ? "7.17.9" : "8.9.0";
            if (record.get("method").asText().equals("OPTIONS")) {
                continue; // The routes answer that themselves.
            }
            InsertResponse answer = ElasticProbes.answer(record.get("path").asText(), version);
            assertEquals(record.get("status").asInt() == 200, answer != null, id);
            if (answer != null) {
                answered++;
                assertEquals("Elasticsearch", answer.headers().get("X-Elastic-Product"), id);
                if (!record.get("method").asText().equals("HEAD")) {
                    assertEquals(
                            record.get("response").asText(), new String(answer.body(), StandardCharsets.UTF_8), id);
                }
            }
        }
        assertTrue(answered > 15, "answered " + answered);
    }
}
