package dev.lanelog.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.gateway.GatewayMain;
import dev.lanelog.indexer.IndexerMain;
import dev.lanelog.proto.launch.ServiceCommand;
import dev.lanelog.query.QueryMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The compose file can't be started in the tests; its flags, ports and settings are held to the code at least. */
@NullUnmarked
class ComposeFileTest {
    private static final Path FILE = Path.of("../compose.yaml");
    private static final Path SCRIPT = Path.of("../local-cluster");

    @Test
    void everyServiceHasFlagsThatItsCommandTakes() throws IOException {
        for (String name : names()) {
            if (name.equals("kafka")) {
                continue;
            }
            ServiceCommand command = command(name);
            List<String> flags = strings(service(name).get("command"));
            command.parse(Map.of(), flags.toArray(String[]::new));
            assertTrue(flags.contains("kafka:9092"), name + " uses the broker of the file");
        }
    }

    @Test
    void healthChecksAskThePortOfTheService() throws IOException {
        for (String name : names()) {
            if (!name.equals("kafka")) {
                String check =
                        strings(map(service(name), "healthcheck").get("test")).getLast();
                assertTrue(check.contains("/127.0.0.1/" + command(name).defaultHttpPort() + " "), check);
                assertTrue(check.contains("GET /-/ready"), check);
            }
        }
    }

    @Test
    void portsArePublishedOnTheLoopbackAddressOnly() throws IOException {
        for (String name : names()) {
            Object ports = service(name).get("ports");
            if (ports != null) {
                strings(ports).forEach(port -> assertTrue(port.startsWith("127.0.0.1:"), name + " publishes " + port));
            }
        }
    }

    @Test
    void eachIndexerHasADiskAndAnAddressOfItsOwn() throws IOException {
        List<String> disks = new ArrayList<>();
        for (String name : names()) {
            if (name.startsWith("indexer-")) {
                disks.add(strings(service(name).get("volumes")).getFirst());
                assertTrue(strings(service(name).get("command")).contains(name), name + " advertises itself");
            }
        }
        assertEquals(List.of("indexer-1:/data", "indexer-2:/data", "indexer-3:/data"), disks);
    }

    @Test
    void startsAsManyOfEachServiceAsTheLocalCluster() throws IOException {
        String script = Files.readString(SCRIPT);
        assertTrue(script.contains("gateways=2 indexers=3 queries=2"), "the script's defaults changed");
        assertEquals(2, names().stream().filter(n -> n.startsWith("gateway-")).count());
        assertEquals(3, names().stream().filter(n -> n.startsWith("indexer-")).count());
        assertEquals(2, names().stream().filter(n -> n.startsWith("query-")).count());
    }

    private static ServiceCommand command(String name) {
        return switch (name.replaceAll("-\\d+$", "")) {
            case "gateway" -> new GatewayMain();
            case "indexer" -> new IndexerMain();
            case "query" -> new QueryMain();
            default -> throw new AssertionError("unknown service " + name);
        };
    }

    private static List<String> names() throws IOException {
        return List.copyOf(services().keySet());
    }

    private static Map<String, Object> service(String name) throws IOException {
        return map(services(), name);
    }

    private static Map<String, Object> services() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(FILE));
        return map(file, "services");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> from, String key) {
        return (Map<String, Object>) Objects.requireNonNull(from.get(key), key);
    }

    private static List<String> strings(Object list) {
        return ((List<?>) list).stream().map(String::valueOf).toList();
    }
}
