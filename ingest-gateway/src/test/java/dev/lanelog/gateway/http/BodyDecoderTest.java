package dev.lanelog.gateway.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.github.luben.zstd.Zstd;
import dev.lanelog.gateway.insert.BodyTooLargeException;
import dev.lanelog.gateway.insert.ByteBudget;
import dev.lanelog.gateway.insert.OverloadedException;
import dev.lanelog.gateway.row.BadRequestException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyFramedOutputStream;

class BodyDecoderTest {
    private static final byte[] TEXT = "{\"_msg\":\"hello\"}\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);

    private static byte[] decode(String encoding, byte[] body, ByteBudget budget) throws Exception {
        BodyDecoder decoder = new BodyDecoder(64 << 20, 500, 16 << 20);
        try (ByteBudget.Lease lease = Objects.requireNonNull(budget.tryLease(1));
                InputStream in = decoder.decode(encoding, new ByteArrayInputStream(body), lease, false)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            in.transferTo(all);
            return all.toByteArray();
        } finally {
            assertEquals(0, budget.used(), "the budget is given back");
        }
    }

    private static byte[] decode(String encoding, byte[] body) throws Exception {
        return decode(encoding, body, new ByteBudget(1 << 30));
    }

    private static byte[] gzip(byte[] text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text);
        }
        return out.toByteArray();
    }

    private static byte[] deflate(boolean raw) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflate = new DeflaterOutputStream(out, new Deflater(6, raw))) {
            deflate.write(TEXT);
        }
        return out.toByteArray();
    }

    @Test
    void everyEncodingComesBackWhole() throws Exception {
        assertArrayEquals(TEXT, decode("identity", TEXT));
        assertArrayEquals(TEXT, decode("GZIP", gzip(TEXT)));
        assertArrayEquals(TEXT, decode("deflate", deflate(false)));
        assertArrayEquals(TEXT, decode("deflate", deflate(true)));
        assertArrayEquals(TEXT, decode("zstd", Zstd.compress(TEXT)));
        assertArrayEquals(TEXT, decode("snappy", Snappy.compress(TEXT)));
        ByteArrayOutputStream framed = new ByteArrayOutputStream();
        try (SnappyFramedOutputStream out = new SnappyFramedOutputStream(framed)) {
            out.write(TEXT);
        }
        assertArrayEquals(TEXT, decode("snappy", framed.toByteArray()));
    }

    @Test
    void anUnknownEncodingNamesTheKnownOnes() {
        BadRequestException refused = assertThrows(BadRequestException.class, () -> decode("br", TEXT));
        assertEquals(415, refused.status());
    }

    @Test
    void bombsAreStopped() throws Exception {
        byte[] zeros = new byte[63 << 20];
        assertThrows(BodyTooLargeException.class, () -> decode("gzip", gzip(zeros)));
        assertThrows(BodyTooLargeException.class, () -> decode("zstd", Zstd.compress(zeros)));
        assertThrows(BodyTooLargeException.class, () -> decode("snappy", Snappy.compress(zeros)));
        byte[] noise = new byte[65 << 20];
        new Random(1).nextBytes(noise);
        assertThrows(BodyTooLargeException.class, () -> decode("identity", noise));
    }

    @Test
    void wholeBodiesAreChargedToTheBudget() {
        assertThrows(
                OverloadedException.class,
                () -> decode("snappy", Snappy.compress(TEXT), new ByteBudget(TEXT.length / 2)));
    }

    @Test
    void truncatedAndDamagedBodiesFail() throws Exception {
        for (String encoding : new String[] {"gzip", "deflate", "zstd", "snappy"}) {
            byte[] whole = switch (encoding) {
                case "gzip" -> gzip(TEXT);
                case "deflate" -> deflate(false);
                case "zstd" -> Zstd.compress(TEXT);
                default -> Snappy.compress(TEXT);
            };
            assertThrows(IOException.class, () -> decode(encoding, Arrays.copyOf(whole, whole.length - 9)), encoding);
        }
    }
}
