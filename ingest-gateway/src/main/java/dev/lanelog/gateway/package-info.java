/** The gateway as a process of its own. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway;
