package dev.lanelog.columnar.kernel;

/**
 * Which implementation of a kernel runs in this process, and why.
 *
 * @param kernel interface name
 * @param vector whether it is the vector one
 * @param bits width of vectors, 0 for scalar
 * @param reason in words
 */
public record KernelChoice(String kernel, boolean vector, int bits, String reason) {
    @Override
    public String toString() {
        return kernel + "=" + (vector ? "vector" + bits : "scalar") + " (" + reason + ")";
    }
}
