package dev.mssqlcdc.schemas;

/** What a record says of its row: the values of {@code __$operation}, and 0 for a snapshot row. */
public enum Operation {
  SNAPSHOT(0),
  DELETE(1),
  INSERT(2),
  UPDATE_BEFORE(3),
  UPDATE_AFTER(4);

  private static final Operation[] BY_CODE = values();

  private final int code;

  Operation(int code) {
    this.code = code;
  }

  /** The number on the wire and in bronze's {@code _operation}. */
  public int code() {
    return code;
  }

  /**
   * @throws IllegalArgumentException for a number that is none of 0 to 4
   */
  public static Operation of(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("unknown operation " + code + " (0 to 4 are known)");
    }
    return BY_CODE[code];
  }

  /** Whether a record with this operation carries the row's state after the change. */
  public boolean isImage() {
    return this == SNAPSHOT || this == INSERT || this == UPDATE_AFTER;
  }
}
