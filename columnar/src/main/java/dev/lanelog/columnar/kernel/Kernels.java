package dev.lanelog.columnar.kernel;

/**
 * The kernels that this process uses.
 *
 * @see Packing the layout they work on
 */
public final class Kernels {
    public static final PackedScan PACKED_SCAN = new ScalarPackedScan();
    public static final BitUnpack BIT_UNPACK = new ScalarBitUnpack();
    public static final ByteSearch BYTE_SEARCH = new ScalarByteSearch();
    public static final ArrayScan ARRAY_SCAN = new ScalarArrayScan();

    private Kernels() {}
}
