package dev.lanelog.gateway.protocol.elasticsearch;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertResponse;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What clients of Elasticsearch ask before they send: who is there, what licence, and whether templates, pipelines and
 * policies are in place. They refuse servers that do not say {@code X-Elastic-Product} in every answer.
 */
@ApplicationScoped
public class ElasticProbes {
    private static final String ROOT = "/insert/elasticsearch";
    /** Below these all is well with whatever is asked or put. */
    private static final List<String> AGREED =
            List.of("/_ilm/policy", "/_index_template", "/_ingest", "/_nodes", "/logstash", "/_logstash", "/_rollup");

    private static final String LICENSE = """
            {
            \t\t\t"license": {
            \t\t\t\t"uid": "cbff45e7-c553-41f7-ae4f-9205eabd80xx",
            \t\t\t\t"type": "oss",
            \t\t\t\t"status": "active",
            \t\t\t\t"expiry_date_in_millis" : 4000000000000
            \t\t\t}
            \t\t}""";

    private final GatewayConfig config;

    @Inject
    public ElasticProbes(GatewayConfig config) {
        this.config = config;
    }

    void routes(@Observes Router router) {
        if (config.enabled()) {
            router.route(ROOT + "*").handler(this::serve);
        }
    }

    private void serve(RoutingContext context) {
        String path = context.normalizedPath();
        if (!path.equals(ROOT) && !path.startsWith(ROOT + "/")
                || path.equals(ROOT + "/_bulk")
                || context.request().method().name().equals("OPTIONS")) {
            context.next();
            return;
        }
        InsertResponse answer = answer(path, config.elasticsearch().version());
        if (answer == null) {
            context.response().putHeader("X-Elastic-Product", "Elasticsearch");
            context.next();
            return;
        }
        HttpServerResponse response = context.response().setStatusCode(answer.status());
        response.putHeader("Content-Type", InsertResponse.JSON);
        answer.headers().forEach(response::putHeader);
        if (context.request().method().name().equals("HEAD")) {
            response.end();
        } else {
            response.end(Buffer.buffer(answer.body()));
        }
    }

    /** The answer to a probe; null if the path is none. */
    static @Nullable InsertResponse answer(String path, String version) {
        String rest = path.substring(ROOT.length());
        if (rest.isEmpty() || rest.equals("/")) {
            return json("{\n\t\t\t\"version\": {\n\t\t\t\t\"number\": \"" + version + "\"\n\t\t\t}\n\t\t}");
        }
        if (rest.equals("/_license")) {
            return json(LICENSE);
        }
        for (String prefix : AGREED) {
            if (rest.startsWith(prefix)) {
                return json("{}");
            }
        }
        return null;
    }

    private static InsertResponse json(String body) {
        return asElastic(InsertResponse.of(200, InsertResponse.JSON, body));
    }

    /** The same answer from a server that calls itself Elasticsearch. */
    static InsertResponse asElastic(InsertResponse response) {
        Map<String, String> headers = new HashMap<>(response.headers());
        headers.put("X-Elastic-Product", "Elasticsearch");
        return new InsertResponse(response.status(), response.contentType(), response.body(), headers);
    }
}
