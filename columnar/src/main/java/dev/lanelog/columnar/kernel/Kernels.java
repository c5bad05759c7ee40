package dev.lanelog.columnar.kernel;

import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The kernels that this process uses. Each is chosen at start: the vector one only where the module {@code
 * jdk.incubator.vector} is there, vectors are wide enough and its answers equal its twin's; a thread of low priority
 * then times both and takes the vector one back if it never is the quicker. The system property {@value #PROPERTY} set to
 * {@code scalar} rules vectors out, {@code vector} skips the timing.
 *
 * <p>Callers ask for a kernel once a page, not once a row: asking counts as a call in {@link #calls}.
 *
 * @see Packing the layout they work on
 */
public final class Kernels {
    /** Values {@code auto} (default), {@code scalar} and {@code vector}. */
    public static final String PROPERTY = "lanelog.kernels";

    private static final System.Logger LOG = System.getLogger(Kernels.class.getName());
    private static final int USES = KernelUse.values().length;
    private static final LongAdder[] VECTOR_CALLS = adders();
    private static final LongAdder[] SCALAR_CALLS = adders();

    private static final Kernel<PackedScan> PACKED_SCAN = new Kernel<>("PackedScan", new ScalarPackedScan());
    private static final Kernel<BitUnpack> BIT_UNPACK = new Kernel<>("BitUnpack", new ScalarBitUnpack());
    private static final Kernel<ByteSearch> BYTE_SEARCH = new Kernel<>("ByteSearch", new ScalarByteSearch());
    private static final Kernel<ArrayScan> ARRAY_SCAN = new Kernel<>("ArrayScan", new ScalarArrayScan());

    static {
        choose();
    }

    private Kernels() {}

    public static PackedScan packedScan(KernelUse use) {
        return PACKED_SCAN.use(use);
    }

    public static BitUnpack bitUnpack() {
        return BIT_UNPACK.use(KernelUse.UNPACK);
    }

    public static ByteSearch byteSearch() {
        return BYTE_SEARCH.use(KernelUse.SEARCH);
    }

    public static ArrayScan arrayScan() {
        return ARRAY_SCAN.use(KernelUse.ARRAY_SCAN);
    }

    /** What runs, and why. */
    public static List<KernelChoice> report() {
        return List.of(PACKED_SCAN.choice, BIT_UNPACK.choice, BYTE_SEARCH.choice, ARRAY_SCAN.choice);
    }

    /** Calls since the process started. */
    public static Map<KernelUse, Calls> calls() {
        Map<KernelUse, Calls> calls = new EnumMap<>(KernelUse.class);
        for (KernelUse use : KernelUse.values()) {
            calls.put(use, new Calls(VECTOR_CALLS[use.ordinal()].sum(), SCALAR_CALLS[use.ordinal()].sum()));
        }
        return calls;
    }

    /** Calls of the vector and of the scalar implementation. */
    public record Calls(long vector, long scalar) {}

    private static LongAdder[] adders() {
        LongAdder[] adders = new LongAdder[USES];
        for (int i = 0; i < USES; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    private static void choose() {
        String wish = System.getProperty(PROPERTY, "auto");
        if (wish.equals("scalar")) {
            all("system property " + PROPERTY);
            return;
        }
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            all("module jdk.incubator.vector is missing");
            LOG.log(
                    Level.WARNING,
                    "event=kernels vector=false reason=\"module jdk.incubator.vector is missing\" "
                            + "remedy=\"start java with --add-modules jdk.incubator.vector; scans are many times slower\"");
            return;
        }
        List<Runnable> timings = VectorKernels.offer(PACKED_SCAN, BIT_UNPACK, BYTE_SEARCH, ARRAY_SCAN);
        if (wish.equals("vector")) {
            LOG.log(Level.INFO, "event=kernels choice=\"{0}\"", report());
            return;
        }
        Thread thread = new Thread(() -> time(timings), "lanelog-kernel-timing");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
    }

    private static void time(List<Runnable> timings) {
        try {
            timings.forEach(Runnable::run);
        } finally {
            LOG.log(Level.INFO, "event=kernels choice=\"{0}\"", report());
        }
    }

    private static void all(String reason) {
        PACKED_SCAN.scalar(reason);
        BIT_UNPACK.scalar(reason);
        BYTE_SEARCH.scalar(reason);
        ARRAY_SCAN.scalar(reason);
    }

    /** A kernel and the implementation that runs. */
    static final class Kernel<T> {
        final String name;
        final T scalar;
        private volatile T current;
        private volatile KernelChoice choice;

        Kernel(String name, T scalar) {
            this.name = name;
            this.scalar = scalar;
            this.current = scalar;
            this.choice = new KernelChoice(name, false, 0, "not chosen yet");
        }

        @SuppressWarnings("ReferenceEquality")
        T use(KernelUse use) {
            T kernel = current;
            (kernel == scalar ? SCALAR_CALLS : VECTOR_CALLS)[use.ordinal()].increment();
            return kernel;
        }

        void scalar(String reason) {
            current = scalar;
            choice = new KernelChoice(name, false, 0, reason);
        }

        void vector(T vector, int bits, String reason) {
            current = vector;
            choice = new KernelChoice(name, true, bits, reason);
        }
    }
}
