package dev.mssqlcdc.lake;

import java.util.Map;

/** A table that an engine has opened, at one version. */
public interface LakeTable {

  /** The folder that holds the table. */
  String path();

  /** The table's properties. */
  Map<String, String> properties();

  /** The names of the columns, and their types by the names that the Delta protocol gives them. */
  Map<String, String> columnTypes();
}
