package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import java.util.List;

/**
 * {@code rename a as b, c.* as d.*}: renames fields, one pair after the other.
 *
 * @param sources names and prefixes
 * @param targets as many names and prefixes
 */
public record PipeRename(List<FieldPattern> sources, List<FieldPattern> targets) implements Pipe {
    public PipeRename {
        sources = List.copyOf(sources);
        targets = List.copyOf(targets);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        for (int i = sources.size() - 1; i >= 0; i--) {
            boolean wanted = needed.intersects(targets.get(i));
            if (!targets.get(i).prefix()) {
                needed.remove(targets.get(i));
            }
            if (wanted) {
                needed.add(sources.get(i));
            } else {
                needed.remove(sources.get(i));
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("rename ");
        for (int i = 0; i < sources.size(); i++) {
            sb.append(i == 0 ? "" : ", ").append(sources.get(i)).append(" as ").append(targets.get(i));
        }
        return sb.toString();
    }
}
