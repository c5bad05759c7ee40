package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code facets N}: the most frequent values of every field.
 *
 * @param limit values per field
 * @param maxValuesPerField fields with more distinct values are left out
 * @param maxValueLength fields with a longer value, in bytes, are left out
 * @param keepConstFields whether fields with one and the same value in all rows stay
 */
public record PipeFacets(long limit, long maxValuesPerField, long maxValueLength, boolean keepConstFields)
        implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.add(FieldPattern.ALL);
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("facets");
        if (limit != DEFAULT_LIMIT) {
            sb.append(' ').append(limit);
        }
        if (maxValuesPerField != DEFAULT_MAX_VALUES_PER_FIELD) {
            sb.append(" max_values_per_field ").append(maxValuesPerField);
        }
        if (maxValueLength != DEFAULT_MAX_VALUE_LENGTH) {
            sb.append(" max_value_len ").append(maxValueLength);
        }
        return sb.append(keepConstFields ? " keep_const_fields" : "").toString();
    }

    /** Values per field when the query names no number. */
    public static final long DEFAULT_LIMIT = 10;

    /** Limit of distinct values when the query names none. */
    public static final long DEFAULT_MAX_VALUES_PER_FIELD = 1000;

    /** Limit of a value's length when the query names none, in bytes. */
    public static final long DEFAULT_MAX_VALUE_LENGTH = 128;
}
