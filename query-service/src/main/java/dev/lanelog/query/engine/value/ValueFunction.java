package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;

/** Makes a value out of a value. Used by one thread at a time. */
@FunctionalInterface
interface ValueFunction {
    /** Appends the result to {@code out}, which comes cleared. */
    void apply(ValueRef in, ByteBuilder out);
}
