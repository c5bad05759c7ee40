package dev.lanelog.columnar.group;

import java.io.IOException;

/** A group file whose bytes are not what was written. The message names the file and the place. */
public final class CorruptGroupException extends IOException {
    private static final long serialVersionUID = 1L;

    public CorruptGroupException(String file, String place, String what) {
        super("group " + file + ": " + place + ": " + what);
    }
}
