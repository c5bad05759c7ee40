package dev.lanelog.gateway.protocol.syslog;

import dev.lanelog.gateway.config.Compression;
import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.insert.InsertService;
import dev.lanelog.gateway.row.RequestOptions;
import dev.lanelog.gateway.row.RequestOptions.ExtraField;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.jboss.logging.Logger;

/** The syslog listeners that are configured, from the start of the gateway to its end. */
@ApplicationScoped
public class SyslogServer {
    private static final Logger LOG = Logger.getLogger(SyslogServer.class);

    private final GatewayConfig config;
    private final InsertService inserts;
    private final MeterRegistry metrics;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final List<TcpListener> tcp = new ArrayList<>();
    private final List<UdpListener> udp = new ArrayList<>();

    @Inject
    public SyslogServer(GatewayConfig config, InsertService inserts, MeterRegistry metrics) {
        this.config = config;
        this.inserts = inserts;
        this.metrics = metrics;
        metrics.gauge("lanelog_gateway_syslog_connections", tcp, SyslogServer::connections);
    }

    private static double connections(List<TcpListener> listeners) {
        return listeners.stream().mapToInt(TcpListener::connections).sum();
    }

    void start(@Observes StartupEvent event) {
        if (!config.enabled()) {
            return;
        }
        Map<String, GatewayConfig.SyslogListener> listeners =
                new TreeMap<>(config.syslog().listeners());
        listeners.forEach((name, listener) -> open(settings(name, listener), listener.transport()));
        int port = config.syslog().port();
        if (port >= 0) {
            SyslogListener common = new SyslogListener(
                    "default",
                    port,
                    options("0:0", SyslogListener.STREAM_FIELDS, List.of(), List.of(), Map.of()),
                    Compression.NONE,
                    false,
                    false,
                    zone(),
                    maxMessageBytes());
            open(common, GatewayConfig.SyslogTransport.TCP);
            open(common, GatewayConfig.SyslogTransport.UDP);
        }
    }

    private SyslogListener settings(String name, GatewayConfig.SyslogListener listener) {
        return new SyslogListener(
                name,
                listener.port(),
                options(
                        listener.tenant(),
                        listener.streamFields().orElse(SyslogListener.STREAM_FIELDS),
                        listener.ignoreFields().orElse(List.of()),
                        listener.decolorizeFields().orElse(List.of()),
                        listener.extraFields()),
                listener.compression(),
                listener.useLocalTimestamp(),
                listener.useRemoteIp(),
                zone(),
                maxMessageBytes());
    }

    private static RequestOptions options(
            String tenant,
            List<String> streamFields,
            List<String> ignoreFields,
            List<String> decolorizeFields,
            Map<String, String> extraFields) {
        int colon = tenant.indexOf(':');
        int account;
        int project;
        try {
            account = Integer.parseUnsignedInt(colon < 0 ? tenant : tenant.substring(0, colon));
            project = colon < 0 ? 0 : Integer.parseUnsignedInt(tenant.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "lanelog.gateway.syslog: tenant \"" + tenant + "\" must be account:project, two numbers of 32 bits",
                    e);
        }
        List<ExtraField> extra = new ArrayList<>();
        new TreeMap<>(extraFields)
                .forEach((name, value) -> extra.add(new ExtraField(name, value.getBytes(StandardCharsets.UTF_8))));
        return new RequestOptions(
                account,
                project,
                List.of(),
                List.of("message"),
                streamFields,
                ignoreFields,
                decolorizeFields,
                extra,
                List.of(),
                false,
                false);
    }

    private ZoneId zone() {
        Optional<ZoneId> zone = config.syslog().timezone().map(ZoneId::of);
        return zone.orElseGet(ZoneId::systemDefault);
    }

    private int maxMessageBytes() {
        return Math.toIntExact(config.syslog().maxMessageBytes().asLongValue());
    }

    private void open(SyslogListener listener, GatewayConfig.SyslogTransport transport) {
        int port;
        try {
            switch (transport) {
                case TCP -> {
                    TcpListener opened = new TcpListener(
                            listener, config.listen(), config.syslog().maxConnections(), inserts, stopping);
                    tcp.add(opened);
                    port = opened.port();
                }
                case UDP -> {
                    UdpListener opened = new UdpListener(
                            listener,
                            config.listen(),
                            config.syslog().udpQueueBytes().asLongValue(),
                            inserts,
                            stopping,
                            metrics.counter("lanelog_gateway_syslog_dropped_total", "listener", listener.name()));
                    udp.add(opened);
                    port = opened.port();
                }
                default -> throw new IllegalStateException("transport " + transport);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot listen on " + config.listen() + ":" + listener.port() + " for syslog listener "
                            + listener.name() + "; set another port",
                    e);
        }
        LOG.infof(
                "syslog-start listener=%s transport=%s address=%s port=%d",
                listener.name(), transport, config.listen(), port);
    }

    /** The ports in use over TCP, in the order of the listeners' names; the default listener comes last. */
    public List<Integer> tcpPorts() {
        return tcp.stream().map(TcpListener::port).toList();
    }

    /** The same over UDP. */
    public List<Integer> udpPorts() {
        return udp.stream().map(UdpListener::port).toList();
    }

    /** Reads no more, and passes on what was read while the inserts still work. */
    void stop(@Observes @Priority(5) ShutdownEvent event) {
        Duration longest = config.drainTimeout();
        try {
            for (TcpListener listener : tcp) {
                listener.close();
            }
            udp.forEach(UdpListener::close);
            stopping.countDown();
            for (TcpListener listener : tcp) {
                listener.join(longest);
            }
            for (UdpListener listener : udp) {
                listener.join(longest);
            }
        } catch (IOException e) {
            LOG.warnf(e, "syslog-stop-failed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LOG.infof("syslog-stop listeners=%d", tcp.size() + udp.size());
    }
}
