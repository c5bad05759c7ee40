package dev.lanelog.query.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lanelog.columnar.group.Tenant;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids are kept in links: they must never change. The hashes are published test vectors of MurmurHash3_x64_128. */
final class StreamIdTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|00000000000000000000000000000000",
                "hello|cbd8a7b341bd9b025b1e906a48ae1d19",
                "hello, world|342fac623a5ebc8e4cdcbc079642414d",
                "19 Jan 2038 at 3:14:07 AM|b89e5988b737affc664fc2950231b2cb",
                "The quick brown fox jumps over the lazy dog.|cd99481f9ee902c9695da1a38987b6e7",
            })
    void hashIsMurmur3OfTheStreamText(String text, String hash) {
        byte[] bytes = ("x" + text).getBytes(StandardCharsets.UTF_8);
        byte[] id = StreamId.of(new Tenant(1, 0xFFFFFFFF), bytes, 1, bytes.length - 1);
        assertEquals("00000001ffffffff" + hash, new String(id, StandardCharsets.US_ASCII));
    }
}
