package dev.lanelog.columnar.io;

import java.io.IOException;

/** Makes the exception for bytes that are not what was written. */
@FunctionalInterface
public interface Damage {
    /**
     * @param place where in the file, such as {@code metadata} or {@code slice 0:0 day 20000 column level page 3}
     * @param what what is wrong there
     */
    IOException at(String place, String what);
}
