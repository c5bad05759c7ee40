package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ValueRef;

/** Takes fields out of a value. Used by one thread at a time. */
@FunctionalInterface
interface Unpacker {
    void unpack(ValueRef in, FieldList out);
}
