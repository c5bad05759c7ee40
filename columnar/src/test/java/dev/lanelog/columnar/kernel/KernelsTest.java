package dev.lanelog.columnar.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KernelsTest {
    /** What a process with these options chose. */
    private static String report(String... options) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command(options)).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return out;
    }

    private static String[] command(String... options) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String[] command = new String[options.length + 4];
        command[0] = java;
        System.arraycopy(options, 0, command, 1, options.length);
        command[options.length + 1] = "-cp";
        command[options.length + 2] = System.getProperty("java.class.path");
        command[options.length + 3] = Main.class.getName();
        return command;
    }

    /** Runs in a process of its own. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) {
            byte[] hay = "request 17 timed out".getBytes(StandardCharsets.UTF_8);
            int hit = Kernels.byteSearch().indexOf(hay, 0, hay.length, new byte[] {'t', 'i', 'm'});
            System.out.println("hit=" + hit + " " + Kernels.report() + " " + Kernels.calls());
        }
    }

    @Test
    void withoutTheModuleScalarRunsAndOneWarningSaysHow() throws Exception {
        String out = report();
        assertTrue(out.contains("hit=11"), out);
        assertTrue(out.contains("ByteSearch=scalar (module jdk.incubator.vector is missing)"), out);
        assertEquals(2, out.split("--add-modules jdk.incubator.vector", -1).length, out);
        assertTrue(out.contains("SEARCH=Calls[vector=0, scalar=1]"), out);
    }

    @Test
    void propertyRulesVectorsOut() throws Exception {
        String out = report("--add-modules", "jdk.incubator.vector", "-Dlanelog.kernels=scalar");
        assertTrue(out.contains("PackedScan=scalar (system property lanelog.kernels)"), out);
        assertFalse(out.contains("remedy"), out);
    }

    @Test
    void withTheModuleVectorsRunAndAreCounted() throws Exception {
        String out = report("--add-modules", "jdk.incubator.vector", "-Dlanelog.kernels=vector");
        assertTrue(out.contains("hit=11"), out);
        assertTrue(out.contains("ByteSearch=vector"), out);
        assertTrue(out.contains("SEARCH=Calls[vector=1, scalar=0]"), out);
    }
}
