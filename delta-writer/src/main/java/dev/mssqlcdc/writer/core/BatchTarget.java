package dev.mssqlcdc.writer.core;

import java.util.Optional;

/**
 * Where a batch goes.
 *
 * @param appId {@code <writer.id>/<topic>@<topic id>}
 * @param topic for messages
 * @param table name of the bronze table
 * @param tableId its Delta id
 * @param source server and database that feed it, as far as known
 */
public record BatchTarget(
    String appId, String topic, String table, String tableId, Optional<String> source) {}
