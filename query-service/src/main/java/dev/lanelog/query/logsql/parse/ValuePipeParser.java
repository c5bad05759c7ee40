package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.Regexps;
import dev.lanelog.query.logsql.pipe.Pattern;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeCoalesce;
import dev.lanelog.query.logsql.pipe.PipeCollapseNums;
import dev.lanelog.query.logsql.pipe.PipeDecolorize;
import dev.lanelog.query.logsql.pipe.PipeExtract;
import dev.lanelog.query.logsql.pipe.PipeExtractRegexp;
import dev.lanelog.query.logsql.pipe.PipeFormat;
import dev.lanelog.query.logsql.pipe.PipeHash;
import dev.lanelog.query.logsql.pipe.PipeJsonArrayConcat;
import dev.lanelog.query.logsql.pipe.PipeJsonArrayLen;
import dev.lanelog.query.logsql.pipe.PipeLen;
import dev.lanelog.query.logsql.pipe.PipePackJson;
import dev.lanelog.query.logsql.pipe.PipePackLogfmt;
import dev.lanelog.query.logsql.pipe.PipeReplace;
import dev.lanelog.query.logsql.pipe.PipeReplaceRegexp;
import dev.lanelog.query.logsql.pipe.PipeSetStreamFields;
import dev.lanelog.query.logsql.pipe.PipeSplit;
import dev.lanelog.query.logsql.pipe.PipeTimeAdd;
import dev.lanelog.query.logsql.pipe.PipeUnpackJson;
import dev.lanelog.query.logsql.pipe.PipeUnpackLogfmt;
import dev.lanelog.query.logsql.pipe.PipeUnpackSyslog;
import dev.lanelog.query.logsql.pipe.PipeUnpackWords;
import dev.lanelog.query.logsql.pipe.PipeUnroll;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads pipes that make fields out of fields. */
final class ValuePipeParser {
    private final Tokens t;
    private final LogsQlParser parser;

    ValuePipeParser(Tokens tokens, LogsQlParser parser) {
        t = tokens;
        this.parser = parser;
    }

    /** The pipe whose name was just taken. */
    Pipe pipe(String name) {
        return switch (name) {
            case "coalesce" -> coalesce();
            case "collapse_nums" -> {
                Filter condition = condition();
                String field = at(Names.MSG);
                yield new PipeCollapseNums(field, t.accept("prettify"), condition);
            }
            case "decolorize" -> new PipeDecolorize(t.atTrailer() ? Names.MSG : t.fieldName());
            case "extract" -> extract();
            case "extract_regexp" -> extractRegexp();
            case "format" -> format();
            case "hash" -> {
                String source = t.fieldNameMaybeInParens();
                yield new PipeHash(source, target());
            }
            case "len" -> {
                String source = t.fieldNameMaybeInParens();
                yield new PipeLen(source, target());
            }
            case "json_array_len" -> {
                String source = t.fieldNameMaybeInParens();
                yield new PipeJsonArrayLen(source, target());
            }
            case "json_array_concat" -> jsonArrayConcat();
            case "pack_json" -> new PipePackJson(packed(), target());
            case "pack_logfmt" -> new PipePackLogfmt(packed(), target());
            case "replace" -> replace();
            case "replace_regexp" -> replaceRegexp();
            case "set_stream_fields" -> {
                Filter condition = condition();
                yield new PipeSetStreamFields(t.fieldPatterns(), condition);
            }
            case "split" -> split();
            case "time_add" -> {
                Tokens.DurationToken d = t.duration("a duration");
                yield new PipeTimeAdd(at(Names.TIME), d.ns(), d.text());
            }
            case "unpack_json" -> unpackJson();
            case "unpack_logfmt" -> unpackLogfmt();
            case "unpack_syslog" -> unpackSyslog();
            case "unpack_words" -> unpackWords();
            case "unroll" -> unroll();
            default -> throw t.error(t.previous(), "the pipe '" + name + "' is not for queries", "");
        };
    }

