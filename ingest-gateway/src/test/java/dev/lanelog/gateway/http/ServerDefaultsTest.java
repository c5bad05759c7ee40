package dev.lanelog.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.row.RequestOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerDefaultsTest {
    private record Defaults(
            Optional<String> tenant,
            Optional<String> timeField,
            Optional<String> msgField,
            Optional<String> streamFields,
            Optional<String> ignoreFields,
            Optional<String> decolorizeFields,
            Optional<String> extraFields,
            Optional<String> preserveJsonKeys)
            implements GatewayConfig.Defaults {
        static Defaults of(String tenant, String extra) {
            Optional<String> none = Optional.empty();
            return new Defaults(
                    Optional.of(tenant), none, none, Optional.of("app, host"), none, none, Optional.of(extra), none);
        }
    }

    private static RequestOptions parse(Map<String, String> args, Map<String, String> headers) throws Exception {
        Map<String, String> settings = ServerDefaults.byProtocol(
                        Map.of("splunk", Defaults.of("7:3", "site=berlin")), Set.of("splunk"))
                .getOrDefault("splunk", Map.of());
        return RequestOptions.parse(new InsertRequest("POST", "/", args, headers, settings));
    }

    @Test
    void settingsCountWhereTheRequestIsSilent() throws Exception {
        RequestOptions options = parse(Map.of(), Map.of());
        assertEquals(7, options.accountId());
        assertEquals(3, options.projectId());
        assertEquals(List.of("app", "host"), options.streamFields());
        assertEquals("site", options.extraFields().getFirst().name());
    }

    @Test
    void requestsBeatSettings() throws Exception {
        RequestOptions options = parse(Map.of("_stream_fields", "x"), Map.of("projectid", "9"));
        assertEquals(0, options.accountId());
        assertEquals(9, options.projectId());
        assertEquals(List.of("x"), options.streamFields());
    }

    @Test
    void wrongSettingsAreNamedAtTheStart() {
        Set<String> protocols = Set.of("splunk");
        for (Map<String, GatewayConfig.Defaults> wrong : List.of(
                Map.<String, GatewayConfig.Defaults>of("splnk", Defaults.of("1:1", "a=b")),
                Map.<String, GatewayConfig.Defaults>of("splunk", Defaults.of("x", "a=b")),
                Map.<String, GatewayConfig.Defaults>of("splunk", Defaults.of("1:1", "a")))) {
            String message = String.valueOf(
                    assertThrows(IllegalArgumentException.class, () -> ServerDefaults.byProtocol(wrong, protocols))
                            .getMessage());
            assertTrue(message.startsWith("lanelog.gateway.defaults.spl"), message);
        }
    }
}
