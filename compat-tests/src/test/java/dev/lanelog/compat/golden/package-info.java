/** Replays of recorded answers: what was asked, what must come back, which cases are claimed to pass. */
package dev.lanelog.compat.golden;
