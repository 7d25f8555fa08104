package dev.mssqlcdc.standin.lock;

/** How a table is locked. */
public enum LockMode {
  /** Rows are read. */
  INTENT_SHARED,
  /** Rows are changed. */
  INTENT_EXCLUSIVE,
  /** The table is read as a whole: nobody changes it. */
  SHARED,
  /** Nobody else reads or changes it. */
  EXCLUSIVE;

  boolean allows(LockMode other) {
    return switch (this) {
      case INTENT_SHARED -> other != EXCLUSIVE;
      case INTENT_EXCLUSIVE -> other == INTENT_SHARED || other == INTENT_EXCLUSIVE;
      case SHARED -> other == INTENT_SHARED || other == SHARED;
      case EXCLUSIVE -> false;
    };
  }

  boolean covers(LockMode other) {
    return this == other || this == EXCLUSIVE || (other == INTENT_SHARED && this != INTENT_SHARED);
  }
}
