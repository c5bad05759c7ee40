package dev.lanelog.query.catalog;

import java.util.SortedMap;

/** Some partitions can't be read whole now. The message names each and what is wrong with it. */
public final class PartitionsMissingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PartitionsMissingException(SortedMap<Integer, String> missing) {
        super(message(missing));
    }

    private static String message(SortedMap<Integer, String> missing) {
        StringBuilder text = new StringBuilder("some rows can't be read now, so there is no complete answer:");
        missing.forEach((partition, reason) -> text.append(" partition ")
                .append(partition)
                .append(": ")
                .append(reason)
                .append(';'));
        return text.append(" repeat the request later, or pass allow_partial_response=1 to take the rest of the rows")
                .toString();
    }
}
