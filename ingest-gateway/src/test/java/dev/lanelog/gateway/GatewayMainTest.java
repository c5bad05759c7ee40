package dev.lanelog.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.proto.launch.StartException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewayMainTest {
    private static final List<String> FREE_PORTS =
            List.of("--http", "0", "--otlp-grpc", "0", "--otlp-http", "0", "--syslog", "0");

    private static GatewayMain parsed(String... arguments) {
        GatewayMain main = new GatewayMain();
        main.parse(Map.of(), arguments);
        return main;
    }

    @Test
    void everyListenerGetsItsPortAndAddress() throws Exception {
        Map<String, String> settings = parsed(FREE_PORTS.toArray(String[]::new)).settings();
        assertEquals("127.0.0.1", settings.get("lanelog.gateway.listen"));
        for (String key : List.of(
                "quarkus.http.port",
                "lanelog.gateway.otlp.grpc-port",
                "lanelog.gateway.otlp.http-port",
                "lanelog.gateway.syslog.port")) {
            assertTrue(Integer.parseInt(String.valueOf(settings.get(key))) > 0, key);
        }
    }

    @Test
    void portOutOfRangeNamesTheFlag() {
        StartException refused = assertThrows(
                StartException.class,
                () -> parsed("--http", "0", "--syslog", "70000").settings());
        assertTrue(String.valueOf(refused.getMessage()).startsWith("--syslog 70000:"), refused.getMessage());
    }

    @Test
    void helpNamesItsOwnFlags() {
        String usage = new GatewayMain().usage();
        for (String flag : List.of("--otlp-grpc", "--otlp-http", "--syslog", "--kafka", "9428")) {
            assertTrue(usage.contains(flag), usage);
        }
    }
}
