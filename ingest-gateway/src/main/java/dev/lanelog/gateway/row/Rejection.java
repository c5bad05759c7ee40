package dev.lanelog.gateway.row;

/**
 * A row that was not kept.
 *
 * @param position the protocol's own number of the row, from 1
 * @param detail what is wrong with it
 */
public record Rejection(long position, Reason reason, String detail) {}
