package dev.lanelog.query.logsql.ast;

import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.pipe.Pipe;
import java.util.List;

/**
 * A parsed query. {@link #toString()} is LogsQL again: parsing it with the same {@code nowNs} gives an equal query.
 *
 * @param options what {@code options(...)} said, inherited values included
 * @param filter selects the rows; time filters are already moved by the options' time offset
 * @param pipes run over the selected rows in this order
 * @param nowNs the time that relative times were read against, nanoseconds since the epoch
 */
public record Query(QueryOptions options, Filter filter, List<Pipe> pipes, long nowNs) {
    public Query {
        pipes = List.copyOf(pipes);
    }

    /** The fields that the pipes, together with what is returned at the end, read from the selected rows; filter fields not counted. */
    public FieldSet neededFields() {
        FieldSet set = FieldSet.all();
        for (int i = pipes.size() - 1; i >= 0; i--) {
            pipes.get(i).updateNeededFields(set);
        }
        return set;
    }

    /** The same query with another filter. */
    public Query withFilter(Filter newFilter) {
        return new Query(options, newFilter, pipes, nowNs);
    }

    /** The same query with other pipes. */
    public Query withPipes(List<Pipe> newPipes) {
        return new Query(options, filter, newPipes, nowNs);
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder(options.toString());
        if (!sb.isEmpty()) {
            sb.append(' ');
        }
        sb.append(filter);
        for (Pipe pipe : pipes) {
            sb.append(" | ").append(pipe);
        }
        return sb.toString();
    }
}
