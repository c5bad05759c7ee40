package dev.lanelog.gateway.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The scanner against Jackson: same fields for whatever both call JSON. */
class JsonFlattenerTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Collects the fields of one row; the last value of a name counts. */
    private static final class Fields implements FieldSink {
        final Map<String, String> all = new LinkedHashMap<>();

        @Override
        public RequestOptions options() {
            return RequestOptions.DEFAULT;
        }

        @Override
        public void startRow(long position) {
            all.clear();
        }

        @Override
        public void time(long timeNs) {
            throw new AssertionError("JSON states no time");
        }

        @Override
        public void field(byte[] n, int nOff, int nLen, byte[] v, int vOff, int vLen) {
            all.put(
                    new String(n, nOff, nLen, StandardCharsets.UTF_8),
                    new String(v, vOff, vLen, StandardCharsets.UTF_8));
        }

        @Override
        public void streamField(byte[] n, int nOff, int nLen, byte[] v, int vOff, int vLen) {
            throw new AssertionError("JSON has no labels");
        }

        @Override
        public boolean endRow() {
            return true;
        }

        @Override
        public void rejectRow(Reason reason, String detail) {
            throw new AssertionError(detail);
        }
    }

    private static Map<String, String> flatten(String json, String... preserved) throws JsonSyntaxException {
        // Surrounded by other bytes: nothing outside of the slice may be looked at.
        byte[] text = ("\"}" + json + "\"},]").getBytes(StandardCharsets.UTF_8);
        Fields fields = new Fields();
        new JsonFlattener(128, List.of(preserved)).row(text, 2, text.length - 4, fields);
        return fields.all;
    }

    private static void expected(String prefix, JsonNode object, Map<String, String> into)
            throws JsonProcessingException {
        for (Map.Entry<String, JsonNode> e : object.properties()) {
            String name = prefix + e.getKey();
            JsonNode value = e.getValue();
            if (value.isObject()) {
                expected(name + ".", value, into);
            } else if (value.isTextual()) {
                into.put(name, value.textValue());
            } else if (!value.isNull()) {
                into.put(name, JSON.writeValueAsString(value));
            }
        }
    }

    @Property(tries = 2000)
    void flattensAsJacksonReads(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        ObjectNode object = object(random, 0);
        String json = random.nextBoolean()
                ? JSON.writeValueAsString(object)
                : JSON.writerWithDefaultPrettyPrinter().writeValueAsString(object);
        Map<String, String> want = new LinkedHashMap<>();
        expected("", JSON.readTree(json), want);
        assertEquals(want, flatten(json), () -> "seed " + seed + ": " + json);
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = JSON.createObjectNode();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.set(name(random), value(random, depth));
        }
        return object;
    }

    private static String name(Random random) {
        return new String[] {"a", "b", "c.d", "k\"q", "é", "\u20ac", "back\\slash", "t\tab", "\ud83d\ude00"}
                        [random.nextInt(9)]
                + random.nextInt(3);
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 4 ? 5 : 8)) {
            case 0 -> JSON.getNodeFactory().numberNode(random.nextLong());
            case 1 -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
            case 2 -> JSON.getNodeFactory().nullNode();
            case 3 -> JSON.getNodeFactory().numberNode(random.nextInt(1000) / 8.0);
            case 4, 5 -> JSON.getNodeFactory().textNode(text(random));
            case 6 -> object(random, depth + 1);
            default -> {
                ArrayNode array = JSON.createArrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(
                            random.nextBoolean()
                                    ? JSON.getNodeFactory().numberNode(random.nextInt())
                                    : object(random, depth + 1));
                }
                yield array;
            }
        };
    }

    private static String text(Random random) {
        StringBuilder s = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
            s.append(new String[] {"x", "yz ", "\"", "\\", "\n", "\u0000", "é", "\ud83d\ude00", "/", "\u2028"}
                    [random.nextInt(10)]);
        }
        return s.toString();
    }

    /** Whatever is done to the text: fields or the named exception, nothing else. */
    @Property(tries = 5000)
    void damagedTextIsRefusedOrRead(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] json = JSON.writeValueAsBytes(object(random, 0));
        for (int i = random.nextInt(4); i >= 0; i--) {
            json[random.nextInt(json.length)] = (byte) "{}[]\",:\\0e-tn\u0000 ".charAt(random.nextInt(15));
        }
        int to = json.length - random.nextInt(Math.min(3, json.length));
        Fields fields = new Fields();
        try {
            new JsonFlattener(128, List.of()).row(json, 0, to, fields);
        } catch (JsonSyntaxException refused) {
            assertEquals(Map.of(), fields.all, "a refused line hands no field on, seed " + seed);
        }
    }

    @Test
    void unusualFormsAreKept() throws Exception {
        assertEquals(
                Map.of("a", "01", "b", "1.", "c", ".5", "d", "+1", "e", "1E+5", "f", "-0"),
                flatten("{\"a\":01,\"b\":1.,\"c\":.5,\"d\":+1,\"e\":1E+5,\"f\":-0}"));
        assertEquals(Map.of("m", "lone \\ud83d bad \\x é"), flatten("{\"m\":\"lone \\ud83d bad \\x \\u00e9\"}"));
        assertEquals(
                Map.of("a", "{\"b\":1.50,\"c\":\"\\u00e9\"}"),
                flatten("{\"a\":{ \"b\" : 1.50 , \"c\":\"\\u00e9\" } }", "a"));
        assertEquals(Map.of("a", "2"), flatten("{\"a\":1,\"a\":2}"));
    }

    @Test
    void deepNestingIsRefusedNotFollowed() {
        assertThrows(JsonSyntaxException.class, () -> flatten("{\"a\":".repeat(100_000)));
        assertThrows(JsonSyntaxException.class, () -> flatten("{\"a\":" + "[".repeat(100_000)));
    }

    @Test
    void otherThanOneObjectIsRefused() {
        for (String bad : List.of(
                "", " ", "1", "null", "[1]", "{}{}", "{} x", "{'a':1}", "{\"a\":NaN}", "{\"a\":1,}", "{\"a\":\"x}")) {
            assertThrows(JsonSyntaxException.class, () -> flatten(bad), bad);
        }
    }
}
