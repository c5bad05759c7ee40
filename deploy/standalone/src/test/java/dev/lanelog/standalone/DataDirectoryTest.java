package dev.lanelog.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.proto.launch.Listeners;
import dev.lanelog.proto.launch.StartException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @TempDir
    Path root;

    @Test
    void secondProcessOnTheSameDirectoryIsRefused() throws Exception {
        try (DataDirectory first = DataDirectory.open(root)) {
            StartException e = assertThrows(StartException.class, () -> DataDirectory.open(root));
            assertTrue(String.valueOf(e.getMessage()).contains("--data DIR"), e.toString());
            assertEquals(root.resolve("store"), first.store());
        }
        DataDirectory.open(root).close();
    }

    @Test
    void portsWithoutFlagAreKeptOverRestarts() throws Exception {
        int broker;
        int controller;
        try (DataDirectory data = DataDirectory.open(root)) {
            broker = data.port("kafka.broker", LOOPBACK);
            controller = data.port("kafka.controller", LOOPBACK);
            assertNotEquals(broker, controller);
        }
        try (DataDirectory data = DataDirectory.open(root)) {
            assertEquals(broker, data.port("kafka.broker", LOOPBACK));
            assertEquals(controller, data.port("kafka.controller", LOOPBACK));
        }
        assertTrue(Files.exists(root.resolve("store/ports.properties")));
    }

    @Test
    void keptPortThatIsTakenNowIsReplaced() throws Exception {
        int port;
        try (DataDirectory data = DataDirectory.open(root)) {
            port = data.port("kafka.broker", LOOPBACK);
        }
        try (ServerSocket taken = new ServerSocket(port, 1, LOOPBACK);
                DataDirectory data = DataDirectory.open(root)) {
            assertEquals(port, taken.getLocalPort());
            assertNotEquals(port, data.port("kafka.broker", LOOPBACK));
        }
    }

    @Test
    void directoryThatIsAFileIsAClearRefusal() throws Exception {
        Path file = Files.createFile(root.resolve("file"));
        StartException e = assertThrows(StartException.class, () -> DataDirectory.open(file));
        assertTrue(String.valueOf(e.getMessage()).contains(file.toString()), e.toString());
    }

    @Test
    void takenPortNamesTheFlag() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
            StartException e =
                    assertThrows(StartException.class, () -> Listeners.tcp("--http", LOOPBACK, taken.getLocalPort()));
            assertTrue(String.valueOf(e.getMessage()).contains("--http PORT"), e.toString());
        }
    }
}
