package dev.lanelog.standalone;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.broker.Durability;
import dev.lanelog.proto.launch.StartException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParameterException;

class OptionsTest {
    @Test
    void defaultsAreTheDocumentedOnes() throws Exception {
        Options options = Options.parse(Map.of());
        options.check();
        assertEquals(Path.of("data"), options.data);
        assertEquals(9428, options.httpPort());
        assertEquals(4317, options.gateway.otlpGrpc());
        assertEquals(4318, options.gateway.otlpHttp());
        assertEquals(5514, options.gateway.syslog());
        assertEquals("127.0.0.1", options.listen.listen());
        assertEquals(Role.ALL, options.role);
        assertEquals(Durability.FSYNC, options.durability);
        assertEquals(null, options.kafka);
        assertFalse(options.listen.insecureHttp());
    }

    @Test
    void environmentGivesWhatNoFlagGives() throws Exception {
        Map<String, String> environment = Map.of(
                "LANELOG_DATA", "/var/lib/lanelog",
                "LANELOG_OTLP_HTTP", "14318",
                "LANELOG_HTTP", "19428",
                "LANELOG_INSECURE_HTTP", "true",
                "LANELOG_LISTEN", "0.0.0.0",
                "LANELOG_DURABILITY", "os",
                "LANELOG_SYSLOG", "");
        Options options = Options.parse(environment, "--http", "29428");
        options.check();
        assertEquals(Path.of("/var/lib/lanelog"), options.data);
        assertEquals(14318, options.gateway.otlpHttp());
        assertEquals(29428, options.httpPort(), "the flag wins");
        assertEquals(Durability.OS, options.durability);
        assertEquals(5514, options.gateway.syslog(), "an empty variable counts as none");
        assertTrue(options.listen.insecureHttp());
    }

    @Test
    void insecureHttpIsMeantHoweverOftenItIsSaid() throws Exception {
        Options options =
                Options.parse(Map.of("LANELOG_INSECURE_HTTP", "true"), "--insecure-http", "--listen", "0.0.0.0");
        options.check();
        assertTrue(options.listen.insecureHttp());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.7"})
    void plaintextBeyondLoopbackIsRefusedUnlessMeant(String address) throws Exception {
        String refused = refusal(Options.parse(Map.of(), "--listen", address));
        assertTrue(refused.contains("--insecure-http"), refused);
        Options.parse(Map.of(), "--listen", address, "--insecure-http").check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.8.7", "::1", "localhost"})
    void loopbackNeedsNoPermission(String address) throws Exception {
        Options.parse(Map.of(), "--listen", address).check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "kafka:", ":9092", "kafka:x", "kafka:70000", "a:1,b"})
    void brokersThatAreNotHostAndPortAreRefused(String brokers) {
        String refused = refusal(Options.parse(Map.of(), "--kafka", brokers));
        assertTrue(refused.contains("HOST:PORT"), refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "indexer", "query"})
    void singleRolesNeedBrokersToMeetAt(String role) throws Exception {
        String refused = refusal(Options.parse(Map.of(), "--role", role));
        assertTrue(refused.contains("--kafka"), refused);
        Options.parse(Map.of(), "--role", role, "--kafka", "k1:9092,k2:9092").check();
    }

    @Test
    void brokerRoleNeedsNoOtherBroker() throws Exception {
        Options.parse(Map.of(), "--role", "broker").check();
        String refused = refusal(Options.parse(Map.of(), "--role", "broker", "--kafka", "k1:9092"));
        assertTrue(refused.contains("--kafka"), refused);
    }

    @Test
    void portsOutOfRangeNameTheFlag() {
        String refused = refusal(Options.parse(Map.of(), "--otlp-grpc", "70000"));
        assertTrue(refused.contains("--otlp-grpc 70000"), refused);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--nonsense", "--http=x", "--role=all-of-them", "--durability=maybe", "stray"})
    void unknownFlagsAndValuesAreRefused(String argument) {
        assertThrows(ParameterException.class, () -> Options.parse(Map.of(), argument));
    }

    @Test
    void helpNamesEveryFlag() {
        String usage = Options.usage();
        for (String flag : new String[] {
            "--data",
            "--http",
            "--otlp-grpc",
            "--otlp-http",
            "--syslog",
            "--kafka",
            "--role",
            "--listen",
            "--insecure-http",
            "--durability",
            "--help"
        }) {
            assertTrue(usage.contains(flag), () -> flag + " is missing in\n" + usage);
        }
    }

    @Test
    void environmentThatIsNeitherTrueNorFalseIsRefused() {
        assertThrows(ParameterException.class, () -> Options.parse(Map.of("LANELOG_INSECURE_HTTP", "yes")));
    }

    private static String refusal(Options options) {
        return requireNonNull(assertThrows(StartException.class, options::check).getMessage());
    }
}
