package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.Names;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The rows of a query as CSV with a header line. The columns are those that the query's pipes fix; when they fix none,
 * all fields that the selected rows have, which takes a query of its own. Cells without a value are empty; lines end in
 * LF; a cell is quoted when it holds a comma, a quote or a line feed.
 */
final class CsvAnswer {
    private static final int CHUNK_BYTES = 64 << 10;

    private final EndpointContext context;

    CsvAnswer(EndpointContext context) {
        this.context = context;
    }

    void write(CommonArgs args, EngineCall call, SelectRequest request, SelectResponse response)
            throws IOException, InterruptedException {
        List<String> columns = PipeTraits.fixedColumns(args.query());
        if (columns == null) {
            columns = scanColumns(args, request, response);
        }
        Map<String, Integer> index = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            index.putIfAbsent(columns.get(i), i);
        }
        // A column that was named twice is shown twice.
        int[] sameAs = new int[columns.size()];
        for (int i = 0; i < sameAs.length; i++) {
            sameAs[i] = index.getOrDefault(columns.get(i), i);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(CHUNK_BYTES);
        byte[][] cells = new byte[columns.size()][];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = columns.get(i).getBytes(StandardCharsets.UTF_8);
        }
        appendLine(out, cells);
        context.runs().runRows(call, response, (names, values) -> {
            for (int i = 0; i < cells.length; i++) {
                cells[i] = new byte[0];
            }
            for (int i = 0; i < names.length; i++) {
                Integer at = index.get(names[i]);
                if (at != null) {
                    cells[at] = values[i];
                }
            }
            for (int i = 0; i < cells.length; i++) {
                cells[i] = cells[sameAs[i]];
            }
            appendLine(out, cells);
            if (out.size() >= CHUNK_BYTES) {
                flush(out, args, request, response);
            }
        });
        flush(out, args, request, response);
    }

    private static void flush(
            ByteArrayOutputStream out, CommonArgs args, SelectRequest request, SelectResponse response)
            throws IOException {
        if (!response.started()) {
            args.describe(request, response);
        }
        byte[] bytes = out.toByteArray();
        out.reset();
        response.write(bytes, 0, bytes.length);
    }

    private List<String> scanColumns(CommonArgs args, SelectRequest request, SelectResponse response)
            throws IOException, InterruptedException {
        TreeSet<String> names = new TreeSet<>();
        CommonArgs namesOnly = args.withQuery(context.texts().append(args.query(), "field_names"));
        context.runs().runRows(namesOnly.call(request, context.limits(), 0, 0), response, (fields, values) -> {
            for (int i = 0; i < fields.length; i++) {
                if (fields[i].equals("name")) {
                    names.add(new String(values[i], StandardCharsets.UTF_8));
                }
            }
        });
        names.remove("");
        return names.isEmpty() ? List.of(Names.MSG) : new ArrayList<>(names);
    }

    private static void appendLine(ByteArrayOutputStream out, byte[][] cells) {
        for (int i = 0; i < cells.length; i++) {
            if (i > 0) {
                out.write(',');
            }
            appendCell(out, cells[i]);
        }
        out.write('\n');
    }

    private static void appendCell(ByteArrayOutputStream out, byte[] cell) {
        boolean plain = true;
        for (byte b : cell) {
            plain &= b != ',' && b != '"' && b != '\n';
        }
        if (plain) {
            out.writeBytes(cell);
            return;
        }
        out.write('"');
        for (byte b : cell) {
            if (b == '"') {
                out.write('"');
            }
            out.write(b);
        }
        out.write('"');
    }
}
