package dev.lanelog.query.engine.value;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.filter.Regexps;
import java.util.List;

/** {@code extract_regexp}: the named groups of the first match; all empty without one. */
final class RegexpUnpacker implements Unpacker {
    private final Pattern pattern;
    private final List<String> names;
    private final int[] groups;

    RegexpUnpacker(String regexp, List<String> names) {
        pattern = Regexps.compile(regexp);
        this.names = names;
        groups = new int[names.size()];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = pattern.namedGroups().getOrDefault(names.get(i), 0);
        }
    }

    @Override
    public void unpack(ValueRef in, FieldList out) {
        Matcher m = pattern.matcher(Values.string(in));
        boolean found = m.find();
        for (int i = 0; i < groups.length; i++) {
            String group = found ? m.group(groups[i]) : null;
            out.add(names.get(i), group == null ? new byte[0] : Utf8.bytes(group));
        }
    }
}
