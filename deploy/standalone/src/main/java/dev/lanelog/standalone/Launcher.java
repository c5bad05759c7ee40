package dev.lanelog.standalone;

import dev.lanelog.broker.EmbeddedBroker;
import dev.lanelog.proto.launch.ReadyWatch;
import dev.lanelog.proto.launch.ServiceLauncher;
import dev.lanelog.proto.launch.StartException;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts standalone: the broker first, because every role needs it, and closes it last, because the roles drain into it.
 */
final class Launcher {
    private static final long DRAIN_SECONDS = 40;
    private static final long BROKER_CLOSE_SECONDS = 20;

    private final Options options;
    private final DataDirectory data;
    private final Endpoints endpoints;
    private final CountDownLatch rolesStopped = new CountDownLatch(1);
    private final CountDownLatch stopping = new CountDownLatch(1);
    private @Nullable EmbeddedBroker broker;

    Launcher(Options options, DataDirectory data, Endpoints endpoints) {
        this.options = options;
        this.data = data;
        this.endpoints = endpoints;
    }

    /** Returns when the roles have stopped. */
    void run() throws StartException {
        say("data directory " + data.root());
        String bootstrap = options.kafka == null ? startBroker() : options.kafka;
        ServiceSettings.of(options, endpoints, data, bootstrap).forEach(System::setProperty);
        System.setProperty(Main.RUNNING, "true");
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "lanelog-stop"));
        say("starting " + options.role.name().toLowerCase(Locale.ROOT) + " roles with kafka at " + bootstrap);
        ReadyWatch.start("lanelog", endpoints.baseUrl(), options.role.hints(endpoints.baseUrl()), stopping);
        Quarkus.run(null, (code, error) -> {
            rolesStopped.countDown();
            if (error != null) {
                ServiceLauncher.fail("lanelog", "the services did not start: " + ServiceLauncher.causes(error), 1);
            }
        });
        rolesStopped.countDown();
    }

    private String startBroker() throws StartException {
        long begin = System.nanoTime();
        broker = BrokerRole.start(data, options.durability, Launcher::brokerFailed);
        say("kafka broker up in " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) + " ms, durability "
                + options.durability.name().toLowerCase(Locale.ROOT));
        return broker.bootstrap();
    }

    /** Not on the broker's thread, which the stop would wait for. */
    private static void brokerFailed(String message) {
        System.err.println(
                "lanelog: the embedded kafka broker failed (" + message + "). Stopping: inserts are refused,"
                        + " what was acknowledged is in the broker's files. Look for a full or failing disk, then start again.");
        new Thread(() -> System.exit(1), "lanelog-broker-failed").start();
    }

    /** Runs beside Quarkus' own shutdown, which drains the roles; the broker must outlive them. */
    private void stop() {
        stopping.countDown();
        say("stopping: draining");
        try {
            if (!rolesStopped.await(DRAIN_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("lanelog: the roles did not stop within " + DRAIN_SECONDS + " s");
            }
            EmbeddedBroker running = broker;
            if (running != null) {
                Thread close = new Thread(running::close, "lanelog-broker-close");
                close.setDaemon(true);
                close.start();
                if (!close.join(Duration.ofSeconds(BROKER_CLOSE_SECONDS))) {
                    System.err.println("lanelog: the kafka broker did not stop within " + BROKER_CLOSE_SECONDS
                            + " s; its next start checks its files");
                }
            }
            data.close();
            say("stopped");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            System.err.println("lanelog: releasing the data directory failed: " + e);
        }
    }

    private static void say(String line) {
        System.out.println("lanelog: " + line);
    }
}
