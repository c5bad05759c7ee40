package dev.lanelog.indexer.ops;

import dev.lanelog.indexer.IndexerCore;
import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.consume.ConsumeLoop;
import dev.lanelog.indexer.consume.PartitionCondition;
import dev.lanelog.indexer.consume.PartitionStats;
import dev.lanelog.indexer.consume.PauseReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready when every assigned partition is consumed. Paused partitions, such as for a full disk, and lost files are told
 * and do not make it unready: what is here is served.
 */
@Readiness
@ApplicationScoped
public class IndexerReadiness implements HealthCheck {
    private final IndexerService service;
    private final IndexerConfig config;

    @Inject
    public IndexerReadiness(IndexerService service, IndexerConfig config) {
        this.service = service;
        this.config = config;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("indexer");
        if (!config.enabled()) {
            return response.up().withData("enabled", false).build();
        }
        IndexerCore core = service.core();
        if (core == null) {
            return response.down().withData("problem", "not started").build();
        }
        ConsumeLoop.Status status = core.status();
        boolean up = status.started();
        if (!status.problem().isEmpty()) {
            response.withData("problem", status.problem());
        }
        for (PartitionStats p : status.partitions()) {
            if (p.condition() != PartitionCondition.CONSUMING) {
                up = false;
                response.withData(
                        "partition-" + p.partition(),
                        p.condition() + ": " + p.message() + "; remedy: "
                                + p.condition().remedy());
            } else if (p.pause() != PauseReason.NONE || !p.message().isEmpty()) {
                response.withData("partition-" + p.partition(), p.pause() + " " + p.message());
            }
        }
        if (!status.lostFiles().isEmpty()) {
            response.withData("lost-files", status.lostFiles().size());
        }
        status.lostRows().forEach((partition, problem) -> response.withData("lost-rows-" + partition, problem));
        return response.status(up).build();
    }
}
