/** Tests that start the packaged product as a process and speak to it over the network, as users do. */
package dev.lanelog.compat;
