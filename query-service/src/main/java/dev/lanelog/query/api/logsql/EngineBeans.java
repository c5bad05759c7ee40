package dev.lanelog.query.api.logsql;

import dev.lanelog.columnar.kernel.KernelChoice;
import dev.lanelog.columnar.kernel.Kernels;
import dev.lanelog.query.engine.QueryEngine;
import dev.lanelog.query.engine.exec.ComputePool;
import dev.lanelog.query.engine.exec.ScanQueryEngine;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the engine that all endpoints of this process share: its threads are as many as there are cores. */
@ApplicationScoped
class EngineBeans {
    @Produces
    @Singleton
    ComputePool computePool(MeterRegistry metrics) {
        ComputePool pool = new ComputePool(Runtime.getRuntime().availableProcessors());
        Gauge.builder("lanelog_query_compute_queued", pool, ComputePool::queued)
                .strongReference(true)
                .register(metrics);
        return pool;
    }

    @Produces
    @Singleton
    QueryEngine engine(ComputePool pool) {
        String path = Kernels.report().stream().anyMatch(KernelChoice::vector) ? "vector" : "scalar";
        return new ScanQueryEngine(pool, System::nanoTime, path);
    }

    void close(@Disposes ComputePool pool) {
        pool.close();
    }
}
