package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.filter.Filter;

/** Reads LogsQL; its errors become answers. */
interface QueryTexts {
    /**
     * A query.
     *
     * @param nowNs what relative times count from
     * @throws ApiException 400 with the parser's message
     */
    Query query(String text, long nowNs);

    /**
     * A filter, without pipes.
     *
     * @throws ApiException 400 with the parser's message
     */
    Filter filter(String text, long nowNs);

    /** A query with more pipes behind its own. */
    default Query append(Query query, String pipes) {
        return query(query + " | " + pipes, query.nowNs());
    }
}
