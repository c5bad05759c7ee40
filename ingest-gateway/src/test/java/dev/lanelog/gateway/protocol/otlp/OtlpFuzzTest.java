package dev.lanelog.gateway.protocol.otlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.lanelog.gateway.http.Mutations;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.RequestOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Mutated requests: whatever the bytes, they become rows, rejected rows or a refusal, quickly. {@code -Dfuzz.otlp=N} sets how
 * many, {@code -Dseed=N} repeats a run.
 */
class OtlpFuzzTest {
    private static final int RUNS = Integer.getInteger("fuzz.otlp", 20_000);
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @Test
    void noProtobufBreaksTheDecoder() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (Fixture fixture : Fixture.all()) {
            if (fixture.body().length < 4096 && fixture.request().header("Content-Encoding") == null) {
                seeds.add(fixture.body());
            }
        }
        run(seeds, false);
    }

    @Test
    void noJsonBreaksTheTranscoder() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (Fixture fixture : Fixture.all()) {
            if (fixture.request().mediaType().equals("application/json")) {
                seeds.add(fixture.body());
            }
        }
        seeds.add("""
                {"resourceLogs":[{"resource":{"attributes":[{"key":"b","value":{"bytesValue":"AAE="}}]},
                "scopeLogs":[{"scope":{"name":"s","attributes":[]},"logRecords":[
                {"timeUnixNano":"1768471200000000001","severityNumber":"SEVERITY_NUMBER_WARN","flags":1,
                "body":{"kvlistValue":{"values":[{"key":"k","value":{"arrayValue":{"values":[{"doubleValue":1e-7}]}}}]}},
                "traceId":"00ff","attributes":[{"key":"a\\u00e9","value":{"intValue":"-3"}}]}]}]}]}""".getBytes(StandardCharsets.UTF_8));
        run(seeds, true);
    }

    private static void run(List<byte[]> seeds, boolean json) {
        System.out.println("seed=" + SEED);
        Random random = new Random(SEED);
        for (int i = 0; i < RUNS; i++) {
            byte[] request = Mutations.mutate(
                    seeds.get(random.nextInt(seeds.size())), seeds.get(random.nextInt(seeds.size())), random);
            try {
                assertTimeoutPreemptively(Duration.ofSeconds(5), () -> read(request, json));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "seed " + SEED + " run " + i + " " + HexFormat.of().formatHex(request), e);
            }
        }
    }

    private static void read(byte[] request, boolean json) {
        CollectedRows rows = new CollectedRows(RequestOptions.DEFAULT.withTimeFields(List.of()));
        try {
            if (json) {
                OtlpRequests.readJson(request, rows.sink);
            } else {
                OtlpRequests.readProtobuf(request, request.length, rows.sink);
            }
        } catch (BadRequestException e) {
            assertEquals(400, e.status());
        }
        assertEquals(rows.sink.accepted(), rows.rows().size());
    }
}
