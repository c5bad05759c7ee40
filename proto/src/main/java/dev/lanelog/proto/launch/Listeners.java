package dev.lanelog.proto.launch;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;

/** Checks the ports of flags before anything starts, so that the message can name the flag. */
public final class Listeners {
    private Listeners() {}

    /**
     * The port, or a free one for 0.
     *
     * @throws StartException when something else listens there
     */
    public static int tcp(String flag, InetAddress address, int port) throws StartException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, port));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw taken(flag, address, port, e);
        }
    }

    /** The same for a port that is used with TCP and UDP. */
    public static int tcpAndUdp(String flag, InetAddress address, int port) throws StartException {
        int bound = tcp(flag, address, port);
        try {
            new DatagramSocket(new InetSocketAddress(address, bound)).close();
        } catch (SocketException e) {
            throw taken(flag + " (UDP)", address, bound, e);
        }
        return bound;
    }

    private static StartException taken(String flag, InetAddress address, int port, IOException cause) {
        return new StartException(
                flag + ": cannot listen on " + address.getHostAddress() + ":" + port + " (" + cause.getMessage()
                        + "). Stop what uses the port, or choose another one with " + flag + " PORT",
                cause);
    }
}
