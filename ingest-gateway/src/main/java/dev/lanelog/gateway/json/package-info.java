/**
 * JSON as senders of logs write it, read straight from bytes: a scanner, and the rules by which an object becomes fields.
 *
 * @see dev.lanelog.gateway.json.JsonFlattener
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.json;