    private @Nullable Filter condition() {
        return t.is("if") ? parser.filters().condition() : null;
    }

    private String at(String implied) {
        return t.accept("at") ? t.fieldName() : implied;
    }

    private String from() {
        return t.accept("from") ? t.fieldName() : Names.MSG;
    }

    /** The source of an unpack pipe: {@code from f}, or {@code f} alone where none of the options follows. */
    private String source(String... options) {
        if (t.isAny(options) || t.atTrailer()) {
            return Names.MSG;
        }
        t.accept("from");
        return t.fieldName();
    }

    private String target() {
        t.accept("as");
        return t.atTrailer() ? Names.MSG : t.fieldName();
    }

    private Pipe coalesce() {
        Token place = t.peek();
        List<FieldPattern> sources = t.fieldPatternsInParens();
        if (sources.isEmpty()) {
            throw t.error(place, "coalesce(...) needs at least one field", "");
        }
        String defaultValue = t.accept("default") ? t.compound("the default value") : "";
        return new PipeCoalesce(sources, defaultValue, t.accept("as") ? t.fieldName() : Names.MSG);
    }

    /** What happens to fields that have a value already. */
    private record Keep(boolean original, boolean skipEmpty) {}

    private Keep keep() {
        if (t.accept("keep_original_fields")) {
            return new Keep(true, false);
        }
        return new Keep(false, t.accept("skip_empty_results"));
    }

