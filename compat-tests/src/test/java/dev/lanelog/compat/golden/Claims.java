package dev.lanelog.compat.golden;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The ids of recorded cases that are claimed to pass, one a line. A claimed case that fails fails the test. {@code
 * -Dgoldens.update=true} adds what passes now to the file; nothing ever removes an id from it.
 */
final class Claims {
    private final Path file;
    private final Set<String> ids = new TreeSet<>();

    Claims(String name) throws IOException {
        file = Path.of("src/test/resources/golden", name);
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    ids.add(line.strip());
                }
            }
        }
    }

    boolean contains(String id) {
        return ids.contains(id);
    }

    /** What a run found: failures by id, and all ids that were run with the feature they belong to. */
    static final class Run {
        final TreeMap<String, String> failures = new TreeMap<>();
        final TreeMap<String, String> features = new TreeMap<>();

        void add(String id, String feature, String failure) {
            features.put(id, feature);
            if (!failure.isEmpty()) {
                failures.put(id, failure);
            }
        }
    }

    /** Prints a table by feature, writes all failures to {@code target}, and fails for claimed cases that failed. */
    void judge(String title, Run run) throws IOException {
        TreeMap<String, int[]> table = new TreeMap<>();
        TreeSet<String> passed = new TreeSet<>();
        run.features.forEach((id, feature) -> {
            int[] counts = table.computeIfAbsent(feature, f -> new int[2]);
            if (run.failures.containsKey(id)) {
                counts[1]++;
            } else {
                counts[0]++;
                passed.add(id);
            }
        });
        table.forEach((feature, counts) -> System.out.printf(
                "%-32s %5d passed %5d failed%s%n", feature, counts[0], counts[1], counts[1] > 0 ? "  <--" : ""));
        List<String> broken =
                run.failures.keySet().stream().filter(ids::contains).toList();
        System.out.printf(
                "%s: %d passed, %d failed, %d claimed, %d claimed and failed%n",
                title, passed.size(), run.failures.size(), ids.size(), broken.size());
        Path report = Path.of("target", title + "-failures.txt");
        Files.createDirectories(report.getParent());
        StringBuilder text = new StringBuilder();
        run.failures.forEach(
                (id, why) -> text.append(id).append('\t').append(why).append('\n'));
        Files.writeString(report, text);
        if (Boolean.getBoolean("goldens.update")) {
            ids.addAll(passed);
            Files.writeString(
                    file, "# Recorded cases that pass. A case is never taken out.\n" + String.join("\n", ids) + "\n");
        }
        if (!broken.isEmpty()) {
            StringBuilder message = new StringBuilder(broken.size() + " claimed cases fail, first ones:\n");
            broken.stream()
                    .limit(20)
                    .forEach(id -> message.append(id)
                            .append(": ")
                            .append(run.failures.get(id))
                            .append('\n'));
            throw new AssertionError(message.toString());
        }
        Set<String> unknown = new TreeSet<>(ids);
        unknown.removeAll(run.features.keySet());
        if (!unknown.isEmpty()) {
            throw new AssertionError("claimed but not among the recorded cases: " + unknown);
        }
    }
}
