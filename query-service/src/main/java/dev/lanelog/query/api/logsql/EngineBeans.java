package dev.lanelog.query.api.logsql;

import dev.lanelog.columnar.kernel.KernelChoice;
import dev.lanelog.columnar.kernel.KernelUse;
import dev.lanelog.columnar.kernel.Kernels;
import dev.lanelog.query.config.QueryConfig;
import dev.lanelog.query.engine.QueryEngine;
import dev.lanelog.query.engine.exec.ComputePool;
import dev.lanelog.query.engine.exec.DecodedCache;
import dev.lanelog.query.engine.exec.ScanQueryEngine;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Locale;

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
        for (KernelUse use : KernelUse.values()) {
            countCalls(metrics, use, "vector");
            countCalls(metrics, use, "scalar");
        }
        return pool;
    }

    private static void countCalls(MeterRegistry metrics, KernelUse use, String path) {
        FunctionCounter.builder("lanelog_query_kernel_calls", use, u -> {
                    Kernels.Calls calls = Kernels.calls().get(u);
                    return calls == null ? 0 : path.equals("vector") ? calls.vector() : calls.scalar();
                })
                .tag("use", use.name().toLowerCase(Locale.ROOT))
                .tag("path", path)
                .register(metrics);
    }

    @Produces
    @Singleton
    DecodedCache decodedCache(QueryConfig config, MeterRegistry metrics) {
        DecodedCache cache = new DecodedCache(
                config.decodedCache().bytes().asLongValue(),
                config.decodedCache().idle());
        Gauge.builder("lanelog_query_decoded_cache_bytes", cache, DecodedCache::keptBytes)
                .strongReference(true)
                .register(metrics);
        FunctionCounter.builder("lanelog_query_decoded_cache_hits", cache, DecodedCache::hits)
                .register(metrics);
        FunctionCounter.builder("lanelog_query_decoded_cache_misses", cache, DecodedCache::misses)
                .register(metrics);
        return cache;
    }

    @Produces
    @Singleton
    QueryEngine engine(ComputePool pool, DecodedCache decoded) {
        String path = Kernels.report().stream().anyMatch(KernelChoice::vector) ? "vector" : "scalar";
        return new ScanQueryEngine(pool, System::nanoTime, path, decoded);
    }

    void close(@Disposes ComputePool pool) {
        pool.close();
    }
}
