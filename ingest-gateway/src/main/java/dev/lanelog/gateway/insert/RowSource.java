package dev.lanelog.gateway.insert;

import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import java.io.IOException;

/** The part of a protocol that turns its input into rows. */
@FunctionalInterface
public interface RowSource {
    /**
     * Hands all rows on. May block.
     *
     * @throws BadRequestException if the input as a whole, or the rest of it, is not understood
     * @throws IOException if it could not be read to its end
     */
    void read(FieldSink sink) throws BadRequestException, IOException;
}
