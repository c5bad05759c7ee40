package dev.lanelog.compat.golden;

import dev.lanelog.compat.Standalone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/**
 * The server that recorded cases are replayed against: one standalone for all of them, because each set has tenants of
 * its own. {@code -Dlanelog.base=http://HOST:PORT} takes a running (empty) server instead.
 */
final class Server {
    private static Standalone standalone;

    private Server() {}

    static synchronized String base() {
        String given = System.getProperty("lanelog.base");
        if (given != null) {
            return given;
        }
        if (standalone == null) {
            try {
                standalone = Standalone.start(Files.createTempDirectory("lanelog-golden"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(standalone::close));
        }
        return standalone.base();
    }
}
