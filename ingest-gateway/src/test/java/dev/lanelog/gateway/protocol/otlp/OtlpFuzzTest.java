package dev.lanelog.gateway.protocol.otlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.RequestOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
            byte[] request = mutated(seeds, random);
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

    private static byte[] mutated(List<byte[]> seeds, Random random) {
        byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
        for (int n = random.nextInt(4); n >= 0 && bytes.length > 0; n--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> {
                    // A slice of another request in the middle of this one.
                    byte[] other = seeds.get(random.nextInt(seeds.size()));
                    int from = random.nextInt(other.length);
                    int len = random.nextInt(Math.min(64, other.length - from)) + 1;
                    byte[] joined = new byte[bytes.length + len];
                    System.arraycopy(bytes, 0, joined, 0, at);
                    System.arraycopy(other, from, joined, at, len);
                    System.arraycopy(bytes, at, joined, at + len, bytes.length - at);
                    bytes = joined;
                }
                case 4 -> {
                    int len = random.nextInt(Math.min(16, bytes.length - at)) + 1;
                    byte[] cut = new byte[bytes.length - len];
                    System.arraycopy(bytes, 0, cut, 0, at);
                    System.arraycopy(bytes, at + len, cut, at, cut.length - at);
                    bytes = cut;
                }
                default -> {
                    int len = Math.min(10, bytes.length - at);
                    Arrays.fill(bytes, at, at + len, (byte) 0xff);
                }
            }
        }
        return bytes;
    }
}
