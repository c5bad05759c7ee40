/** The {@code _bulk} endpoint of Elasticsearch, and the answers that its clients want before they send. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.protocol.elasticsearch;
