/**
 * The HTTP API of VictoriaLogs under {@code /select/logsql/}, one class per endpoint. Endpoints know neither Vert.x nor
 * Quarkus: they get arguments and give bytes, on the driver thread of their query; {@code docs/api.md} lists them.
 *
 * @see dev.lanelog.query.api.logsql.SelectEndpoint
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.api.logsql;
