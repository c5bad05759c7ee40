package dev.lanelog.query.logsql.filter;

import com.google.re2j.Pattern;
import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Utf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values in which a regular expression is found; {@code .} also stands for a line end. An expression without operators is a
 * search for its text, and an alternation of such texts a search for each.
 */
final class RegexpPredicate implements ColumnPredicate {
    private final Pattern pattern;
    private final byte @Nullable [] required;

    private RegexpPredicate(Pattern pattern, byte @Nullable [] required) {
        this.pattern = pattern;
        this.required = required;
    }

    /**
     * The predicate of an expression.
     *
     * @throws com.google.re2j.PatternSyntaxException when it is no RE2 expression
     */
    static ColumnPredicate of(String regexp) {
        Pattern pattern = Regexps.compile(regexp);
        if (Regexps.isLiteral(regexp)) {
            return new SubstringPredicate(Utf8.bytes(regexp));
        }
        String literal = Regexps.requiredLiteral(regexp);
        return new RegexpPredicate(pattern, literal.isEmpty() ? null : Utf8.bytes(literal));
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        if (required != null && Bytes.indexOf(buf, off, off + len, required) < 0) {
            return false;
        }
        byte[] value = off == 0 && len == buf.length ? buf : Arrays.copyOfRange(buf, off, off + len);
        return pattern.matcher(value).find();
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        return required;
    }

    @Override
    public @Nullable LongRange longRange() {
        return required != null && !Bytes.mayBeInInteger(required) ? Hints.NO_INTEGER : null;
    }
}
