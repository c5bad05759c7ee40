package dev.lanelog.gateway.protocol.otlp;

/** A message that can't be taken. Carries no stack trace: senders, not we, cause it. */
final class MalformedOtlpException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean overLimit;

    /** Bytes that are not the message they should be. */
    MalformedOtlpException(String message) {
        this(message, false);
    }

    private MalformedOtlpException(String message, boolean overLimit) {
        super(message, null, false, false);
        this.overLimit = overLimit;
    }

    /** A well-formed message that asks for more than we give. */
    static MalformedOtlpException overLimit(String message) {
        return new MalformedOtlpException(message, true);
    }

    boolean isOverLimit() {
        return overLimit;
    }

    /** What is wrong; never null. */
    String reason() {
        String message = getMessage();
        return message == null ? "malformed" : message;
    }
}
