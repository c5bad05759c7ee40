/**
 * Settings of the gateway.
 *
 * @see dev.lanelog.gateway.config.GatewayConfig
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.config;
