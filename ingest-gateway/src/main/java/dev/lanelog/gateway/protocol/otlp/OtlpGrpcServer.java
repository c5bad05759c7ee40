package dev.lanelog.gateway.protocol.otlp;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.ServerDefaults;
import dev.lanelog.gateway.insert.InsertService;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * OTLP over gRPC: {@code opentelemetry.proto.collector.logs.v1.LogsService/Export} on a port of its own. The service is
 * put together by hand, with messages as the bytes they are: the walker that reads HTTP bodies reads them too, and no
 * class exists that the gRPC extension would take for a service of its own server.
 */
@ApplicationScoped
public class OtlpGrpcServer {
    private static final Logger LOG = Logger.getLogger(OtlpGrpcServer.class);
    private static final String SERVICE = "opentelemetry.proto.collector.logs.v1.LogsService";
    /** Calls of a connection that are worked on at a time; the others wait at the sender. */
    private static final int MAX_CALLS_PER_CONNECTION = 32;

    private final GatewayConfig config;
    private final InsertService inserts;
    private @Nullable Server server;
    private @Nullable ExecutorService workers;

    @Inject
    public OtlpGrpcServer(GatewayConfig config, InsertService inserts) {
        this.config = config;
        this.inserts = inserts;
    }

    /** The port it listens on, -1 if it does not. */
    public int port() {
        Server running = server;
        return running == null ? -1 : running.getPort();
    }

    void start(@Observes StartupEvent event) {
        int port = config.otlp().grpcPort();
        if (!config.enabled() || port < 0) {
            return;
        }
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("otlp-grpc-", 0).factory());
        workers = threads;
        try {
            server = NettyServerBuilder.forAddress(new InetSocketAddress(config.listen(), port))
                    .executor(threads)
                    .maxInboundMessageSize(
                            Math.toIntExact(config.body().maxWholeBytes().asLongValue()))
                    .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
                    .addService(service())
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot listen on " + config.listen() + ":" + port
                            + " for OTLP/gRPC; set lanelog.gateway.otlp.grpc-port to another port, or to -1 for none",
                    e);
        }
        LOG.infof("otlp-grpc-start address=%s port=%d", config.listen(), port());
    }

    private ServerServiceDefinition service() {
        MethodDescriptor<ExportCall.Body, byte[]> export = MethodDescriptor.<ExportCall.Body, byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Export"))
                .setRequestMarshaller(new BodyMarshaller(inserts))
                .setResponseMarshaller(new BytesMarshaller())
                .build();
        return ServerServiceDefinition.builder(SERVICE)
                .addMethod(export, (call, headers) -> {
                    call.request(2); // One message and the end of the call: more than one is an error.
                    return new ExportCall(call, headers, inserts, ServerDefaults.of(config, "otlp"));
                })
                .build();
    }

    /** Ends before the inserts do, so that calls under way get their answer. */
    void stop(@Observes @Priority(5) ShutdownEvent event) {
        Server running = server;
        if (running == null) {
            return;
        }
        running.shutdown();
        boolean quiet = false;
        try {
            quiet = running.awaitTermination(config.drainTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!quiet) {
            running.shutdownNow();
        }
        server = null;
        ExecutorService threads = workers;
        if (threads != null) {
            threads.shutdown();
        }
        LOG.infof("otlp-grpc-stop drained=%b", quiet);
    }

    /** Reads a request under the gateway's budget of bytes. */
    private record BodyMarshaller(InsertService inserts) implements MethodDescriptor.Marshaller<ExportCall.Body> {
        @Override
        public InputStream stream(ExportCall.Body value) {
            throw new UnsupportedOperationException("requests are only received");
        }

        @Override
        public ExportCall.Body parse(InputStream in) {
            return ExportCall.Body.read(in, inserts.budget());
        }
    }

    private record BytesMarshaller() implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream in) {
            throw new UnsupportedOperationException("responses are only sent");
        }
    }
}
