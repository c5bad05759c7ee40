package dev.lanelog.query.logsql.ast;

import java.util.ArrayList;
import java.util.List;

/**
 * A set of field names that pipes narrow and widen from the last to the first, to find what must be read: allowed names
 * and prefixes, less denied names and prefixes. Not safe for use by several threads at once.
 */
public final class FieldSet {
    private final List<FieldPattern> allow = new ArrayList<>();
    private final List<FieldPattern> deny = new ArrayList<>();

    /** Every field. */
    public static FieldSet all() {
        FieldSet set = new FieldSet();
        set.add(FieldPattern.ALL);
        return set;
    }

    /** No field. */
    public static FieldSet none() {
        return new FieldSet();
    }

    public FieldSet copy() {
        FieldSet set = new FieldSet();
        set.allow.addAll(allow);
        set.deny.addAll(deny);
        return set;
    }

    public void clear() {
        allow.clear();
        deny.clear();
    }

    /** Adds what the pattern names. */
    public void add(FieldPattern p) {
        // A denied prefix that also covers the pattern goes away as a whole: reading too much is correct, too little is
        // not.
        deny.removeIf(d -> covers(p, d) || covers(d, p));
        if (!coveredBy(allow, p)) {
            allow.removeIf(a -> covers(p, a));
            allow.add(p);
        }
    }

    public void add(String name) {
        add(FieldPattern.exact(name));
    }

    public void addAll(List<FieldPattern> patterns) {
        for (FieldPattern p : patterns) {
            add(p);
        }
    }

    public void addNames(List<String> names) {
        for (String name : names) {
            add(name);
        }
    }

    /** Takes out what the pattern names. */
    public void remove(FieldPattern p) {
        if (!intersects(p)) {
            return;
        }
        allow.removeIf(a -> covers(p, a));
        boolean wildcards = false;
        for (FieldPattern a : allow) {
            wildcards |= a.prefix();
        }
        if (wildcards && !coveredBy(deny, p)) {
            deny.removeIf(d -> covers(p, d));
            deny.add(p);
        }
        if (!wildcards) {
            deny.clear();
        }
    }

    public void remove(String name) {
        remove(FieldPattern.exact(name));
    }

    public boolean contains(String name) {
        return FieldPattern.anyMatches(allow, name) && !FieldPattern.anyMatches(deny, name);
    }

    /** Whether the set may hold a name the pattern matches. */
    public boolean intersects(FieldPattern p) {
        if (!p.prefix()) {
            return contains(p.text());
        }
        for (FieldPattern a : allow) {
            if (covers(p, a) || covers(a, p)) {
                return !coveredBy(deny, p);
            }
        }
        return false;
    }

    public boolean isAll() {
        return FieldPattern.anyIsAll(allow) && deny.isEmpty();
    }

    public boolean isEmpty() {
        return allow.isEmpty();
    }

    /** True when only exact names are in the set: {@link #allowed()} lists them. */
    public boolean isExact() {
        for (FieldPattern a : allow) {
            if (a.prefix()) {
                return false;
            }
        }
        return true;
    }

    /** Names and prefixes that are in, in the order they were added. */
    public List<FieldPattern> allowed() {
        return List.copyOf(allow);
    }

    /** Names and prefixes that are out although {@link #allowed()} covers them. */
    public List<FieldPattern> denied() {
        return List.copyOf(deny);
    }

    @Override
    public String toString() {
        return "allow=" + allow + " deny=" + deny;
    }

    private static boolean covers(FieldPattern wide, FieldPattern narrow) {
        return wide.prefix()
                ? narrow.text().startsWith(wide.text())
                : !narrow.prefix() && wide.text().equals(narrow.text());
    }

    private static boolean coveredBy(List<FieldPattern> list, FieldPattern p) {
        for (FieldPattern w : list) {
            if (covers(w, p)) {
                return true;
            }
        }
        return false;
    }
}
