package dev.lanelog.query.engine.value;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Utf8;
import java.util.ArrayList;
import java.util.List;

/** {@code pack_json} and {@code pack_logfmt}. JSON leaves out fields without a value, logfmt writes them as {@code name=}. */
final class PackProcessor implements RowProcessor {
    /** What fields are written as. */
    enum Format {
        JSON,
        LOGFMT
    }

    private final List<FieldPattern> fields;
    private final String target;
    private final Format format;
    private final ValueRef ref = new ValueRef();

    /** @param fields none for all */
    PackProcessor(List<FieldPattern> fields, String target, Format format) {
        this.fields = fields;
        this.target = target;
        this.format = format;
    }

    @Override
    public Batch process(Batch batch) {
        List<ColumnVector> columns = new ArrayList<>();
        List<byte[]> heads = new ArrayList<>();
        for (String name : names(batch)) {
            columns.add(batch.column(name));
            heads.add(head(name));
        }
        ValueBuffer packed = new ValueBuffer(batch.rows(), 64 * batch.rows());
        ByteBuilder out = new ByteBuilder(256);
        for (int row = 0; row < batch.rows(); row++) {
            out.clear();
            if (format == Format.JSON) {
                json(columns, heads, row, out);
            } else {
                logfmt(columns, heads, row, out);
            }
            packed.add(out.buf, 0, out.size);
        }
        return batch.with(target, new TextVector(packed));
    }

    /** All fields in their order, or the wanted ones in the order of the pipe. */
    private List<String> names(Batch batch) {
        if (fields.isEmpty()) {
            return batch.names();
        }
        List<String> names = new ArrayList<>();
        for (FieldPattern pattern : fields) {
            if (!pattern.prefix()) {
                names.add(pattern.text());
                continue;
            }
            for (String name : batch.names()) {
                if (pattern.matches(name)) {
                    names.add(name);
                }
            }
        }
        return names.stream().distinct().toList();
    }

    private byte[] head(String name) {
        ByteBuilder out = new ByteBuilder(name.length() + 8);
        byte[] b = Utf8.bytes(name);
        if (format == Format.JSON) {
            Values.json(out, b, 0, b.length);
            out.add(':');
        } else {
            out.add(b);
            out.add('=');
        }
        return out.copy();
    }

    private void json(List<ColumnVector> columns, List<byte[]> heads, int row, ByteBuilder out) {
        out.add('{');
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).get(row, ref);
            if (ref.len > 0) {
                if (out.size > 1) {
                    out.add(',');
                }
                out.add(heads.get(i));
                Values.json(out, ref.buf, ref.off, ref.len);
            }
        }
        out.add('}');
    }

    private void logfmt(List<ColumnVector> columns, List<byte[]> heads, int row, ByteBuilder out) {
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).get(row, ref);
            if (i > 0) {
                out.add(' ');
            }
            out.add(heads.get(i));
            if (needsQuotes()) {
                Values.json(out, ref.buf, ref.off, ref.len);
            } else {
                out.add(ref);
            }
        }
    }

    private boolean needsQuotes() {
        for (int i = ref.off; i < ref.off + ref.len; i++) {
            byte c = ref.buf[i];
            if ((c >= 0 && c <= ' ') || c == '"' || c == '\\') {
                return true;
            }
        }
        return false;
    }
}
