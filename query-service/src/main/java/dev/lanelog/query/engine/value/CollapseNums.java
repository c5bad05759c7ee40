package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.NumberRuns;

/** Numbers become {@code <N>}; prettified, well-known groups of them get names of their own. */
final class CollapseNums implements ValueFunction {
    private static final byte[] N = Utf8.bytes("<N>");

    private final boolean prettify;

    CollapseNums(boolean prettify) {
        this.prettify = prettify;
    }

    @Override
    public void apply(ValueRef in, ByteBuilder out) {
        int end = in.off + in.len;
        int from = in.off;
        boolean any = false;
        while (from < end) {
            int start = NumberRuns.start(in.buf, in.off, from, end);
            if (start < 0) {
                break;
            }
            out.add(in.buf, from, start - from);
            int stop = NumberRuns.end(in.buf, start, end);
            if (NumberRuns.isNumber(in.buf, start, stop, end)) {
                out.add(N);
                any = true;
            } else {
                out.add(in.buf, start, stop - start);
            }
            from = stop;
        }
        out.add(in.buf, from, end - from);
        if (prettify && any) {
            byte[] pretty = Utf8.bytes(prettify(Utf8.string(out.buf, 0, out.size)));
            out.clear();
            out.add(pretty);
        }
    }

    private static String prettify(String s) {
        String t = s.replace("<N>-<N>-<N>-<N>-<N>", "<UUID>").replace("<N>.<N>.<N>.<N>", "<IP4>");
        t = replaceWithTail(t, "<N>:<N>:<N>", "<TIME>", ".<N>", ",<N>");
        t = t.replace("<N>-<N>-<N>", "<DATE>").replace("<N>/<N>/<N>", "<DATE>");
        t = replaceWithTail(t, "<DATE>T<TIME>", "<DATETIME>", "Z", "-<N>:<N>", "+<N>:<N>");
        return replaceWithTail(t, "<DATE> <TIME>", "<DATETIME>", "Z", "-<N>:<N>", "+<N>:<N>");
    }

    /** Replaces a text together with one of the tails where one follows. */
    private static String replaceWithTail(String s, String old, String replacement, String... tails) {
        int at = s.indexOf(old);
        if (at < 0) {
            return s;
        }
        StringBuilder sb = new StringBuilder(s.length());
        int from = 0;
        while (at >= 0) {
            sb.append(s, from, at).append(replacement);
            from = at + old.length();
            for (String tail : tails) {
                if (s.startsWith(tail, from)) {
                    from += tail.length();
                    break;
                }
            }
            at = s.indexOf(old, from);
        }
        return sb.append(s, from, s.length()).toString();
    }
}
