package dev.mssqlcdc.silver.plan;

import java.util.List;
import java.util.Map;

/** A source table's life: what capture writes of it, and the truth that silver is compared with. */
public interface TestingReplay {

  /** Rows of bronze in the order of their offsets; commit n has the LSN n + 1. */
  List<Image<Integer, String>> images();

  /** The table as it was after the n-th commit; after none it was empty. */
  Map<Integer, String> tableAt(long n);
}
