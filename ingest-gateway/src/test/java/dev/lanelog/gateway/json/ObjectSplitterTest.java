package dev.lanelog.gateway.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.gateway.http.Trickle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ObjectSplitterTest {
    private static final String[] OBJECTS = {
        "{}",
        "{\"a\":{\"b\":{}}}",
        "{\"brace\":\"}\",\"quote\":\"\\\"}\"}",
        "{\"backslash\":\"\\\\\"}",
        "{\"list\":[{\"a\":1},{\"b\":\"{\"}]}",
        "{not json}",
        "{\"long\":\"" + "x".repeat(100) + "\"}"
    };

    private static List<String> split(String text, int max, int part) throws IOException, JsonSyntaxException {
        ObjectSplitter objects =
                new ObjectSplitter(new Trickle(text.getBytes(StandardCharsets.UTF_8), () -> part), max);
        List<String> found = new ArrayList<>();
        while (objects.next()) {
            found.add(
                    objects.tooLong()
                            ? "too long"
                            : new String(objects.data(), objects.offset(), objects.length(), StandardCharsets.UTF_8));
        }
        return found;
    }

    @Test
    void objectsAreFoundHoweverTheStreamIsSplit() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        for (int run = 0; run < 500; run++) {
            StringBuilder text = new StringBuilder();
            List<String> want = new ArrayList<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                String object = OBJECTS[random.nextInt(OBJECTS.length)];
                text.append(" \r\n\t", 0, random.nextInt(5)).append(object);
                want.add(object.length() >= 64 ? "too long" : object);
            }
            assertEquals(want, split(text.toString(), 64, 1 + random.nextInt(9)), "seed " + seed);
        }
    }

    @Test
    void whatIsNoObjectIsNamed() {
        assertTrue(assertThrows(JsonSyntaxException.class, () -> split("{} [1]", 64, 9))
                .text()
                .contains("'['"));
        assertThrows(JsonSyntaxException.class, () -> split("{\"a\":\"}", 64, 9));
        assertThrows(JsonSyntaxException.class, () -> split("{" + "x".repeat(1000), 64, 9));
    }

    @Test
    void nothingHasNoObjects() throws Exception {
        assertFalse(new ObjectSplitter(new Trickle(new byte[0], () -> 1), 64).next());
        assertEquals(List.of(), split(" \n", 64, 1));
    }
}
