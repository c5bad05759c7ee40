package dev.lanelog.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the source of a {@code @ConfigMapping} interface, the only place where a service's settings are described: keys, types,
 * defaults and their Javadoc. It understands the shape that these interfaces have, not Java.
 */
final class ConfigMappingSource {
    /** One setting. */
    record Setting(String key, String type, String defaultValue, String text) {}

    /** Stands for the name that the user chose, in the keys of a map. */
    static final String NAMED = ".<name>";

    private record Method(String name, String type, String defaultValue, String text) {}

    private static final Pattern PREFIX = Pattern.compile("@ConfigMapping\\(prefix = \"([^\"]+)\"\\)");
    private static final Pattern INTERFACE = Pattern.compile("(?:public )?interface (\\w+) \\{");
    private static final Pattern DEFAULT = Pattern.compile("@WithDefault\\((.*)\\)");
    private static final Pattern METHOD = Pattern.compile("([\\w<>., ]+) (\\w+)\\(\\);");

    private static final Pattern MAP = Pattern.compile("Map<String, (\\w+)>");

    private final Map<String, List<Method>> interfaces = new LinkedHashMap<>();

    private ConfigMappingSource() {}

    static List<Setting> read(Path source) throws IOException {
        List<String> lines = Files.readAllLines(source);
        String name = source.getFileName().toString().replace(".java", "");
        String prefix = lines.stream()
                .map(PREFIX::matcher)
                .filter(Matcher::find)
                .map(m -> m.group(1))
                .findFirst()
                .orElseThrow(() -> new IOException(source + " has no @ConfigMapping(prefix = ...)"));
        ConfigMappingSource parsed = new ConfigMappingSource();
        parsed.parse(lines);
        List<Setting> settings = new ArrayList<>();
        parsed.expand(prefix, name, settings);
        return settings;
    }

    private void parse(List<String> lines) {
        List<String> open = new ArrayList<>();
        StringBuilder comment = new StringBuilder();
        boolean inComment = false;
        int skippedBraces = 0;
        String defaultValue = "";
        for (String raw : lines) {
            String line = raw.strip();
            if (inComment || line.startsWith("/**")) {
                if (!inComment) {
                    comment.setLength(0);
                }
                inComment = !line.endsWith("*/");
                comment.append(line.replaceAll("^/?\\*+/?|\\*/$", "").strip()).append(' ');
                continue;
            }
            if (skippedBraces > 0 || line.startsWith("default ") || line.startsWith("enum ")) {
                skippedBraces += count(line, '{') - count(line, '}');
                comment.setLength(0);
                continue;
            }
            Matcher matcher = DEFAULT.matcher(line);
            if (matcher.matches()) {
                defaultValue = matcher.group(1).replaceAll("^\"|\"$", "");
                continue;
            }
            matcher = INTERFACE.matcher(line);
            if (matcher.matches()) {
                open.add(matcher.group(1));
                interfaces.put(matcher.group(1), new ArrayList<>());
                comment.setLength(0);
                continue;
            }
            matcher = METHOD.matcher(line);
            if (matcher.matches()) {
                methods(open.getLast())
                        .add(new Method(
                                matcher.group(2),
                                matcher.group(1),
                                defaultValue,
                                comment.toString().strip()));
                comment.setLength(0);
                defaultValue = "";
            } else if (line.equals("}")) {
                open.removeLast();
            }
        }
    }

    private List<Method> methods(String name) {
        return Objects.requireNonNull(interfaces.get(name), name);
    }

    private void expand(String path, String name, List<Setting> into) {
        for (Method method : methods(name)) {
            String key = path + "." + kebab(method.name());
            Matcher map = MAP.matcher(method.type());
            if (interfaces.containsKey(method.type())) {
                expand(key, method.type(), into);
            } else if (map.matches() && interfaces.containsKey(map.group(1))) {
                expand(key + NAMED, map.group(1), into);
            } else if (map.matches()) {
                into.add(new Setting(key + NAMED, method.type(), "", markdown(method.text())));
            } else {
                into.add(new Setting(key, method.type(), method.defaultValue(), markdown(method.text())));
            }
        }
    }

    private static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static String markdown(String javadoc) {
        return javadoc.replaceAll("\\{@code ([^}]*)}", "`$1`")
                .replaceAll("\\{@link ([^}]*)}", "`$1`")
                .replaceAll("\\s+", " ")
                .replace("|", "\\|");
    }

    private static int count(String line, char c) {
        return (int) line.chars().filter(x -> x == c).count();
    }
}
