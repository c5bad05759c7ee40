package dev.lanelog.compat;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.restassured.response.Response;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that changed a bit: the damage is told, and reaches no further than it must. */
class CorruptGroupIT {
    @TempDir
    Path data;

    @Test
    void flippedByteInAGroupIsReportedAndContained() throws Exception {
        try (Standalone standalone = Standalone.start(data)) {
            StringBuilder body = new StringBuilder();
            for (int n = 0; n < 20_000; n++) {
                body.append("{\"_msg\":\"damaged text ")
                        .append(Integer.toHexString(n * 0x9E3779B9))
                        .append("\",\"n\":\"")
                        .append(n)
                        .append("\"}\n");
            }
            post(standalone, "1", body.toString());
            flush(standalone);
            List<Path> damaged = groups();
            post(standalone, "2", "{\"_msg\":\"healthy text\"}\n");
            flush(standalone);
            standalone.terminate();
            for (Path group : damaged) {
                flipBytesOfPages(group);
            }
            standalone.start();

            Response answer = ask(standalone, "1", "damaged");
            assertTrue(answer.statusCode() >= 500, answer.statusCode() + " " + answer.asString());
            assertTrue(
                    damaged.stream().anyMatch(group -> answer.asString().contains(nameOf(group))),
                    "the answer names the damaged file: " + answer.asString());

            Response healthy = ask(standalone, "2", "healthy | fields _msg");
            assertEquals(200, healthy.statusCode(), healthy.asString());
            assertEquals("{\"_msg\":\"healthy text\"}\n", healthy.asString());
            assertEquals(
                    200,
                    given().baseUri(standalone.base()).get("/-/ready").statusCode(),
                    "a damaged group does not stop the service");
            String metrics = given().baseUri(standalone.base()).get("/metrics").asString();
            assertTrue(
                    metrics.lines()
                            .anyMatch(line ->
                                    line.startsWith("lanelog_query_corrupt_pages_total") && !line.endsWith(" 0.0")),
                    "the damage is counted");
        }
    }

    private static String nameOf(Path group) {
        String name = group.getFileName().toString();
        return name.substring(0, name.length() - ".group".length()).replaceAll(".*[-_]", "");
    }

    private static Response ask(Standalone standalone, String account, String query) {
        return given().baseUri(standalone.base())
                .header("AccountID", account)
                .formParam("query", query)
                .formParam("start", "0")
                .post("/select/logsql/query");
    }

    private static void post(Standalone standalone, String account, String body) {
        given().baseUri(standalone.base())
                .header("AccountID", account)
                .contentType("application/stream+json")
                .body(body)
                .post("/insert/jsonline")
                .then()
                .statusCode(200);
    }

    private static void flush(Standalone standalone) {
        given().baseUri(standalone.base()).get("/internal/force_flush").then().statusCode(200);
    }

    private List<Path> groups() throws IOException {
        try (Stream<Path> files = Files.walk(data.resolve("store"))) {
            return files.filter(file -> file.toString().endsWith(".group")).toList();
        }
    }

    /**
     * Pages come first in a file, and metadata last, with filters between, which an answer need not read: several bytes of
     * the first half are changed, so that a page of the large text column is hit wherever it lies.
     */
    private static void flipBytesOfPages(Path group) throws IOException {
        try (FileChannel file = FileChannel.open(group, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int part = 1; part <= 8; part++) {
                long at = file.size() * part / 16;
                ByteBuffer one = ByteBuffer.allocate(1);
                file.read(one, at);
                one.put(0, (byte) (one.get(0) ^ 0x10));
                one.rewind();
                file.write(one, at);
            }
        }
    }
}
