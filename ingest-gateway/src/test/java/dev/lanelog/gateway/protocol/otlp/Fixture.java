package dev.lanelog.gateway.protocol.otlp;

import com.github.luben.zstd.Zstd;
import dev.lanelog.gateway.http.InsertRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** A recorded request and the rows it must become. */
record Fixture(
        String id,
        InsertRequest request,
        byte[] body,
        int status,
        List<Map<String, String>> rows,
        boolean rowsChecked,
        boolean profiled) {

    @Override
    public String toString() {
        return id;
    }

    static List<Fixture> all() throws IOException {
        List<Fixture> fixtures = new ArrayList<>();
        for (JsonObject json : lines("/otlp/fixtures.jsonl")) {
            fixtures.add(of(json));
        }
        return fixtures;
    }

    static List<JsonObject> lines(String resource) throws IOException {
        try (InputStream in = Fixture.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(JsonObject::new)
                    .toList();
        }
    }

    private static Fixture of(JsonObject json) throws IOException {
        byte[] body = json.containsKey("body_zb64")
                ? new InflaterInputStream(
                                new ByteArrayInputStream(Base64.getDecoder().decode(json.getString("body_zb64"))))
                        .readAllBytes()
                : Base64.getDecoder().decode(json.getString("body_b64", ""));
        Map<String, String> headers = new HashMap<>();
        for (Object header : json.getJsonArray("headers")) {
            JsonArray pair = (JsonArray) header;
            headers.put(pair.getString(0).toLowerCase(Locale.ROOT), pair.getString(1));
        }
        URI uri = URI.create(json.getString("path"));
        Map<String, String> args = new HashMap<>();
        if (uri.getRawQuery() != null) {
            for (String pair : uri.getRawQuery().split("&")) {
                int eq = pair.indexOf('=');
                args.put(pair.substring(0, eq), URLDecoder.decode(pair.substring(eq + 1), StandardCharsets.UTF_8));
            }
        }
        JsonArray rows = json.getJsonArray("rows");
        return new Fixture(
                json.getString("id"),
                new InsertRequest(json.getString("method"), uri.getPath(), args, headers),
                body,
                json.getInteger("status"),
                rows == null ? List.of() : rows(rows),
                rows != null,
                json.containsKey("profile"));
    }

    static List<Map<String, String>> rows(JsonArray json) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (Object row : json) {
            Map<String, String> fields = new TreeMap<>();
            ((JsonObject) row).forEach(field -> fields.put(field.getKey(), (String) field.getValue()));
            rows.add(fields);
        }
        return rows;
    }

    /** The body without its content encoding. */
    byte[] decodedBody() throws IOException {
        String encoding = request.header("Content-Encoding");
        InputStream in = new ByteArrayInputStream(body);
        return switch (encoding == null ? "identity" : encoding) {
            case "gzip" -> new GZIPInputStream(in).readAllBytes();
            case "deflate" -> new InflaterInputStream(in).readAllBytes();
            case "zstd" -> Zstd.decompress(body, (int) Zstd.getFrameContentSize(body));
            case "snappy" -> new org.xerial.snappy.SnappyFramedInputStream(in).readAllBytes();
            default -> body;
        };
    }
}
