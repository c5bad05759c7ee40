/**
 * How every process of Lanelog starts: command line and environment, checks that name the flag at fault, settings of the
 * services, the wait for readiness. Each service has a main class that adds its own flags.
 *
 * @see dev.lanelog.proto.launch.ServiceLauncher
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.proto.launch;
