package dev.lanelog.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Syslog as senders speak it, to the port that standalone opens by itself. */
class SyslogIT {
    private static final int ROWS = 10_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    static Path data;

    private static Standalone standalone;

    @BeforeAll
    static void start() {
        standalone = Standalone.start(data);
    }

    @AfterAll
    static void stop() {
        standalone.close();
    }

    @Test
    void tenThousandMessagesOverTcpAreEachQueriedBackOnce() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", standalone.syslogPort())) {
            OutputStream out = socket.getOutputStream();
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < ROWS; i++) {
                String message = message("tcpapp", "t" + i);
                // Both framings, as RFC 6587 allows them on one connection.
                lines.append(i % 2 == 0 ? message.length() + " " + message : message + "\n");
            }
            out.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
        }
        eachOnce("tcpapp", "t", ROWS);
    }

    @Test
    void datagramsAtAPaceThatTheGatewayKeepsAreEachQueriedBackOnce() throws IOException {
        InetAddress host = InetAddress.getByName("127.0.0.1");
        try (DatagramSocket socket = new DatagramSocket()) {
            long begin = System.nanoTime();
            for (int i = 0; i < ROWS; i++) {
                byte[] message = message("udpapp", "u" + i).getBytes(StandardCharsets.US_ASCII);
                socket.send(new DatagramPacket(message, message.length, host, standalone.syslogPort()));
                // 4,000 a second: the sender's pace, not a wait for anything.
                LockSupport.parkNanos(begin + (i + 1) * 250_000L - System.nanoTime());
            }
        }
        eachOnce("udpapp", "u", ROWS);
    }

    @Test
    void loggerOfUtilLinuxIsUnderstoodInEachOfItsForms() throws Exception {
        Path logger = Path.of("/usr/bin/logger");
        if (!Files.isExecutable(logger)) {
            abort("NOT RUN: there is no /usr/bin/logger (package bsdutils or util-linux) on this machine");
        }
        String[][] forms = {
            {"--tcp", "--rfc5424"},
            {"--tcp", "--rfc3164"},
            {"--tcp", "--rfc5424", "--octet-count"},
            {"--udp", "--rfc5424"},
            {"--udp", "--rfc3164"},
        };
        for (int i = 0; i < forms.length; i++) {
            String[] base = {
                logger.toString(),
                "--server",
                "127.0.0.1",
                "--port",
                Integer.toString(standalone.syslogPort()),
                "--tag",
                "loggerapp",
                "--priority",
                "local3.warning",
                "form number f" + i
            };
            String[] command = new String[base.length + forms[i].length];
            command[0] = base[0];
            System.arraycopy(forms[i], 0, command, 1, forms[i].length);
            System.arraycopy(base, 1, command, 1 + forms[i].length, base.length - 1);
            Process process = new ProcessBuilder(command).inheritIO().start();
            assertTrue(process.waitFor(20, TimeUnit.SECONDS), "logger hangs: " + String.join(" ", command));
            assertEquals(0, process.exitValue(), String.join(" ", command));
        }
        Await.until("rows of logger", LIMIT, () -> Rows.count(standalone.base(), filter("loggerapp")) == forms.length);
        for (int i = 0; i < forms.length; i++) {
            String row = Rows.query(
                    standalone.base(),
                    filter("loggerapp") + " _msg:=\"form number f" + i + "\" | fields level, facility_keyword");
            assertEquals("{\"level\":\"warning\",\"facility_keyword\":\"local3\"}\n", row, String.join(" ", forms[i]));
        }
    }

    private static String message(String app, String n) {
        return "<165>1 2026-11-01T00:00:00.000001Z host1 " + app + " 77 ID1 [ex n=\"" + n + "\"] numbered " + n;
    }

    private static String filter(String app) {
        return "app_name:=" + app;
    }

    private static void eachOnce(String app, String prefix, int rows) {
        Await.until(rows + " rows of " + app, LIMIT, () -> Rows.count(standalone.base(), filter(app)) >= rows);
        Map<String, Integer> seen = Rows.occurrences(standalone.base(), filter(app), "ex.n");
        assertEquals(rows, seen.size());
        for (int i = 0; i < rows; i++) {
            assertEquals(1, seen.getOrDefault(prefix + i, 0), prefix + i);
        }
    }
}
