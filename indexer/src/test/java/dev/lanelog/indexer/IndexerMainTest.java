package dev.lanelog.indexer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.proto.launch.StartException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexerMainTest {
    private static Map<String, String> settings(String... arguments) throws StartException {
        List<String> all = new ArrayList<>(List.of("--http", "0", "--grpc", "0"));
        all.addAll(List.of(arguments));
        IndexerMain main = new IndexerMain();
        main.parse(Map.of(), all.toArray(String[]::new));
        return main.settings();
    }

    @Test
    void sharesPartitionsAndServesOnItsOwnAddress() throws Exception {
        Map<String, String> settings = settings("--data", "some/dir");
        assertEquals("group", settings.get("lanelog.indexer.assignment"));
        assertEquals("127.0.0.1", settings.get("quarkus.grpc.server.host"));
        assertTrue(Integer.parseInt(String.valueOf(settings.get("quarkus.grpc.server.port"))) > 0);
        assertEquals(Path.of("some/dir").toAbsolutePath().toString(), settings.get("lanelog.indexer.data-dir"));
        assertFalse(settings.containsKey("lanelog.indexer.serve.advertised-host"));
    }

    @ParameterizedTest
    @CsvSource({"indexer-1,indexer-1,", "indexer-1:9491,indexer-1,9491", "::1,::1,", "[::1]:7,[::1],7"})
    void advertisedAddressIsAHostWithOrWithoutAPort(String flag, String host, String port) throws Exception {
        Map<String, String> settings = settings("--advertise", flag);
        assertEquals(host, settings.get("lanelog.indexer.serve.advertised-host"));
        assertEquals(port, settings.get("lanelog.indexer.serve.advertised-port"));
    }

    @Test
    void advertisedPortThatIsNoneIsRefused() {
        StartException refused = assertThrows(StartException.class, () -> settings("--advertise", "indexer-1:x"));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("--advertise:"), refused.getMessage());
    }

    @Test
    void wildcardListenerAdvertisesAnAddressThatOthersCanUse() throws Exception {
        String host = settings("--listen", "0.0.0.0", "--insecure-http").get("lanelog.indexer.serve.advertised-host");
        assertFalse(host == null || host.equals("0.0.0.0"), host);
    }
}
