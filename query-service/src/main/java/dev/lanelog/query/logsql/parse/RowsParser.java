package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.Field;
import dev.lanelog.query.logsql.ast.Rows;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code rows({a=1, "b":"x"}, {...})}; commas may be left out. */
final class RowsParser {
    private final Tokens t;

    RowsParser(Tokens tokens) {
        t = tokens;
    }

    Rows rows() {
        t.take();
        t.expect("(", "after 'rows'");
        List<List<Field>> rows = new ArrayList<>();
        while (!t.accept(")")) {
            rows.add(row());
            t.checkSize(rows);
            t.accept(",");
        }
        return new Rows(rows);
    }

    private List<Field> row() {
        t.expect("{", "or ')' in rows(...)");
        List<Field> fields = new ArrayList<>();
        while (!t.accept("}")) {
            Token name = t.take();
            if (name.isEnd()) {
                throw t.error("expected a field name or '}' in rows(...), got the end of the query");
            }
            if (!t.accept(":")) {
                t.expect("=", "or ':' after the field name in rows(...)");
            }
            fields.add(new Field(name.text(), t.compound("a value in rows(...)")));
            t.checkSize(fields);
            t.accept(",");
        }
        return List.copyOf(fields);
    }
}
