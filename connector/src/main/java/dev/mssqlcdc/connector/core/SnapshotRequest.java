package dev.mssqlcdc.connector.core;

import java.util.Optional;

/**
 * A snapshot that was asked for.
 *
 * @param id of the signal
 * @param where the rows to read, as a condition in SQL; none for all of them
 */
public record SnapshotRequest(String id, Optional<String> where) {

  int length() {
    return id.length() + where.map(String::length).orElse(0);
  }
}
