/** What every service shows to operators in the same way: health and readiness routes. */
package dev.lanelog.proto.ops;
