package dev.lanelog.compat;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How soon a row can be queried after its request was answered. */
class FreshnessIT {
    private static final int TRIES = 9;
    private static final long PROMISE_MS = 1_000;

    @TempDir
    Path data;

    @Test
    void rowsSentWithCurlsDefaultContentTypeAreVisibleWithinASecond() {
        try (Standalone standalone = Standalone.start(data)) {
            long[] millis = new long[TRIES];
            for (int i = 0; i < TRIES; i++) {
                String word = "fresh" + i;
                StringBuilder body = new StringBuilder();
                for (int n = 0; n < 10; n++) {
                    body.append("{\"_msg\":\"")
                            .append(word)
                            .append(" row ")
                            .append(n)
                            .append("\"}\n");
                }
                // What `curl --data-binary` says its body is: it must not be parsed as a form.
                given().baseUri(standalone.base())
                        .config(io.restassured.RestAssured.config()
                                .encoderConfig(io.restassured.config.EncoderConfig.encoderConfig()
                                        .encodeContentTypeAs(
                                                "application/x-www-form-urlencoded",
                                                io.restassured.http.ContentType.TEXT)))
                        .contentType("application/x-www-form-urlencoded")
                        .body(body.toString())
                        .post("/insert/jsonline")
                        .then()
                        .statusCode(200);
                long answered = System.nanoTime();
                Await.until(
                        "ten rows of " + word, Duration.ofSeconds(10), () -> Rows.count(standalone.base(), word) == 10);
                millis[i] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - answered);
            }
            System.out.println("visible after (ms): " + Arrays.toString(millis));
            Arrays.sort(millis);
            assertTrue(millis[TRIES / 2] <= PROMISE_MS, "median of " + Arrays.toString(millis));
        }
    }
}
