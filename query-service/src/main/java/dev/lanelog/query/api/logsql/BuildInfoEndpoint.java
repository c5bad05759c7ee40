package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** {@code /select/buildinfo}: the version of this process, in Prometheus' form. */
final class BuildInfoEndpoint implements SelectEndpoint {
    private final String version;

    BuildInfoEndpoint(String version) {
        this.version = version;
    }

    @Override
    public String path() {
        return "/select/buildinfo";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException {
        EndpointContext.answer(
                new JsonWriter()
                        .raw("{\"status\":\"success\",\"data\":{\"version\":")
                        .string(version)
                        .raw("}}"),
                response);
    }
}
