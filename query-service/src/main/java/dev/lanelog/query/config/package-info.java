/** Settings of the query-service: {@link dev.lanelog.query.config.QueryConfig} is the only reader of configuration. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.config;
