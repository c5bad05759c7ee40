package dev.lanelog.gateway.row;

import dev.lanelog.proto.batch.LogBatch;
import dev.lanelog.proto.batch.LogBatchBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The common rules, applied row by row for one request, ending in batches.
 *
 * <ol>
 *   <li>Time: what the protocol states, else the first of the time fields that the row has, else the time of arrival
 *       (which grows by at least 1 ns from row to row, so that rows keep their order). {@code _time} never stays a field.
 *   <li>Message: the first of the message fields that is not empty becomes {@code _msg}; a row without one gets the
 *       default message.
 *   <li>Extra fields of the request beat the row's own; ignored fields are left out after that renaming.
 *   <li>Stream: the fields named by the request, else the protocol's labels, else the labels named by a {@code _stream}
 *       field that is imported again; always with the row's own values. Missing and empty ones are left out.
 *       {@code _stream_id} is dropped, it follows from the stream.
 *   <li>Limits: fields, bytes and the length of names; times outside retention or too far ahead.
 * </ol>
 *
 * A row that breaks a rule is counted, and the first {@value #MAX_REJECTIONS} are remembered for the answer.
 */
public final class RowAssembler implements FieldSink {
    /** Rejected rows that are remembered one by one. */
    public static final int MAX_REJECTIONS = 16;

    private static final Logger LOG = Logger.getLogger(RowAssembler.class);
    private static final int MAX_NAMES = 4096;
    private static final int MAX_DEBUG_ROWS = 10;
    private static final byte[] STREAM = LogBatch.STREAM.getBytes(StandardCharsets.US_ASCII);

    private final RequestOptions options;
    private final RowLimits limits;
    private final InstantSource clock;
    private final LogBatchBuilder builder;
    private final BatchOutput output;
    private final byte[] defaultMessage;

    private FieldNames names;
    private FieldName msgName;
    private FieldName[] streamLabels = {};
    private FieldName[] extraNames = {};

    private long row = -1;
    private long position;
    private boolean inRow;
    private int count;
    private @Nullable FieldName[] slotName = new @Nullable FieldName[64];
    private byte[][] slotValue = new byte[64][];
    private int[] slotOff = new int[64];
    private int[] slotLen = new int[64];
    private boolean[] slotStream = new boolean[64];
    /** The label's own value: a field of the same name that comes later replaces the field, not the label. */
    private byte[][] labelValue = new byte[64][];

    private int[] labelOff = new int[64];
    private int[] labelLen = new int[64];
    private int explicitLabels;
    private long statedTime;
    private boolean timeStated;
    private int timeSlot;
    private int msgSlot;
    private int streamSlot;
    private int longNameBytes;
    private long rowBytes;

    private final Scratch scratch = new Scratch();
    private int[] labelSlots = new int[16];
    private long lastNow = Long.MIN_VALUE;

    private long accepted;
    private long rejected;
    private long debugged;
    private final long[] dropped = new long[Reason.values().length];
    private final List<Rejection> rejections = new ArrayList<>();

    /**
     * @param builder not in use by anyone else until {@link #finish} or {@link #abort}; empty
     * @param output takes the finished batches
     */
    public RowAssembler(
            RequestOptions options,
            RowLimits limits,
            InstantSource clock,
            LogBatchBuilder builder,
            BatchOutput output) {
        this.options = options;
        this.limits = limits;
        this.clock = clock;
        this.builder = builder;
        this.output = output;
        this.defaultMessage = limits.defaultMessage().getBytes(StandardCharsets.UTF_8);
        builder.tenant(options.accountId(), options.projectId());
        this.names = new FieldNames(options);
        this.msgName = names.of("_msg");
        initNames();
    }

    private void initNames() {
        extraNames = new FieldName[options.extraFields().size()];
        for (int i = 0; i < extraNames.length; i++) {
            extraNames[i] = names.of(options.extraFields().get(i).name());
        }
        // Sorted by bytes, which for UTF-8 is not the order of UTF-16 strings.
        TreeMap<byte[], FieldName> sorted = new TreeMap<>(Arrays::compareUnsigned);
        for (String label : options.streamFields()) {
            FieldName name = names.of(label);
            if (!name.ignored && !name.dropped) {
                sorted.put(name.raw, name);
            }
        }
        streamLabels = sorted.values().toArray(new FieldName[0]);
    }

    @Override
    public RequestOptions options() {
        return options;
    }

    /** Rows accepted so far, those of the batch under way included. */
    public long accepted() {
        return accepted;
    }

    /** Rows rejected so far. */
    public long rejected() {
        return rejected;
    }

    /** Rows that were only logged, because the request asked for it; part of {@link #accepted}. */
    public long debugged() {
        return debugged;
    }

    /** The first rejected rows, in their order. */
    public List<Rejection> rejections() {
        return rejections;
    }

    /** Rows dropped for {@code reason} so far. */
    public long dropped(Reason reason) {
        return dropped[reason.ordinal()];
    }

    @Override
    public void startRow(long newPosition) {
        row++;
        position = newPosition;
        inRow = true;
        count = 0;
        explicitLabels = 0;
        timeStated = false;
        timeSlot = -1;
        msgSlot = -1;
        streamSlot = -1;
        longNameBytes = 0;
        rowBytes = 0;
    }

    @Override
    public void time(long timeNs) {
        statedTime = timeNs;
        timeStated = true;
    }

    @Override
    public void field(byte[] name, int nameOff, int nameLen, byte[] value, int valueOff, int valueLen) {
        FieldName known = known(name, nameOff, nameLen);
        if (known == null) {
            return;
        }
        if (known.row == row && known.timeRank >= 0) {
            // The reference takes the first of two times, and the last of two other fields.
            return;
        }
        int slot = slotOf(known, value, valueOff, valueLen);
        if (known.timeRank >= 0 && better(known.timeRank, timeSlot, true)) {
            timeSlot = slot;
        }
        if (known.msgRank >= 0 && valueLen > 0 && better(known.msgRank, msgSlot, false)) {
            msgSlot = slot;
        }
        if (known.streamText) {
            streamSlot = slot;
        }
    }

    @Override
    public void streamField(byte[] name, int nameOff, int nameLen, byte[] value, int valueOff, int valueLen) {
        FieldName known = known(name, nameOff, nameLen);
        if (known == null) {
            return;
        }
        int slot = slotOf(known, value, valueOff, valueLen);
        if (!slotStream[slot]) {
            slotStream[slot] = true;
            explicitLabels++;
        }
        labelValue[slot] = value;
        labelOff[slot] = valueOff;
        labelLen[slot] = valueLen;
    }

    private @Nullable FieldName known(byte[] name, int off, int len) {
        if (len > limits.maxNameBytes()) {
            longNameBytes = Math.max(longNameBytes, len);
            return null;
        }
        return names.of(name, off, len);
    }

    private boolean better(int rank, int slot, boolean time) {
        if (slot < 0) {
            return true;
        }
        FieldName other = name(slot);
        return rank < (time ? other.timeRank : other.msgRank);
    }

    private FieldName name(int slot) {
        FieldName name = slotName[slot];
        if (name == null) {
            throw new IllegalStateException("slot " + slot);
        }
        return name;
    }

    private int slotOf(FieldName name, byte[] value, int off, int len) {
        int slot;
        if (name.row == row) {
            slot = name.slot;
            rowBytes -= slotLen[slot];
        } else {
            slot = count++;
            if (slot == slotName.length) {
                grow();
            }
            name.row = row;
            name.slot = slot;
            slotName[slot] = name;
            slotStream[slot] = false;
            rowBytes += name.raw.length;
        }
        slotValue[slot] = value;
        slotOff[slot] = off;
        slotLen[slot] = len;
        rowBytes += len;
        return slot;
    }

    private void grow() {
        int size = slotName.length * 2;
        slotName = Arrays.copyOf(slotName, size);
        slotValue = Arrays.copyOf(slotValue, size);
        slotOff = Arrays.copyOf(slotOff, size);
        slotLen = Arrays.copyOf(slotLen, size);
        slotStream = Arrays.copyOf(slotStream, size);
        labelValue = Arrays.copyOf(labelValue, size);
        labelOff = Arrays.copyOf(labelOff, size);
        labelLen = Arrays.copyOf(labelLen, size);
    }

    @Override
    public boolean endRow() {
        if (!inRow) {
            throw new IllegalStateException("no row was started");
        }
        if (!withinLimits()) {
            return false;
        }
        long time = rowTime();
        if (time == TimeParser.BAD || time == TimeParser.OUT_OF_RANGE) {
            return false;
        }
        if (!buildStream()) {
            return false;
        }
        inRow = false;
        accepted++;
        if (options.debug()) {
            logRow(time);
            return true;
        }
        write(time);
        if (builder.isFull()) {
            flush();
        }
        return true;
    }

    private boolean withinLimits() {
        if (longNameBytes > 0) {
            rejectRow(
                    Reason.FIELD_NAME_TOO_LONG,
                    "a field name of " + longNameBytes + " bytes; the limit is " + limits.maxNameBytes());
            return false;
        }
        if (count > limits.maxFields()) {
            rejectRow(Reason.TOO_MANY_FIELDS, count + " fields; the limit is " + limits.maxFields());
            return false;
        }
        if (rowBytes > limits.maxRowBytes()) {
            rejectRow(Reason.ROW_TOO_LARGE, rowBytes + " bytes; the limit is " + limits.maxRowBytes());
            return false;
        }
        return true;
    }

    /** The row's time; BAD or OUT_OF_RANGE if the row was rejected for it. */
    private long rowTime() {
        long time = TimeParser.NOW;
        if (timeStated) {
            time = statedTime;
        } else if (timeSlot >= 0) {
            time = TimeParser.parse(slotValue[timeSlot], slotOff[timeSlot], slotLen[timeSlot], options.dateOnlyTimes());
        }
        if (time == TimeParser.NOW) {
            return now();
        }
        if (time == TimeParser.BAD) {
            rejectRow(
                    Reason.BAD_TIMESTAMP,
                    "cannot parse the time \"" + text(timeSlot) + "\" of field \""
                            + new String(name(timeSlot).raw, StandardCharsets.UTF_8)
                            + "\"; use RFC 3339 or a unix time in s, ms, us or ns");
            return time;
        }
        long now = nanos(clock.instant());
        if (time == TimeParser.OUT_OF_RANGE
                || time < now - limits.retentionNs()
                || time > now && time - now > limits.futureNs()) {
            String what = time == TimeParser.OUT_OF_RANGE && timeSlot >= 0
                    ? text(timeSlot)
                    : Instant.ofEpochSecond(0, time).toString();
            rejectRow(
                    Reason.TIMESTAMP_OUT_OF_RANGE,
                    "the time " + what + " is older than the retention or too far ahead of the clock");
            return TimeParser.OUT_OF_RANGE;
        }
        return time;
    }

    private long now() {
        lastNow = Math.max(nanos(clock.instant()), lastNow + 1);
        return lastNow;
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /** Puts the stream text into {@link #scratch}; false if the row was rejected for it. */
    private boolean buildStream() {
        scratch.clear();
        if (!options.streamFields().isEmpty()) {
            for (FieldName label : streamLabels) {
                addLabel(label);
            }
        } else if (explicitLabels > 0) {
            addExplicitLabels();
        } else if (streamSlot >= 0 && slotLen[streamSlot] > 0) {
            List<String> labels =
                    StreamText.labelNames(slotValue[streamSlot], slotOff[streamSlot], slotLen[streamSlot]);
            if (labels == null) {
                rejectRow(
                        Reason.BAD_STREAM,
                        "_stream must look like {name=\"value\",...}, not \"" + text(streamSlot) + "\"");
                return false;
            }
            TreeMap<byte[], FieldName> sorted = new TreeMap<>(Arrays::compareUnsigned);
            for (String label : labels) {
                FieldName name = names.of(label);
                sorted.put(name.raw, name);
            }
            sorted.values().forEach(this::addLabel);
        }
        if (scratch.size() > 0) {
            scratch.add('}');
        }
        return true;
    }

    private void addLabel(FieldName label) {
        if (label.overridden) {
            byte[] value = options.extraFields()
                    .get(List.of(extraNames).indexOf(label))
                    .value();
            openLabel();
            StreamText.label(scratch, label.raw, value, 0, value.length);
            return;
        }
        int slot = label == msgName && msgSlot >= 0 ? msgSlot : label.row == row ? label.slot : -1;
        if (slot < 0
                || label.dropped
                || slotLen[slot] == 0
                || slot == timeSlot
                || slot == msgSlot && label != msgName) {
            return;
        }
        openLabel();
        StreamText.label(scratch, label.raw, slotValue[slot], slotOff[slot], slotLen[slot]);
    }

    private void openLabel() {
        scratch.add(scratch.size() == 0 ? '{' : ',');
    }

    private static boolean inStream(FieldName label) {
        return !label.overridden && !label.ignored && !label.dropped;
    }

    private void addExplicitLabels() {
        if (labelSlots.length < explicitLabels) {
            labelSlots = new int[Math.max(explicitLabels, labelSlots.length * 2)];
        }
        int n = 0;
        for (int slot = 0; slot < count; slot++) {
            if (slotStream[slot] && labelLen[slot] > 0 && inStream(name(slot))) {
                int at = n++;
                while (at > 0 && Arrays.compareUnsigned(name(labelSlots[at - 1]).raw, name(slot).raw) > 0) {
                    labelSlots[at] = labelSlots[at - 1];
                    at--;
                }
                labelSlots[at] = slot;
            }
        }
        for (int i = 0; i < n; i++) {
            int slot = labelSlots[i];
            openLabel();
            StreamText.label(scratch, name(slot).raw, labelValue[slot], labelOff[slot], labelLen[slot]);
        }
    }

    private void write(long time) {
        builder.startRow(time);
        int streamColumn = builder.column(STREAM, 0, STREAM.length);
        if (scratch.size() > 0) {
            builder.set(streamColumn, scratch.data(), 0, scratch.size());
        } else {
            builder.set(streamColumn, StreamText.EMPTY, 0, StreamText.EMPTY.length);
        }
        boolean hasMessage = false;
        for (int slot = 0; slot < count; slot++) {
            FieldName name = effectiveName(slot);
            if (name != null) {
                hasMessage |= name == msgName;
                set(name, slotValue[slot], slotOff[slot], slotLen[slot]);
            }
        }
        for (int i = 0; i < extraNames.length; i++) {
            RequestOptions.ExtraField extra = options.extraFields().get(i);
            FieldName name = extraNames[i];
            if (!name.dropped) {
                hasMessage |= name == msgName;
                set(name, extra.value(), 0, extra.value().length);
            }
        }
        if (!hasMessage) {
            builder.set(column(msgName), defaultMessage, 0, defaultMessage.length);
        }
        builder.endRow();
    }

    /** The name under which a slot is stored, null if it is not. */
    private @Nullable FieldName effectiveName(int slot) {
        if (slotLen[slot] == 0 || slot == timeSlot) {
            return null;
        }
        FieldName name = name(slot);
        if (slot == msgSlot) {
            name = msgName;
        } else if (msgSlot >= 0 && name == msgName) {
            return null; // Another field became the message.
        }
        return name.dropped || name.ignored || name.overridden ? null : name;
    }

    private void set(FieldName name, byte[] value, int off, int len) {
        if (name.decolorize && Decolorizer.coloured(value, off, len)) {
            int from = scratch.size();
            Decolorizer.strip(scratch, value, off, len);
            builder.set(column(name), scratch.data(), from, scratch.size() - from);
        } else {
            builder.set(column(name), value, off, len);
        }
    }

    private int column(FieldName name) {
        if (name.column < 0) {
            name.column = builder.column(name.raw, 0, name.raw.length);
        }
        return name.column;
    }

    private void logRow(long time) {
        debugged++;
        dropped[Reason.DEBUG.ordinal()]++;
        if (debugged > MAX_DEBUG_ROWS) {
            return;
        }
        StringBuilder fields = new StringBuilder();
        for (int slot = 0; slot < count; slot++) {
            FieldName name = effectiveName(slot);
            if (name != null) {
                fields.append(' ').append(new String(name.raw, StandardCharsets.UTF_8));
                fields.append("=\"").append(text(slot)).append('"');
            }
        }
        LOG.infof(
                "debug-row tenant=%s:%s position=%d time=%s%s",
                Integer.toUnsignedString(options.accountId()),
                Integer.toUnsignedString(options.projectId()),
                position,
                Instant.ofEpochSecond(0, time),
                fields);
    }

    /** At most 100 bytes of a value, for messages. */
    private String text(int slot) {
        return new String(slotValue[slot], slotOff[slot], Math.min(100, slotLen[slot]), StandardCharsets.UTF_8);
    }

    @Override
    public void rejectRow(Reason reason, String detail) {
        inRow = false;
        rejected++;
        dropped[reason.ordinal()]++;
        if (rejections.size() < MAX_REJECTIONS) {
            rejections.add(new Rejection(position, reason, detail));
        }
    }

    private void flush() {
        int rows = builder.rows();
        output.batch(builder.finish(), rows);
        if (builder.columns() > MAX_NAMES || names.size() > MAX_NAMES) {
            // A sender that invents names: nothing of them may pile up over a request.
            builder.forgetColumns();
            names = new FieldNames(options);
            msgName = names.of("_msg");
            initNames();
        }
    }

    /** Passes the last batch on. */
    public void finish() {
        if (builder.rows() > 0) {
            flush();
        }
    }

    /** Drops the rows that were not passed on yet. */
    public void abort() {
        builder.discard();
    }
}
