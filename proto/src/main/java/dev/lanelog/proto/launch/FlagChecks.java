package dev.lanelog.proto.launch;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Checks of flags that several commands have. The messages name the flag, the value and the remedy. */
public final class FlagChecks {
    private static final int MAX_PORT = 65535;

    private FlagChecks() {}

    /** Refuses what is no port; 0 stands for a free one. */
    public static void port(String flag, int port) throws StartException {
        if (port < 0 || port > MAX_PORT) {
            throw new StartException(flag + " " + port + ": a port is 1 to " + MAX_PORT + ", or 0 for a free one");
        }
    }

    /** Refuses what is not {@code HOST:PORT,...}. */
    public static void brokers(String flag, String brokers) throws StartException {
        for (String broker : brokers.split(",", -1)) {
            hostAndPort(flag, broker);
        }
    }

    /** Refuses what is not {@code HOST:PORT}. Returns the port. */
    public static int hostAndPort(String flag, String text) throws StartException {
        int colon = text.lastIndexOf(':');
        int port = -1;
        if (colon > 0) {
            try {
                port = Integer.parseInt(text.substring(colon + 1));
            } catch (NumberFormatException e) {
                port = -1;
            }
        }
        if (port < 1 || port > MAX_PORT) {
            throw new StartException(flag + ": '" + text + "' is not HOST:PORT");
        }
        return port;
    }

    /**
     * The address of {@code --listen}. One that other machines reach is refused unless the user said that plain HTTP is
     * meant.
     */
    public static InetAddress listen(String listen, boolean insecureHttp) throws StartException {
        InetAddress address;
        try {
            address = InetAddress.getByName(listen);
        } catch (UnknownHostException e) {
            throw new StartException("--listen " + listen + " is not an address of this machine", e);
        }
        if (!address.isLoopbackAddress() && !insecureHttp) {
            throw new StartException("--listen " + listen + " would take plain HTTP from other machines."
                    + " If that is meant (a trusted network, or TLS in front), add --insecure-http");
        }
        return address;
    }

    /** Base address of an HTTP port for a client on this machine. */
    public static String baseUrl(String listen, int port) {
        String host = isWildcard(listen) ? "127.0.0.1" : listen.indexOf(':') >= 0 ? "[" + listen + "]" : listen;
        return "http://" + host + ":" + port;
    }

    /** Whether the address stands for all of this machine's. */
    public static boolean isWildcard(String listen) {
        return "0.0.0.0".equals(listen) || "::".equals(listen);
    }
}
