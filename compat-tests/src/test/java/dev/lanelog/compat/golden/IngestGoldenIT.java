package dev.lanelog.compat.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lanelog.compat.Wire;
import dev.lanelog.compat.Wire.Answer;
import dev.lanelog.compat.Wire.Pair;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

/**
 * Replays recorded insert requests over HTTP, then asks for the rows that each must have become. A fixture whose
 * response the reference gives differently from what Lanelog promises is not claimed; the reasons are in {@code
 * docs/differences.md}.
 */
class IngestGoldenIT {
    private static final String SET = "http/";
    private static final long CLOCK_SECONDS = 900;

    private record Pending(JsonNode fixture, String failure) {}

    @Test
    void claimedInsertRequestsBecomeTheRecordedRows() throws Exception {
        String base = Server.base();
        Claims claims = new Claims("claimed-ingest.txt");
        Claims.Run run = new Claims.Run();
        List<Pending> sent = new ArrayList<>();
        for (JsonNode fixture : Recorded.lines(SET + "ingest.jsonl.gz")) {
            boolean special = fixture.hasNonNull("profile")
                    || !Recorded.text(fixture, "transport").equals("http");
            // A tenant of its own makes a fixture's rows tellable from all others.
            if (!special && ownTenant(fixture)) {
                sent.add(new Pending(fixture, send(base, fixture)));
            }
        }
        Answer flushed = Wire.get(base, "/internal/force_flush");
        if (flushed.status() != 200) {
            throw new AssertionError("force_flush: " + flushed.status() + ' ' + flushed.text());
        }
        for (Pending pending : sent) {
            JsonNode fixture = pending.fixture();
            String failure = pending.failure();
            if (failure.isEmpty() && fixture.hasNonNull("rows")) {
                failure = rowsDiffer(fixture.get("rows"), rows(base, Recorded.text(fixture, "tenant")));
            }
            run.add(Recorded.text(fixture, "id"), Recorded.text(fixture, "protocol"), failure);
        }
        claims.judge("ingest", run);
    }

    @Test
    void insertsThatEndedAnotherServerAreSurvived() throws Exception {
        String base = Server.base();
        for (JsonNode fixture : Recorded.lines(SET + "ingest-crash.jsonl.gz")) {
            if (Recorded.text(fixture, "transport").equals("http")) {
                Answer answer = exchange(base, fixture);
                if (answer.status() >= 500 || Wire.get(base, "/health").status() != 200) {
                    throw new AssertionError(Recorded.text(fixture, "id") + ": " + answer.status());
                }
            }
        }
    }

    private static boolean ownTenant(JsonNode fixture) {
        String account = Recorded.text(fixture, "tenant").split(":", 2)[0];
        return account.length() >= 6 && account.chars().allMatch(Character::isDigit);
    }

    private static String send(String base, JsonNode fixture) {
        try {
            return HttpCompare.differs(fixture, exchange(base, fixture));
        } catch (IOException e) {
            return "no answer: " + e;
        }
    }

    private static Answer exchange(String base, JsonNode fixture) throws IOException {
        return Wire.send(
                base,
                Recorded.text(fixture, "method"),
                Recorded.text(fixture, "path"),
                Recorded.pairs(fixture.get("headers")),
                body(fixture));
    }

    private static byte[] body(JsonNode fixture) throws IOException {
        if (fixture.hasNonNull("body_zb64")) {
            byte[] packed = Base64.getDecoder().decode(fixture.get("body_zb64").asText());
            return new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes();
        }
        return fixture.hasNonNull("body_b64")
                ? Base64.getDecoder().decode(fixture.get("body_b64").asText())
                : null;
    }

    private static List<ObjectNode> rows(String base, String tenant) throws IOException {
        Answer answer = Wire.form(
                base,
                "/select/logsql/query",
                List.of(new Pair("query", "*")),
                ApiGoldenIT.tenant(tenant).toArray(Pair[]::new));
        if (answer.status() != 200) {
            throw new IOException("query: " + answer.status() + ' ' + answer.text());
        }
        List<ObjectNode> out = new ArrayList<>();
        for (String line : Recorded.nonBlankLines(answer.text())) {
            ObjectNode row = (ObjectNode) Recorded.JSON.readTree(line);
            row.remove("_stream_id");
            out.add(row);
        }
        return out;
    }

    private static String rowsDiffer(JsonNode wanted, List<ObjectNode> got) {
        if (wanted.size() != got.size()) {
            return "got " + got.size() + " rows, want " + wanted.size();
        }
        List<ObjectNode> rest = new ArrayList<>(got);
        for (JsonNode row : wanted) {
            ObjectNode want = (ObjectNode) row;
            int hit = -1;
            for (int i = 0; i < rest.size() && hit < 0; i++) {
                if (same(want, rest.get(i))) {
                    hit = i;
                }
            }
            if (hit < 0) {
                return "no row " + LogsqlGoldenIT.clip(want.toString()) + " among "
                        + LogsqlGoldenIT.clip(rest.toString());
            }
            rest.remove(hit);
        }
        return "";
    }

    private static boolean same(ObjectNode want, ObjectNode got) {
        if (want.path("_time").asText().equals("<now>")) {
            try {
                long off = Math.abs(Instant.parse(got.path("_time").asText()).getEpochSecond()
                        - Instant.now().getEpochSecond());
                return off <= CLOCK_SECONDS
                        && readable(want.deepCopy().without("_time"))
                                .equals(readable(got.deepCopy().without("_time")));
            } catch (DateTimeParseException e) {
                return false;
            }
        }
        return readable(want).equals(readable(got));
    }

    /**
     * Canonical text in which bytes that are not UTF-8 are U+FFFD: the recordings hold them as lone surrogates, and
     * Lanelog's answers, which are always valid JSON, as replacement characters.
     */
    private static String readable(JsonNode row) {
        return Recorded.canonical(row, false)
                .replaceAll("[\\uD800-\\uDFFF]", "\uFFFD")
                .replaceAll("\uFFFD+", "\uFFFD");
    }
}
