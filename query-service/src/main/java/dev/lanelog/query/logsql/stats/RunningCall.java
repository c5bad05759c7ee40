package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.Names;

/**
 * A running function with the name of its result.
 *
 * @param function what is computed
 * @param resultName field of the result
 */
public record RunningCall(RunningFunction function, String resultName) {
    @Override
    public String toString() {
        return function + " as " + Names.quoteIfNeeded(resultName);
    }
}
