package dev.lanelog.broker;

/** When the broker acknowledges a batch relative to the disk. */
public enum Durability {
    /** After an fsync of the partition's file: an acknowledged batch survives a power cut. */
    FSYNC,
    /** Once the bytes are in the operating system's page cache: an acknowledged batch survives the process only. */
    OS
}
