package dev.lanelog.standalone;

/** Which of the services a process runs. */
enum Role {
    ALL(9428),
    GATEWAY(9428),
    INDEXER(9492),
    QUERY(9471);

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
}
