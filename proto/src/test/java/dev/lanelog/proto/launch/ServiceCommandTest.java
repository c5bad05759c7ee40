package dev.lanelog.proto.launch;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

class ServiceCommandTest {
    @Command(name = "lanelog-sample")
    private static final class Sample extends ServiceCommand {
        Sample() {
            super("lanelog-sample", 19_999);
        }

        @Override
        protected void addSettings(InetAddress address, Map<String, String> settings) {
            settings.put("own", listen());
        }

        @Override
        protected List<String> hints(String base) {
            return List.of();
        }
    }

    private static Sample parsed(Map<String, String> environment, String... arguments) {
        Sample sample = new Sample();
        sample.parse(environment, arguments);
        return sample;
    }

    @Test
    void flagsBecomeSettingsAndPortZeroAFreePort() throws Exception {
        Map<String, String> settings =
                parsed(Map.of(), "--kafka", "k1:9092,k2:9093", "--http", "0").settings();
        assertEquals("k1:9092,k2:9093", settings.get("kafka.bootstrap.servers"));
        assertEquals("127.0.0.1", settings.get("quarkus.http.host"));
        assertNotEquals("0", settings.get("quarkus.http.port"));
        assertEquals("127.0.0.1", settings.get("own"));
    }

    @Test
    void environmentGivesWhatNoFlagGives() throws Exception {
        Map<String, String> environment = Map.of("LANELOG_KAFKA", "env:1", "LANELOG_HTTP", "0", "LANELOG_LISTEN", "");
        assertEquals("env:1", parsed(environment).settings().get("kafka.bootstrap.servers"));
        assertEquals(
                "flag:2",
                parsed(environment, "--kafka", "flag:2").settings().get("kafka.bootstrap.servers"),
                "the flag wins");
        assertEquals(
                "127.0.0.1",
                parsed(environment).settings().get("quarkus.http.host"),
                "an empty variable counts as none");
    }

    @Test
    void plaintextBeyondLoopbackIsRefusedUnlessMeant() throws Exception {
        Sample refused = parsed(Map.of(), "--listen", "0.0.0.0", "--http", "0");
        String message = message(refused);
        assertTrue(message.contains("--insecure-http"), message);
        parsed(Map.of(), "--listen", "0.0.0.0", "--http", "0", "--insecure-http")
                .settings();
        parsed(Map.of("LANELOG_INSECURE_HTTP", "true"), "--listen", "0.0.0.0", "--http", "0")
                .settings();
        assertThrows(ParameterException.class, () -> parsed(Map.of("LANELOG_INSECURE_HTTP", "yes")));
    }

    @Test
    void takenPortNamesTheFlag() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String message = message(parsed(Map.of(), "--http", Integer.toString(taken.getLocalPort())));
            assertTrue(message.startsWith("--http: cannot listen on 127.0.0.1:" + taken.getLocalPort()), message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "kafka:", ":9092", "kafka:x", "kafka:70000", "a:1,b"})
    void brokersThatAreNotHostAndPortAreRefused(String brokers) {
        String message = message(parsed(Map.of(), "--kafka", brokers, "--http", "0"));
        assertTrue(message.contains("HOST:PORT"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--nonsense", "--http=x", "stray"})
    void unknownFlagsAndValuesAreRefused(String argument) {
        assertThrows(ParameterException.class, () -> parsed(Map.of(), argument));
    }

    @Test
    void helpNamesEveryFlagAndTheOwnDefaultPort() {
        String usage = new Sample().usage();
        for (String text : List.of("--kafka", "--http", "19999", "--listen", "--insecure-http", "--help")) {
            assertTrue(usage.contains(text), () -> text + " is missing in\n" + usage);
        }
    }

    private static String message(Sample sample) {
        return requireNonNull(
                assertThrows(StartException.class, sample::settings).getMessage());
    }
}
