package dev.lanelog.indexer.ops;

import static io.restassured.RestAssured.given;
import static io.restassured.RestAssured.when;
import static org.hamcrest.Matchers.containsString;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.indexer.kit.Await;
import dev.lanelog.indexer.kit.Batches;
import dev.lanelog.indexer.kit.FeedClient;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.IndexerInfo;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** The application as it runs: CDI, routes, the separate gRPC server on the port that the catalog names. */
@QuarkusTest
@QuarkusTestResource(BrokerResource.class)
class IndexerApplicationTest {
    @Inject
    IndexerService service;

    @Test
    void anIndexerIsFoundThroughTheCatalogAndServesWhatWasFlushedOnRequest() throws Exception {
        Await.until(
                () -> when().get("/-/ready").statusCode() == 200,
                () -> when().get("/-/ready").asString());
        IndexerInfo info = announced();
        assertEquals("127.0.0.1", info.getGrpcHost());
        try (Batches batches = new Batches("logs-app");
                FeedClient feed = new FeedClient(info.getGrpcPort(), "app", "w")) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            when().post("/internal/force_flush").then().statusCode(200).body(containsString("done"));
            Await.until(() -> feed.files().size() == 1, () -> feed.rows() + " rows, " + feed.error());
            assertEquals(10, feed.messages().size());
            batches.send(0, Batches.batch(0, "m", 10, 20));
            given().queryParam("wait", "0").get("/internal/force_flush").then().statusCode(202);
            Await.until(() -> feed.files().size() == 2, () -> feed.rows() + " rows, " + feed.error());
            when().get("/internal/force_merge").then().statusCode(200);
            Await.until(() -> feed.files().size() == 1, () -> feed.files().toString());
            assertEquals(20, feed.messages().size());
            assertEquals(List.of(), feed.violations());
        }
        when().get("/q/metrics").then().statusCode(200).body(containsString("lanelog_indexer_flushes_total"));
        given().queryParam("wait", "2").get("/internal/force_flush").then().statusCode(400);
        when().post("/internal/resume_partition?partition=0")
                .then()
                .statusCode(503)
                .body(containsString("CONSUMING"));
    }

    private IndexerInfo announced() throws Exception {
        assertNotNull(service.core());
        TopicPartition catalog = new TopicPartition("catalog-app", 0);
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        dev.lanelog.indexer.kit.SharedBroker.bootstrap(),
                        "isolation.level",
                        "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(catalog));
            consumer.seekToBeginning(List.of(catalog));
            IndexerInfo found = null;
            long end = consumer.endOffsets(List.of(catalog)).getOrDefault(catalog, 0L);
            while (consumer.position(catalog) < end) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    if (record.key().startsWith("indexer/app/")) {
                        found = CatalogRecord.parseFrom(record.value()).getIndexer();
                    }
                }
            }
            assertTrue(found != null, "the catalog has no indexer/app/ record");
            return found;
        }
    }
}
