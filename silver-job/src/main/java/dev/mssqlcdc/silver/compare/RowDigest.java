package dev.mssqlcdc.silver.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/** Makes a row small: its key as text, and a hash per column. For one thread. */
public final class RowDigest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long NULL = 0;

  private final List<ComparedColumn> key;
  private final List<ComparedColumn> values;
  private final MessageDigest digest;

  public RowDigest(ComparedColumns columns) {
    this.key = columns.key();
    this.values = columns.values();
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /**
   * The key as a JSON array of texts.
   *
   * @param row values of the compared columns, the key's first
   */
  public String key(Object[] row) {
    String[] texts = new String[key.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = row[i] == null ? null : key.get(i).kind().text(row[i]);
    }
    try {
      return JSON.writeValueAsString(texts);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts are always JSON", e);
    }
  }

  /**
   * 64 bits per column that is not in the key: enough that no two values meet by chance.
   *
   * @param row as in {@link #key}
   */
  public long[] hashes(Object[] row) {
    long[] hashes = new long[values.size()];
    for (int i = 0; i < hashes.length; i++) {
      Object value = row[key.size() + i];
      hashes[i] = value == null ? NULL : hash(values.get(i).kind().bytes(value));
    }
    return hashes;
  }

  private long hash(byte[] bytes) {
    return ByteBuffer.wrap(digest.digest(bytes)).getLong();
  }
}
