/**
 * HTTP listeners for inserts: routes, bodies and their encodings, and the frame in which each protocol answers.
 *
 * @see dev.lanelog.gateway.http.InsertHandler what a protocol implements
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.http;
