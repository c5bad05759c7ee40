package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.filter.Filters;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeFilter;
import dev.lanelog.query.logsql.pipe.PipeLimit;
import dev.lanelog.query.logsql.pipe.PipeOffset;
import dev.lanelog.query.logsql.pipe.PipeSort;
import dev.lanelog.query.logsql.pipe.PipeUniq;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins pipes that belong together: {@code sort | offset | limit}, {@code uniq | limit} and neighbouring filters, the first of
 * which join the query's own filter.
 */
final class PipeMerging {
    private PipeMerging() {}

    static Query merge(Query query) {
        List<Pipe> merged = new ArrayList<>();
        for (Pipe pipe : query.pipes()) {
            Pipe joined = merged.isEmpty() ? null : join(merged.getLast(), pipe);
            if (joined == null) {
                merged.add(pipe);
            } else {
                merged.set(merged.size() - 1, joined);
            }
        }
        if (!merged.isEmpty()
                && merged.getFirst() instanceof PipeFilter f
                && query.options().timeOffsetNs() == 0) {
            Query result = query.withFilter(Filters.and(List.of(query.filter(), f.filter())));
            return result.withPipes(merged.subList(1, merged.size()));
        }
        return query.withPipes(merged);
    }

    /** Both pipes as one, or null. */
    private static @Nullable Pipe join(Pipe first, Pipe second) {
        if (first instanceof PipeFilter a && second instanceof PipeFilter b) {
            return new PipeFilter(Filters.and(List.of(a.filter(), b.filter())));
        }
        if (first instanceof PipeUniq u && second instanceof PipeLimit l && l.limit() > 0) {
            long limit = u.limit() == 0 ? l.limit() : Math.min(u.limit(), l.limit());
            return new PipeUniq(u.by(), u.filter(), u.hitsName(), limit);
        }
        if (first instanceof PipeSort s && s.partitionBy().isEmpty() && s.rankName() == null) {
            if (second instanceof PipeLimit l) {
                // In a sort, a limit of 0 is none; as a pipe it leaves nothing.
                return l.limit() == 0
                        ? l
                        : withRange(s, s.offset(), s.limit() == 0 ? l.limit() : Math.min(s.limit(), l.limit()));
            }
            if (second instanceof PipeOffset o && (s.limit() == 0 || s.limit() > o.offset())) {
                return withRange(s, s.offset() + o.offset(), s.limit() == 0 ? 0 : s.limit() - o.offset());
            }
        }
        return null;
    }

    private static PipeSort withRange(PipeSort s, long offset, long limit) {
        return new PipeSort(s.by(), s.descending(), s.partitionBy(), offset, limit, s.rankName());
    }
}
