package dev.lanelog.proto.launch;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Flags from the environment: {@code --otlp-http} is {@code LANELOG_OTLP_HTTP}. A flag on the command line wins, and an
 * empty variable counts as none.
 */
public final class FlagEnvironment implements IDefaultValueProvider {
    private static final String PREFIX = "LANELOG_";

    private final Map<String, String> environment;

    /** @param environment as of {@link System#getenv()} */
    public FlagEnvironment(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        // A flag without a value means the opposite of its default to picocli: see isSet().
        if (!(argument instanceof OptionSpec option) || option.typeInfo().isBoolean()) {
            return null;
        }
        String value = environment.get(variable(option.longestName()));
        return value == null || value.isEmpty() ? null : value;
    }

    /**
     * Whether the environment sets a flag that has no value.
     *
     * @param flag with its dashes
     * @throws CommandLine.ParameterException when the variable is neither {@code true} nor {@code false}
     */
    public boolean isSet(CommandLine commandLine, String flag) {
        String variable = variable(flag);
        String value = environment.get(variable);
        if (value == null || value.isEmpty()) {
            return false;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw new CommandLine.ParameterException(commandLine, variable + " is true or false, not '" + value + "'");
        }
        return value.equals("true");
    }

    private static String variable(String flag) {
        return PREFIX + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
