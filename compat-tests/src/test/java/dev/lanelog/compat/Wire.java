package dev.lanelog.compat;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * HTTP/1.1 with nothing added: one request on its own connection, exactly the given headers and path bytes. HTTP
 * libraries normalise paths and add headers, and recorded cases depend on both.
 */
public final class Wire {
    private static final int TIMEOUT_MS = 60_000;

    private Wire() {}

    /**
     * An answer.
     *
     * @param headers lower-case names; the first of equal names
     * @param body with chunked and gzip coding removed
     */
    public record Answer(int status, Map<String, String> headers, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public String header(String name) {
            return headers.get(name.toLowerCase(Locale.ROOT));
        }
    }

    /** A header or argument. */
    public record Pair(String name, String value) {}

    public static Answer get(String base, String path) throws IOException {
        return send(base, "GET", path, List.of(), null);
    }

    /** POSTs a form, as large queries need. */
    public static Answer form(String base, String path, List<Pair> args, Pair... headers) throws IOException {
        List<Pair> all = new ArrayList<>(List.of(headers));
        all.add(new Pair("Content-Type", "application/x-www-form-urlencoded"));
        return send(base, "POST", path, all, encode(args).getBytes(StandardCharsets.US_ASCII));
    }

    public static String encode(List<Pair> args) {
        StringBuilder out = new StringBuilder();
        for (Pair arg : args) {
            if (!out.isEmpty()) {
                out.append('&');
            }
            out.append(URLEncoder.encode(arg.name(), StandardCharsets.UTF_8))
                    .append('=')
                    .append(URLEncoder.encode(arg.value(), StandardCharsets.UTF_8));
        }
        return out.toString();
    }

    /** Sends one request and reads the whole answer, or what there is of it when the server breaks off. */
    public static Answer send(String base, String method, String path, List<Pair> headers, byte[] body)
            throws IOException {
        URI uri = URI.create(base);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            StringBuilder head = new StringBuilder(
                    method + ' ' + path + " HTTP/1.1\r\nHost: " + uri.getHost() + ':' + uri.getPort() + "\r\n");
            boolean framed = false;
            for (Pair header : headers) {
                head.append(header.name()).append(": ").append(header.value()).append("\r\n");
                String name = header.name().toLowerCase(Locale.ROOT);
                framed |= name.equals("content-length") || name.equals("transfer-encoding");
            }
            if (!framed && (body != null || method.equals("POST") || method.equals("PUT"))) {
                head.append("Content-Length: ")
                        .append(body == null ? 0 : body.length)
                        .append("\r\n");
            }
            head.append("\r\n");
            out.write(head.toString().getBytes(StandardCharsets.UTF_8));
            if (body != null) {
                try {
                    out.write(body);
                } catch (IOException e) {
                    // A server may answer (413, 401) without reading the body; the answer is what counts.
                    if (socket.isInputShutdown()) {
                        throw e;
                    }
                }
            }
            out.flush();
            return read(new BufferedInputStream(socket.getInputStream(), 1 << 16), method, path);
        }
    }

    private static Answer read(InputStream in, String method, String path) throws IOException {
        String[] first = line(in).split(" ", 3);
        int status = Integer.parseInt(first[1]);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.putIfAbsent(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        boolean endless = path.contains("/logsql/tail") && status == 200;
        byte[] body = endless || method.equals("HEAD") || status == 204 ? new byte[0] : body(in, headers);
        if ("gzip".equals(headers.get("content-encoding"))) {
            body = new GZIPInputStream(new java.io.ByteArrayInputStream(body)).readAllBytes();
        }
        return new Answer(status, headers, body);
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            while (true) {
                int size = Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
                if (size == 0) {
                    line(in);
                    return out.toByteArray();
                }
                byte[] chunk = in.readNBytes(size);
                out.write(chunk);
                if (chunk.length < size) {
                    throw new EOFException("the answer broke off inside a chunk");
                }
                line(in);
            }
        }
        String length = headers.get("content-length");
        return length == null ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the answer broke off");
            }
            if (b != '\r') {
                out.write(b);
            }
        }
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
