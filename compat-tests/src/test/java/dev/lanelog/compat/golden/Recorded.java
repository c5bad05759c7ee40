package dev.lanelog.compat.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lanelog.compat.Wire.Pair;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** Reading recorded cases and comparing JSON as they ask for. */
final class Recorded {
    static final ObjectMapper JSON = new ObjectMapper();

    private Recorded() {}

    /** The lines of a gzipped resource below {@code golden/}, as JSON. */
    static List<JsonNode> lines(String name) throws IOException {
        List<JsonNode> out = new ArrayList<>();
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(open(name)), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isBlank()) {
                    out.add(JSON.readTree(line));
                }
            }
        }
        return out;
    }

    static byte[] bytes(String name) throws IOException {
        try (InputStream in = name.endsWith(".gz") ? new GZIPInputStream(open(name)) : open(name)) {
            return in.readAllBytes();
        }
    }

    private static InputStream open(String name) {
        InputStream in = Recorded.class.getResourceAsStream("/golden/" + name);
        if (in == null) {
            throw new IllegalArgumentException("no resource golden/" + name);
        }
        return in;
    }

    /** Headers or arguments: an object, or an array of pairs. */
    static List<Pair> pairs(JsonNode node) {
        List<Pair> out = new ArrayList<>();
        if (node == null || node.isNull()) {
            return out;
        }
        if (node.isObject()) {
            node.properties()
                    .forEach(e -> out.add(new Pair(e.getKey(), e.getValue().asText())));
        } else {
            node.forEach(
                    pair -> out.add(new Pair(pair.get(0).asText(), pair.get(1).asText())));
        }
        return out;
    }

    static String text(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value == null || value.isNull() ? "" : value.asText();
    }

    /** The same JSON value always gives the same text: object keys sorted, numbers without trailing zeros. */
    static String canonical(JsonNode node, boolean sortArraysOfObjects) {
        return sorted(node, sortArraysOfObjects).toString();
    }

    static String canonicalLine(String line) {
        try {
            return canonical(JSON.readTree(line), false);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + line, e);
        }
    }

    private static JsonNode sorted(JsonNode node, boolean sortArrays) {
        if (node.isObject()) {
            TreeMap<String, JsonNode> fields = new TreeMap<>();
            node.properties().forEach(e -> fields.put(e.getKey(), sorted(e.getValue(), sortArrays)));
            ObjectNode out = JSON.createObjectNode();
            fields.forEach(out::set);
            return out;
        }
        if (node.isArray()) {
            List<JsonNode> items = new ArrayList<>();
            boolean objects = true;
            for (JsonNode item : node) {
                items.add(sorted(item, sortArrays));
                objects &= item.isObject();
            }
            if (sortArrays && objects) {
                items.sort(Comparator.comparing(JsonNode::toString));
            }
            ArrayNode out = JSON.createArrayNode();
            items.forEach(out::add);
            return out;
        }
        if (node.isNumber()) {
            return JSON.getNodeFactory()
                    .textNode("#" + node.decimalValue().stripTrailingZeros().toPlainString());
        }
        return node;
    }

    static List<String> nonBlankLines(String text) {
        List<String> out = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            if (!line.isBlank()) {
                out.add(line);
            }
        }
        return out;
    }

    static List<String> sortedLines(String text) {
        List<String> out = new ArrayList<>(List.of(text.split("\n", -1)));
        out.sort(null);
        return out;
    }
}
