package dev.lanelog.standalone;

import dev.lanelog.broker.EmbeddedBroker;
import dev.lanelog.proto.launch.StartException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A data directory that belongs to this process until it ends. {@code store/ports.properties} remembers the ports that
 * no flag gave, so that restarts keep them and several instances run side by side.
 */
final class DataDirectory implements AutoCloseable {
    private final Path root;
    private final FileChannel channel;
    private final FileLock lock;
    private final Properties ports = new Properties();

    private DataDirectory(Path root, FileChannel channel, FileLock lock) {
        this.root = root;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Creates the directory if it is missing and takes its lock, which the operating system gives back however the
     * process ends.
     */
    static DataDirectory open(Path directory) throws StartException {
        Path root = directory.toAbsolutePath().normalize();
        try {
            Files.createDirectories(root.resolve("store"));
            FileChannel channel = FileChannel.open(
                    root.resolve("store").resolve("standalone.lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw new StartException("another Lanelog process uses the data directory " + root
                        + ": stop it, or choose another directory with --data DIR");
            }
            DataDirectory data = new DataDirectory(root, channel, lock);
            data.readPorts();
            return data;
        } catch (IOException e) {
            throw new StartException(
                    "cannot use the data directory " + root + " (" + e + "): choose another one with --data DIR", e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by this very JVM.
            return null;
        }
    }

    /** The embedded broker's files. */
    Path kafka() {
        return root.resolve("kafka");
    }

    /** Everything else. */
    Path store() {
        return root.resolve("store");
    }

    Path root() {
        return root;
    }

    /** The remembered port of that name if it is free now, else a free one, which is remembered. */
    int port(String name, InetAddress address) throws StartException {
        String known = ports.getProperty(name);
        if (known != null && isFree(known, address)) {
            return Integer.parseInt(known);
        }
        int port = EmbeddedBroker.freePort();
        while (ports.containsValue(Integer.toString(port))) {
            port = EmbeddedBroker.freePort();
        }
        ports.setProperty(name, Integer.toString(port));
        writePorts();
        return port;
    }

    private static boolean isFree(String port, InetAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, Integer.parseInt(port)));
            return true;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private Path portsFile() {
        return store().resolve("ports.properties");
    }

    private void readPorts() throws IOException {
        if (Files.exists(portsFile())) {
            try (Reader reader = Files.newBufferedReader(portsFile())) {
                ports.load(reader);
            }
        }
    }

    private void writePorts() throws StartException {
        Path temporary = store().resolve("ports.properties.tmp");
        try {
            try (Writer writer = Files.newBufferedWriter(temporary)) {
                ports.store(writer, "Ports of this instance that no flag gave.");
            }
            Files.move(temporary, portsFile(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StartException("cannot write " + portsFile() + ": " + e, e);
        }
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
    }
}
