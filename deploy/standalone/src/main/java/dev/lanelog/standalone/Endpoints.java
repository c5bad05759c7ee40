package dev.lanelog.standalone;

import dev.lanelog.proto.launch.FlagChecks;
import dev.lanelog.proto.launch.Listeners;
import dev.lanelog.proto.launch.StartException;
import java.net.InetAddress;

/**
 * Where this process listens. A port is 0 where the role has no such listener.
 *
 * @param listen address as the user gave it
 * @param http HTTP port
 * @param otlpHttp OTLP over HTTP
 * @param otlpGrpc OTLP over gRPC
 * @param syslog syslog, UDP and TCP
 * @param indexerGrpc the indexer's gRPC server
 */
record Endpoints(String listen, int http, int otlpHttp, int otlpGrpc, int syslog, int indexerGrpc) {

    /** Checks and chooses the ports that the options ask for. */
    static Endpoints choose(Options options, DataDirectory data) throws StartException {
        InetAddress address = options.listenAddress();
        boolean gateway = options.role.gateway();
        return new Endpoints(
                options.listen,
                Listeners.tcp("--http", address, options.httpPort()),
                gateway ? Listeners.tcp("--otlp-http", address, options.otlpHttp) : 0,
                gateway ? Listeners.tcp("--otlp-grpc", address, options.otlpGrpc) : 0,
                gateway ? Listeners.tcpAndUdp("--syslog", address, options.syslog) : 0,
                options.role.indexer() ? data.port("indexer.grpc", grpcAddress(options)) : 0);
    }

    /** In a process with all roles only the process itself asks the indexer. */
    private static InetAddress grpcAddress(Options options) throws StartException {
        return options.role == Role.ALL ? InetAddress.getLoopbackAddress() : options.listenAddress();
    }

    /** Base address for a client on this machine. */
    String baseUrl() {
        return FlagChecks.baseUrl(listen, http);
    }

    boolean isWildcard() {
        return FlagChecks.isWildcard(listen);
    }
}
