package dev.lanelog.columnar.kernel;

/** What kernels are used for; calls are counted by it. */
public enum KernelUse {
    PACKED_EQUAL,
    PACKED_RANGE,
    PACKED_IN_SET,
    UNPACK,
    SEARCH,
    ARRAY_SCAN
}
