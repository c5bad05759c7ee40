package dev.lanelog.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryMainTest {
    @Test
    void opensNoGrpcPortThatOthersReach() throws Exception {
        QueryMain main = new QueryMain();
        main.parse(Map.of(), "--http", "0", "--listen", "0.0.0.0", "--insecure-http");
        Map<String, String> settings = main.settings();
        assertEquals("127.0.0.1", settings.get("quarkus.grpc.server.host"));
        assertEquals("0.0.0.0", settings.get("quarkus.http.host"));
    }

    @Test
    void helpNamesItsPort() {
        String usage = new QueryMain().usage();
        assertTrue(usage.contains("9471"), usage);
    }
}
