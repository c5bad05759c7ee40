package dev.lanelog.query.api.logsql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestArgsTest {
    @Test
    void bodyBeatsUrlAndRepeatedArgumentsStay() {
        RequestArgs args = RequestArgs.of("query=a+b%7C&x=1", "query=c&x=2&y=");
        assertEquals("a b|", args.get("query"));
        assertEquals(List.of("1", "2"), args.all("x"));
        assertTrue(args.has("y"));
        assertFalse(args.has("z"));
        assertEquals("", args.get("z"));
    }

    @Test
    void brokenEscapeIsNamed() {
        ApiException thrown = assertThrows(ApiException.class, () -> RequestArgs.of("query=%zz", null));
        assertEquals(400, thrown.status());
        assertTrue(thrown.text().contains("\"%zz\""), thrown.text());
        assertThrows(ApiException.class, () -> RequestArgs.of(null, "query=%f"));
        assertThrows(ApiException.class, () -> RequestArgs.of(null, "query=%ff"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "abc|cannot parse integer \"limit\"=\"abc\": strconv.Atoi: parsing \"abc\": invalid syntax",
                " 5|cannot parse integer \"limit\"=\" 5\": strconv.Atoi: parsing \" 5\": invalid syntax",
                "99999999999999999999|cannot parse integer \"limit\"=\"99999999999999999999\": strconv.Atoi: parsing \"99999999999999999999\": value out of range",
                "0x10|cannot parse integer \"limit\"=\"0x10\": strconv.Atoi: parsing \"0x10\": invalid syntax",
                "-1|\"limit\" cannot be smaller than 0; got -1"
            })
    void refusesWhatIsNoCount(String text, String error) {
        ApiException thrown = assertThrows(
                ApiException.class,
                () -> RequestArgs.of(null, "limit=" + text.replace(" ", "%20")).count("limit"));
        assertEquals(error, thrown.getMessage());
    }

    @Test
    void countsMayHaveASignOrBeAbsent() {
        assertEquals(5, RequestArgs.of(null, "limit=%2B5").count("limit"));
        assertEquals(0, RequestArgs.of(null, "limit=").count("limit"));
        assertEquals(0, RequestArgs.of(null, null).count("limit"));
    }

    @Test
    void flagsAreGosWords() {
        assertTrue(RequestArgs.of(null, "f=True").flag("f", false));
        assertFalse(RequestArgs.of(null, "f=0").flag("f", true));
        assertTrue(RequestArgs.of(null, "f=").flag("f", true));
        ApiException thrown = assertThrows(
                ApiException.class, () -> RequestArgs.of(null, "f=yes").flag("f", true));
        assertEquals(
                "cannot parse f=\"yes\" as bool: strconv.ParseBool: parsing \"yes\": invalid syntax",
                thrown.getMessage());
    }

    @Test
    void multipartFormsAreForms() {
        String body = "--XX\r\nContent-Disposition: form-data; name=\"query\"\r\n\r\n* | stats count() n\r\n"
                + "--XX\nContent-Disposition: form-data; name=\"limit\"\n\n5\n--XX--\n";
        RequestArgs args =
                FormBody.args("multipart/form-data; boundary=XX", body.getBytes(StandardCharsets.UTF_8), "limit=3&x=1");
        assertEquals("* | stats count() n", args.get("query"));
        assertEquals(5, args.count("limit"));
        assertEquals("1", args.get("x"));
    }

    @Test
    void cutOffMultipartFormIsRefused() {
        String body = "--XX\r\nContent-Disposition: form-data; name=\"query\"\r\n\r\n* | sta";
        assertThrows(
                ApiException.class,
                () -> FormBody.args("multipart/form-data; boundary=XX", body.getBytes(StandardCharsets.UTF_8), null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip|GZIP",
                "GZIP|GZIP",
                "gzip, deflate, br|GZIP",
                "gzip;q=0|NONE",
                "gzip;q=0.000, zstd|ZSTD",
                "zstd, gzip|ZSTD",
                "gzip;q=0.5|GZIP",
                "*|NONE",
                "br|NONE",
                "identity|NONE"
            })
    void encodingsAreThoseThatTheClientNames(String header, BodyEncoding expected) {
        assertEquals(expected, BodyEncoding.accepted(header));
    }
}
