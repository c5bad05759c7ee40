package dev.lanelog.query.api.logsql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.parse.LogsQlException;
import dev.lanelog.query.logsql.parse.LogsQlParser;

/**
 * Reads LogsQL with the parser. Dashboards ask the same again and again: queries that were read for the same moment are
 * kept, within a bound.
 */
final class ParsedTexts implements QueryTexts {
    private static final long KEPT_CHARS = 1 << 20;

    private record Key(String text, long nowNs) {}

    private final Cache<Key, Query> queries = Caffeine.newBuilder()
            .maximumWeight(KEPT_CHARS)
            .weigher((Key key, Query query) -> key.text.length() + 64)
            .executor(Runnable::run)
            .build();

    @Override
    public Query query(String text, long nowNs) {
        Key key = new Key(text, nowNs);
        Query kept = queries.getIfPresent(key);
        if (kept != null) {
            return kept;
        }
        try {
            Query parsed = LogsQlParser.parse(text, nowNs);
            queries.put(key, parsed);
            return parsed;
        } catch (LogsQlException e) {
            throw new ApiException(400, "cannot parse `query` arg [" + text + "]: " + e.getMessage(), e);
        }
    }

    @Override
    public Filter filter(String text, long nowNs) {
        try {
            return LogsQlParser.parseFilter(text, nowNs);
        } catch (LogsQlException e) {
            throw new ApiException(400, String.valueOf(e.getMessage()), e);
        }
    }
}
