package dev.mssqlcdc.soak;

/** A change of a transaction that a topic is to hold. */
record Expected(Pending pending, Change change) {

  @Override
  public String toString() {
    String what = change.isUpdate() ? "update" : change.after().isPresent() ? "insert" : "delete";
    return "%s of row %d of %s, statement %d of %s, from {%s} to {%s}"
        .formatted(
            what,
            change.number(),
            change.table(),
            change.step(),
            pending,
            change.before().map(row -> Images.shown(row.values())).orElse(""),
            change.after().map(row -> Images.shown(row.values())).orElse(""));
  }
}
