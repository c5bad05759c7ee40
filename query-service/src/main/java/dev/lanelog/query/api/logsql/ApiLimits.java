package dev.lanelog.query.api.logsql;

import java.time.Duration;
import java.time.ZoneId;

/**
 * What requests may ask for.
 *
 * @param queryDuration longest run of a query
 * @param queryMemoryBytes memory of one query
 * @param queryLength longest {@code query} argument, bytes
 * @param queryTimeRange longest time range of a query; zero means no limit
 * @param allowPartial whether answers may be partial when the request does not say
 * @param zone of times without one
 */
record ApiLimits(
        Duration queryDuration,
        long queryMemoryBytes,
        int queryLength,
        Duration queryTimeRange,
        boolean allowPartial,
        ZoneId zone) {}
