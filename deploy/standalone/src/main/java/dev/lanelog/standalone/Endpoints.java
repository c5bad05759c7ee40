package dev.lanelog.standalone;

import dev.lanelog.proto.launch.FlagChecks;
import dev.lanelog.proto.launch.Listeners;
import dev.lanelog.proto.launch.StartException;
import java.net.InetAddress;

/**
 * Where this process listens, beside the ports of a gateway. A port is 0 where the role has no such listener.
 *
 * @param listen address as the user gave it
 * @param http HTTP port
 * @param indexerGrpc the indexer's gRPC server
 */
record Endpoints(String listen, int http, int indexerGrpc) {

    /** Checks and chooses the ports that the options ask for, those of a gateway included. */
    static Endpoints choose(Options options, DataDirectory data) throws StartException {
        InetAddress address = options.listen.address();
        int http = Listeners.tcp("--http", address, options.httpPort());
        if (options.role.gateway()) {
            options.gateway.choose(address);
        }
        // In a process with all roles only the process itself asks the indexer.
        InetAddress grpc = options.role == Role.ALL ? InetAddress.getLoopbackAddress() : address;
        return new Endpoints(
                options.listen.listen(), http, options.role.indexer() ? data.port("indexer.grpc", grpc) : 0);
    }

    /** Base address for a client on this machine. */
    String baseUrl() {
        return FlagChecks.baseUrl(listen, http);
    }

    boolean isWildcard() {
        return FlagChecks.isWildcard(listen);
    }
}