    private Pattern pattern(Function<String, Pattern> reader) {
        Token place = t.peek();
        String text = t.compound("a pattern such as \"<field>\"");
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw t.error(place, "invalid pattern: " + e.getMessage(), "");
        }
    }

    private com.google.re2j.Pattern regexp(String text, Token place) {
        try {
            return Regexps.compile(text);
        } catch (com.google.re2j.PatternSyntaxException e) {
            throw t.error(
                    place, "invalid regular expression: " + e.getDescription() + " in '" + e.getPattern() + "'", "");
        }
    }

    private Pipe extract() {
        Filter condition = condition();
        Pattern pattern = pattern(Pattern::parseForExtract);
        String from = from();
        Keep keep = keep();
        return new PipeExtract(pattern, from, keep.original, keep.skipEmpty, condition);
    }

    private Pipe extractRegexp() {
        Filter condition = condition();
        Token place = t.peek();
        String text = t.compound("a regular expression");
        List<String> groups = new ArrayList<>(regexp(text, place).namedGroups().entrySet().stream()
                .sorted(java.util.Map.Entry.comparingByValue())
                .map(java.util.Map.Entry::getKey)
                .toList());
        if (groups.isEmpty()) {
            throw t.error(place, "the regular expression has no named group", "write (?P<field>...) for each field");
        }
        String from = from();
        Keep keep = keep();
        return new PipeExtractRegexp(text, groups, from, keep.original, keep.skipEmpty, condition);
    }

    private Pipe format() {
        Filter condition = condition();
        Pattern pattern = pattern(Pattern::parse);
        String target = t.accept("as") ? t.fieldName() : Names.MSG;
        Keep keep = keep();
        return new PipeFormat(pattern, target, keep.original, keep.skipEmpty, condition);
    }

    private Pipe jsonArrayConcat() {
        String delimiter = t.atTrailer() || t.is("from", "as") ? "" : t.compound("a delimiter");
        String source = Names.MSG;
        if (!t.atTrailer() && !t.is("as")) {
            t.accept("from");
            source = t.fieldName();
        }
        return new PipeJsonArrayConcat(delimiter, source, targetOr(source));
    }

    private String targetOr(String implied) {
        if (t.atTrailer()) {
            return implied;
        }
        t.accept("as");
        return t.fieldName();
    }

    private List<FieldPattern> packed() {
        List<FieldPattern> fields = t.accept("fields") ? t.fieldPatternsInParens() : List.of();
        return FieldPattern.anyIsAll(fields) ? List.of() : fields;
    }

    private Pipe replace() {
        Filter condition = condition();
        t.expect("(", "after 'replace'");
        String oldText = t.compound("the text to replace");
        t.expect(",", "after the text to replace");
        String replacement = t.compound("the replacement");
        t.expect(")", "after the replacement");
        String field = at(Names.MSG);
        return new PipeReplace(field, oldText, replacement, limit(), condition);
    }

    private Pipe replaceRegexp() {
        Filter condition = condition();
        t.expect("(", "after 'replace_regexp'");
        Token place = t.peek();
        String text = t.compound("a regular expression");
        regexp(text, place);
        t.expect(",", "after the regular expression");
        String replacement = t.compound("the replacement");
        t.expect(")", "after the replacement");
        String field = at(Names.MSG);
        return new PipeReplaceRegexp(field, text, replacement, limit(), condition);
    }

    private long limit() {
        return t.accept("limit") ? t.unsigned("a limit") : 0;
    }

    private Pipe split() {
        if (t.is("as", "from")) {
            throw t.error("expected a separator, got " + t.shown());
        }
        String separator = t.compound("a separator");
        String source = Names.MSG;
        if (!t.is("as") && !t.atTrailer()) {
            t.accept("from");
            source = t.fieldName();
        }
        return new PipeSplit(separator, source, targetOr(source));
    }

    private List<FieldPattern> resultFields() {
        List<FieldPattern> fields = t.accept("fields") ? t.fieldPatternsInParens() : List.of();
        return fields.isEmpty() ? List.of(FieldPattern.ALL) : fields;
    }

    private String resultPrefix() {
        return t.accept("result_prefix") ? t.compound("a prefix") : "";
    }

    private Pipe unpackJson() {
        Filter condition = condition();
        String from = source("fields", "preserve_keys", "result_prefix", "keep_original_fields", "skip_empty_results");
        List<FieldPattern> fields = resultFields();
        List<String> preserve = t.accept("preserve_keys") ? t.fieldNamesInParens() : List.of();
        String prefix = resultPrefix();
        Keep keep = keep();
        return new PipeUnpackJson(from, fields, preserve, prefix, keep.original, keep.skipEmpty, condition);
    }

    private Pipe unpackLogfmt() {
        Filter condition = condition();
        String from = source("fields", "result_prefix", "keep_original_fields", "skip_empty_results");
        List<FieldPattern> fields = resultFields();
        String prefix = resultPrefix();
        Keep keep = keep();
        return new PipeUnpackLogfmt(from, fields, prefix, keep.original, keep.skipEmpty, condition);
    }

    private Pipe unpackSyslog() {
        Filter condition = condition();
        String from = source("offset", "result_prefix", "keep_original_fields");
        Tokens.DurationToken offset = t.accept("offset") ? t.duration("a duration") : new Tokens.DurationToken(0, "");
        String prefix = resultPrefix();
        return new PipeUnpackSyslog(
                from, offset.text(), offset.ns(), prefix, t.accept("keep_original_fields"), condition);
    }

    private Pipe unpackWords() {
        String source = Names.MSG;
        if (!t.is("drop_duplicates", "as") && !t.atTrailer()) {
            t.accept("from");
            source = t.fieldName();
        }
        String target = t.is("drop_duplicates") ? source : targetOr(source);
        return new PipeUnpackWords(source, target, t.accept("drop_duplicates"));
    }

    private Pipe unroll() {
        Filter condition = condition();
        t.accept("by");
        Token place = t.peek();
        List<String> fields = t.is("(") ? t.fieldNamesInParens() : t.fieldNames();
        if (fields.isEmpty()) {
            throw t.error(place, "unroll needs at least one field", "");
        }
        return new PipeUnroll(fields, condition);
    }
}
