package dev.lanelog.columnar.group;

/**
 * Rows of a tenant and day in a group.
 *
 * @param day days since 1970-01-01 UTC
 */
public record SliceSummary(Tenant tenant, int day, long rows) {}
