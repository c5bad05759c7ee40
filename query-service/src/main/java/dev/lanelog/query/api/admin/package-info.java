/** What operators ask the query-service. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.api.admin;
