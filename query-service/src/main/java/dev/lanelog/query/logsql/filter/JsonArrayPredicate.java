package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.JsonReader;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** JSON arrays that have one of a list of values as an item: strings by their content, numbers, booleans and null by their text. */
final class JsonArrayPredicate implements ColumnPredicate {
    private final Set<byte[]> values = new TreeSet<>(Arrays::compareUnsigned);

    JsonArrayPredicate(List<String> values) {
        for (String value : values) {
            this.values.add(Utf8.bytes(value));
        }
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        JsonReader reader = new JsonReader(buf, off, len);
        if (!reader.accept('[')) {
            return false;
        }
        try {
            boolean found = false;
            if (!reader.accept(']')) {
                do {
                    byte kind = reader.peek();
                    int from = reader.position();
                    if (kind == '"') {
                        found |= values.contains(reader.string());
                    } else {
                        reader.skipValue();
                        boolean scalar = kind != '{' && kind != '[';
                        found |= scalar && values.contains(Arrays.copyOfRange(buf, from, reader.position()));
                    }
                } while (reader.accept(','));
                reader.expect(']');
            }
            return found && reader.atEnd();
        } catch (JsonReader.InvalidJsonException e) {
            return false;
        }
    }

    @Override
    public LongRange longRange() {
        return Hints.NO_INTEGER;
    }

    @Override
    public byte[] requiredSubstring() {
        return new byte[] {'['};
    }
}
