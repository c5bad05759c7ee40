package dev.lanelog.proto.batch;

import com.github.luben.zstd.Zstd;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The rows of one Kafka record, column by column: one tenant, in the order in which they were sent.
 *
 * <p>Layout of the record value; all numbers are little endian, {@code varint} is the unsigned LEB128 of at most 5
 * bytes:
 *
 * <pre>
 *   Value      --> Header, Stored
 *   Header     --> magic "LLB" (3), version u8 = 1,
 *                  codec i32 (0 = as it is, 1 = zstd),
 *                  accountId i32, projectId i32 (unsigned),
 *                  rows i32 (1 .. 65536),
 *                  bodyBytes i32 (size of Body),
 *                  storedBytes i32 (size of Stored = the rest of the value),
 *                  crc i32 (CRC32C of the header before it and of Stored)
 *   Stored     --> Body | one zstd frame of Body
 *   Body       --> Times, columnCount varint, Column{columnCount}
 *   Times      --> min i64, divisor i64 (>= 1), width u8 (0, 1, 2, 4, 8), offset[width]{rows}
 *                  time of a row = min + offset * divisor, in ns since 1970
 *   Column     --> nameBytes varint, name, kind u8, Dictionary | Plain | Hex
 *   Dictionary (kind 1) --> size varint (1 .. rows), Lengths{size}, bytes, id[width of size - 1]{rows}
 *   Plain      (kind 2) --> Lengths{rows}, bytes
 *   Hex        (kind 3) --> digits varint (even, >= 2), byte[digits / 2]{rows}
 *   Lengths    --> 0 u8, each varint | width u8 (1, 2, 4), length[width]{count}
 * </pre>
 *
 * An empty value means that the row lacks the field; a column has at least one value that is not empty. Names are
 * unique. Every row of a gateway has the column {@value #STREAM}. {@code _time} is no column. Example: one row at 5 ns
 * with {@code a=x} has the Body {@code 05 00{7} 01 00{7} 00 | 01 | 01 61 01 01 00 01 78}.
 *
 * @param accountId unsigned 32 bit
 * @param projectId unsigned 32 bit
 * @param timesNs time of each row, nanoseconds since 1970-01-01 UTC; its length is the number of rows
 * @param columns in the order in which their names were first seen
 */
public record LogBatch(int accountId, int projectId, long[] timesNs, List<BatchColumn> columns) {
    /** Name of the column that holds the canonical stream text. */
    public static final String STREAM = "_stream";

    public static final int MAX_ROWS = 1 << 16;
    public static final int MAX_COLUMNS = 1 << 14;
    /** Bound of rows x columns, which bounds what a decoded batch takes beside its text. */
    public static final int MAX_CELLS = 1 << 23;

    public static final int MAX_NAME_BYTES = (1 << 16) - 1;
    /** Bound of the body before compression. */
    public static final int MAX_BODY_BYTES = 64 << 20;

    /** Number of rows, at least 1. */
    public int rows() {
        return timesNs.length;
    }

    /**
     * Decodes a record value.
     *
     * @throws CorruptBatchException if it is not a batch of a known version, or damaged; nothing larger than the checked
     *     limits above is ever allocated for it
     */
    public static LogBatch decode(byte[] value) throws CorruptBatchException {
        checkHeader(value);
        int rows = LittleEndian.i32(value, 16);
        int bodyBytes = LittleEndian.i32(value, 20);
        byte[] data = value;
        int from = BatchFormat.HEADER_BYTES;
        if (LittleEndian.i32(value, 4) == BatchFormat.CODEC_ZSTD) {
            data = inflate(value, bodyBytes);
            from = 0;
        }
        BodyReader reader = new BodyReader(data, from, from + bodyBytes, rows);
        long[] times = reader.times();
        List<BatchColumn> columns = reader.columns();
        return new LogBatch(LittleEndian.i32(value, 8), LittleEndian.i32(value, 12), times, columns);
    }

    private static void checkHeader(byte[] value) throws CorruptBatchException {
        if (value.length < BatchFormat.HEADER_BYTES) {
            throw new CorruptBatchException("a value of " + value.length + " bytes is shorter than its header");
        }
        int start = LittleEndian.i32(value, 0);
        if ((start & 0xFFFFFF) != BatchFormat.MAGIC) {
            throw new CorruptBatchException("not a log batch: it starts with " + Integer.toHexString(start));
        }
        if (start >>> 24 != BatchFormat.VERSION) {
            throw new CorruptBatchException("log batch version " + (start >>> 24) + "; this release reads version "
                    + BatchFormat.VERSION + ", so upgrade it before the gateways");
        }
        int stored = LittleEndian.i32(value, 24);
        if (stored != value.length - BatchFormat.HEADER_BYTES) {
            throw new CorruptBatchException(
                    "stored bytes are " + (value.length - BatchFormat.HEADER_BYTES) + ", the header says " + stored);
        }
        CRC32C crc = new CRC32C();
        crc.update(value, 0, BatchFormat.CRC_AT);
        crc.update(value, BatchFormat.HEADER_BYTES, stored);
        if ((int) crc.getValue() != LittleEndian.i32(value, BatchFormat.CRC_AT)) {
            throw new CorruptBatchException("checksum mismatch");
        }
        int codec = LittleEndian.i32(value, 4);
        int rows = LittleEndian.i32(value, 16);
        int body = LittleEndian.i32(value, 20);
        if (rows < 1 || rows > MAX_ROWS) {
            throw new CorruptBatchException("rows " + rows);
        }
        if (body < 0 || body > MAX_BODY_BYTES) {
            throw new CorruptBatchException("body bytes " + body);
        }
        if (codec != BatchFormat.CODEC_ZSTD && (codec != BatchFormat.CODEC_NONE || body != stored)) {
            throw new CorruptBatchException("codec " + codec + " with body " + body + " and stored " + stored);
        }
    }

    private static byte[] inflate(byte[] value, int bodyBytes) throws CorruptBatchException {
        int stored = value.length - BatchFormat.HEADER_BYTES;
        // The frame must promise the same size before that much is allocated.
        long promised = Zstd.getFrameContentSize(value, BatchFormat.HEADER_BYTES, stored);
        if (promised != bodyBytes) {
            throw new CorruptBatchException("zstd frame of " + promised + " bytes, the header says " + bodyBytes);
        }
        byte[] body = new byte[bodyBytes];
        long n = Zstd.decompressByteArray(body, 0, bodyBytes, value, BatchFormat.HEADER_BYTES, stored);
        if (Zstd.isError(n) || n != bodyBytes) {
            throw new CorruptBatchException("zstd: " + (Zstd.isError(n) ? Zstd.getErrorName(n) : n + " bytes"));
        }
        return body;
    }
}
