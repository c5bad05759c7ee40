package dev.lanelog.query.logsql.ast;

import java.util.List;

/**
 * Rows given in the query: {@code rows({a=1, b=2}, {a=3})}.
 *
 * @param rows each with its fields in written order
 */
public record Rows(List<List<Field>> rows) {
    public Rows {
        rows = List.copyOf(rows);
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("rows(");
        for (int i = 0; i < rows.size(); i++) {
            sb.append(i == 0 ? "{" : ",{");
            List<Field> row = rows.get(i);
            for (int k = 0; k < row.size(); k++) {
                sb.append(k == 0 ? "" : ",")
                        .append(GoQuote.quote(row.get(k).name()))
                        .append(':');
                sb.append(GoQuote.quote(row.get(k).value()));
            }
            sb.append('}');
        }
        return sb.append(')').toString();
    }
}
