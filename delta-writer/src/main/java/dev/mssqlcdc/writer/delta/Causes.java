package dev.mssqlcdc.writer.delta;

/** Says what is at the bottom of a failure: Kernel's and Parquet's own words often do not. */
final class Causes {

  private Causes() {}

  static String describe(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root == failure
        ? String.valueOf(failure.getMessage())
        : failure.getMessage() + " (" + root.getMessage() + ")";
  }
}
