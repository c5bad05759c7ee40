package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.format.NumberText;
import java.util.Arrays;

/**
 * {@code a:le_field(b)}: rows in which the value of the field is not above that of another: as numbers if both are, else as text.
 *
 * @param field where
 * @param other the other field
 */
public record FilterLeField(FieldPattern field, String other) implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(field);
        needed.add(other);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "le_field(" + Names.quoteIfNeeded(other) + ")";
    }

    /** Whether value {@code a[aOff, aOff + aLen)} of the field matches value {@code b[bOff, bOff + bLen)} of the other. */
    public static boolean matches(byte[] a, int aOff, int aLen, byte[] b, int bOff, int bLen) {
        double da = NumberText.parse(a, aOff, aLen);
        double db = Double.isNaN(da) ? da : NumberText.parse(b, bOff, bLen);
        if (!Double.isNaN(db)) {
            return da <= db;
        }
        return Arrays.compareUnsigned(a, aOff, aOff + aLen, b, bOff, bOff + bLen) <= 0;
    }
}
