package dev.lanelog.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.lanelog.gateway.GatewayMain;
import dev.lanelog.indexer.IndexerMain;
import dev.lanelog.proto.launch.ServiceCommand;
import dev.lanelog.query.QueryMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/configuration.md} is generated from the flags and the {@code @ConfigMapping} interfaces. Run with {@code
 * -Ddocs.update=true} to write it again.
 */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("../../docs/configuration.md");
    private static final String[] SERVICES = {"ingest-gateway", "indexer", "query-service"};

    @Test
    void pageSaysWhatTheCodeSays() throws IOException {
        String page = page();
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, page);
        }
        assertEquals(
                page, Files.readString(PAGE), "stale: run ./test --fast -pl deploy/standalone -am -Ddocs.update=true");
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder();
        page.append("""
                # Configuration

                This page is generated from the code; `CONTRIBUTING.md` says how.

                ## Flags of standalone

                ```
                """);
        page.append(Options.usage().stripTrailing().replaceAll("(?m)[ \t]+$", ""));
        for (ServiceCommand service : List.of(new GatewayMain(), new IndexerMain(), new QueryMain())) {
            page.append("\n```\n\n## Flags of ").append(service.name()).append("\n\n```\n");
            page.append(service.usage().stripTrailing().replaceAll("(?m)[ \t]+$", ""));
        }
        page.append("""

                ```

                ## Settings

                A setting is given, in falling order of precedence, by a flag above, as a system property
                (`java -Dlanelog.indexer.flush.age=30s @deploy/jvm.flags -jar ...`), as an environment variable
                (`LANELOG_INDEXER_FLUSH_AGE=30s`) or in a file `config/application.properties` in the working directory. A key
                that does not exist stops the start with a message.

                Durations are written `200ms`, `10s`, `5m`, `7d`; sizes `64K`, `16M`, `1G`. `${key:value}` as a default means: what
                that other key says, else the value. `<name>` in a key is a name of your choice.
                """);
        for (String service : SERVICES) {
            for (Path source : sources(service)) {
                append(page, service, ConfigMappingSource.read(source));
            }
        }
        return page.toString();
    }

    private static List<Path> sources(String service) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("../..", service, "src/main/java"))) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                if (file.toString().endsWith(".java") && Files.readString(file).contains("@ConfigMapping(prefix")) {
                    found.add(file);
                }
            }
        }
        assertFalse(found.isEmpty(), service + " has no @ConfigMapping interface");
        return found;
    }

    private static void append(StringBuilder page, String service, List<ConfigMappingSource.Setting> settings) {
        page.append("\n### ").append(service).append("\n\n| key | default | |\n|---|---|---|\n");
        for (ConfigMappingSource.Setting setting : settings) {
            boolean mayMiss =
                    setting.type().startsWith("Optional") || setting.type().startsWith("Map");
            // Only what was named by the user can need a value of the user's.
            assertFalse(
                    setting.defaultValue().isEmpty()
                            && !mayMiss
                            && !setting.key().contains(ConfigMappingSource.NAMED),
                    setting.key() + " has no default");
            page.append("| `").append(setting.key()).append("` | ");
            if (!setting.defaultValue().isEmpty()) {
                page.append("`")
                        .append(setting.defaultValue().replace("|", "\\|"))
                        .append("`");
            } else {
                page.append(mayMiss ? "none" : "must be set");
            }
            page.append(" | ").append(setting.text()).append(" |\n");
        }
    }
}
