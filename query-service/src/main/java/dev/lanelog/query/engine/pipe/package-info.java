/**
 * Pipes at work: one processor per pipe. Which of the three kinds it is says how it may be spread over threads.
 *
 * @see dev.lanelog.query.engine.pipe.Processor
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.engine.pipe;
