/** Names, settings and creation of the Kafka topics that the services share. */
package dev.lanelog.proto.topic;
