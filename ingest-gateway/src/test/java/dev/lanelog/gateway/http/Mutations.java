package dev.lanelog.gateway.http;

import java.util.Arrays;
import java.util.Random;

/** Bytes that are nearly a request. */
public final class Mutations {
    private Mutations() {}

    /**
     * One to four changes: a byte, a bit, the end cut off, a part of {@code other} put in, a part cut out, a part
     * overwritten.
     */
    public static byte[] mutate(byte[] original, byte[] other, Random random) {
        byte[] bytes = original.clone();
        for (int n = random.nextInt(4); n >= 0 && bytes.length > 0; n--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> {
                    if (other.length > 0) {
                        int from = random.nextInt(other.length);
                        int len = random.nextInt(Math.min(64, other.length - from)) + 1;
                        byte[] joined = new byte[bytes.length + len];
                        System.arraycopy(bytes, 0, joined, 0, at);
                        System.arraycopy(other, from, joined, at, len);
                        System.arraycopy(bytes, at, joined, at + len, bytes.length - at);
                        bytes = joined;
                    }
                }
                case 4 -> {
                    int len = random.nextInt(Math.min(16, bytes.length - at)) + 1;
                    byte[] cut = new byte[bytes.length - len];
                    System.arraycopy(bytes, 0, cut, 0, at);
                    System.arraycopy(bytes, at + len, cut, at, cut.length - at);
                    bytes = cut;
                }
                default -> Arrays.fill(bytes, at, at + Math.min(10, bytes.length - at), (byte) 0xff);
            }
        }
        return bytes;
    }
}
