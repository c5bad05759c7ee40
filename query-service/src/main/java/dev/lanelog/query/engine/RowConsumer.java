package dev.lanelog.query.engine;

import java.io.IOException;

/** Takes an answer row by row, in order, on the query's driver thread. */
@FunctionalInterface
public interface RowConsumer {
    /**
     * Takes a row. Fields come in the order of the output; those without a value are left out, and a row without any is
     * not reported.
     *
     * @param names the caller's to keep
     * @param values UTF-8 text; the caller's to keep
     */
    void row(String[] names, byte[][] values) throws IOException;
}
