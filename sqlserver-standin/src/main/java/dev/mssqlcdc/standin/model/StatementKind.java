package dev.mssqlcdc.standin.model;

/** The command code that a DONE token names. */
public enum StatementKind {
  SELECT(0xC1),
  INSERT(0xC3),
  DELETE(0xC4),
  UPDATE(0xC5),
  MERGE(0x117),
  DDL(0xC6),
  COMMIT(0xD5),
  ROLLBACK(0xD2),
  EXECUTE(0xE0);

  private final int code;

  StatementKind(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  public boolean changesRows() {
    return this == INSERT || this == DELETE || this == UPDATE || this == MERGE;
  }
}
