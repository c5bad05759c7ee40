package dev.lanelog.standalone;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Turns flags into the keys that the services read. As system properties they win over every file. */
final class ServiceSettings {
    private ServiceSettings() {}

    /**
     * @param bootstrap brokers, {@code host:port}
     * @return key to value
     */
    static Map<String, String> of(Options options, Endpoints endpoints, DataDirectory data, String bootstrap) {
        Role role = options.role;
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("kafka.bootstrap.servers", bootstrap);
        settings.put("quarkus.http.host", endpoints.listen());
        settings.put("quarkus.http.port", Integer.toString(endpoints.http()));
        settings.put("lanelog.gateway.enabled", Boolean.toString(role.gateway()));
        settings.put("lanelog.indexer.enabled", Boolean.toString(role.indexer()));
        settings.put("lanelog.query.enabled", Boolean.toString(role.query()));
        if (role.gateway()) {
            options.gateway.addSettings(endpoints.listen(), settings);
        }
        if (role.indexer()) {
            settings.put("lanelog.indexer.data-dir", data.store().toString());
            settings.put("quarkus.grpc.server.port", Integer.toString(endpoints.indexerGrpc()));
            // All partitions by assign(): a restart waits for no group session. Indexers that share a store use a
            // group.
            settings.put("lanelog.indexer.assignment", role == Role.ALL ? "all" : "group");
            if (role == Role.ALL) {
                settings.put("quarkus.grpc.server.host", "127.0.0.1");
            } else {
                settings.put("quarkus.grpc.server.host", endpoints.listen());
                if (endpoints.isWildcard()) {
                    settings.put("lanelog.indexer.serve.advertised-host", ownHost());
                }
            }
        } else {
            // The server of this extension can't be left out at run time; nobody is told of this one.
            settings.put("quarkus.grpc.server.host", "127.0.0.1");
            settings.put("quarkus.grpc.server.port", "0");
        }
        return settings;
    }

    private static String ownHost() {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException e) {
            return "127.0.0.1";
        }
    }
}
