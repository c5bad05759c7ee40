package dev.lanelog.indexer.consume;

/** The catalog could not be read to its end, or holds what is no catalog record. */
public final class CatalogException extends Exception {
    private static final long serialVersionUID = 1;

    public CatalogException(String message) {
        super(message);
    }

    public CatalogException(String message, Throwable cause) {
        super(message, cause);
    }
}
