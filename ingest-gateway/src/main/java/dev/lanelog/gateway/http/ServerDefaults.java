package dev.lanelog.gateway.http;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.RequestOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The settings {@code lanelog.gateway.defaults.PROTOCOL.*}, as {@link RequestOptions.Params#setting} wants them. */
public final class ServerDefaults {
    private ServerDefaults() {}

    /**
     * By protocol, then by the name of the argument that each stands in for.
     *
     * @throws IllegalArgumentException if a setting names an unknown protocol or is not of its form
     */
    static Map<String, Map<String, String>> byProtocol(
            Map<String, GatewayConfig.Defaults> configured, Set<String> protocols) {
        Map<String, Map<String, String>> all = new HashMap<>();
        configured.forEach((protocol, defaults) -> {
            String key = "lanelog.gateway.defaults." + protocol;
            if (!protocols.contains(protocol)) {
                throw new IllegalArgumentException(key + ": no such protocol; there are " + protocols);
            }
            Map<String, String> settings = settings(defaults);
            try {
                RequestOptions.parse(new InsertRequest("", "", Map.of(), Map.of(), settings));
            } catch (BadRequestException e) {
                throw new IllegalArgumentException(key + ": " + e.text(), e);
            }
            all.put(protocol, settings);
        });
        return all;
    }

    /** The settings of one protocol, by the name of the argument that each stands in for; checked at the start. */
    public static Map<String, String> of(GatewayConfig config, String protocol) {
        GatewayConfig.Defaults defaults = config.defaults().get(protocol);
        return defaults == null ? Map.of() : settings(defaults);
    }

    private static Map<String, String> settings(GatewayConfig.Defaults defaults) {
        Map<String, String> settings = new HashMap<>();
        put(settings, RequestOptions.TENANT, defaults.tenant());
        put(settings, "_time_field", defaults.timeField());
        put(settings, "_msg_field", defaults.msgField());
        put(settings, "_stream_fields", defaults.streamFields());
        put(settings, "ignore_fields", defaults.ignoreFields());
        put(settings, "decolorize_fields", defaults.decolorizeFields());
        put(settings, "extra_fields", defaults.extraFields());
        put(settings, "preserve_json_keys", defaults.preserveJsonKeys());
        return settings;
    }

    private static void put(Map<String, String> settings, String name, Optional<String> value) {
        value.ifPresent(text -> settings.put(name, text));
    }
}
