package dev.lanelog.query.api.logsql;

import dev.lanelog.query.engine.Cancellation;
import dev.lanelog.query.engine.QueryRequest;

/**
 * A query ready to run.
 *
 * @param allowPartial whether rows that can't be read may be left out
 */
record EngineCall(QueryRequest request, boolean allowPartial, Cancellation cancellation) {}
