package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;

/** A step that takes rows and gives rows. {@link #toString()} is its canonical text. */
public sealed interface Pipe
        permits PipeBlockStats,
                PipeBlocksCount,
                PipeCoalesce,
                PipeCollapseNums,
                PipeCopy,
                PipeDecolorize,
                PipeDelete,
                PipeDropEmptyFields,
                PipeExtract,
                PipeExtractRegexp,
                PipeFacets,
                PipeFieldNames,
                PipeFieldValues,
                PipeFields,
                PipeFilter,
                PipeFirst,
                PipeFormat,
                PipeGenerateSequence,
                PipeHash,
                PipeJoin,
                PipeJsonArrayConcat,
                PipeJsonArrayLen,
                PipeLast,
                PipeLen,
                PipeLimit,
                PipeMath,
                PipeOffset,
                PipePackJson,
                PipePackLogfmt,
                PipeQueryStats,
                PipeRename,
                PipeReplace,
                PipeReplaceRegexp,
                PipeRunningStats,
                PipeSample,
                PipeSetStreamFields,
                PipeSort,
                PipeSplit,
                PipeStats,
                PipeStreamContext,
                PipeTimeAdd,
                PipeTop,
                PipeTotalStats,
                PipeUnion,
                PipeUniq,
                PipeUnpackJson,
                PipeUnpackLogfmt,
                PipeUnpackSyslog,
                PipeUnpackWords,
                PipeUnroll {
    /**
     * Turns the set of fields that are wanted after this pipe into the set that must be there before it.
     *
     * @param needed changed in place
     */
    void updateNeededFields(FieldSet needed);
}
