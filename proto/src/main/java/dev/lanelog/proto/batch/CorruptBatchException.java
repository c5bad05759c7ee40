package dev.lanelog.proto.batch;

/** A record value that is not a {@link LogBatch}, or one whose bytes were changed on their way. */
public final class CorruptBatchException extends Exception {
    private static final long serialVersionUID = 1;

    /** @param message what is wrong and where, in bytes from the start of the value or of the decoded body */
    public CorruptBatchException(String message) {
        super(message);
    }
}
