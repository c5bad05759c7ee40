package dev.lanelog.standalone;

import java.util.ArrayList;
import java.util.List;

/** Which of the services a process runs. */
enum Role {
    ALL(9428),
    GATEWAY(9428),
    INDEXER(9492),
    QUERY(9471),
    /** No service: the embedded broker, for services in other processes of this machine. */
    BROKER(0);

    private final int defaultHttpPort;

    Role(int defaultHttpPort) {
        this.defaultHttpPort = defaultHttpPort;
    }

    /** The HTTP port when none is given; different per role, so that the three roles run on one machine. */
    int defaultHttpPort() {
        return defaultHttpPort;
    }

    boolean gateway() {
        return this == ALL || this == GATEWAY;
    }

    boolean indexer() {
        return this == ALL || this == INDEXER;
    }

    boolean query() {
        return this == ALL || this == QUERY;
    }

    /**
     * What to type once the process is ready.
     *
     * @param base address of the HTTP port
     */
    List<String> hints(String base) {
        List<String> hints = new ArrayList<>();
        if (gateway()) {
            hints.add("send    curl -d '{\"_msg\":\"hello, lanelog\",\"level\":\"info\",\"app\":\"demo\"}' '" + base
                    + "/insert/jsonline?_stream_fields=app'");
        }
        if (query()) {
            hints.add("query   curl -d 'query=hello' " + base + "/select/logsql/query");
            hints.add("newest  curl -d 'query=* | sort by (_time desc) | limit 10' " + base + "/select/logsql/query");
        }
        return hints;
    }
}
