package dev.mssqlcdc.standin.sql;

import java.util.List;

/** What stands between the parentheses of CREATE TABLE or after ALTER TABLE ... ADD. */
public record TableSpec(List<ColumnSpec> columns, List<ConstraintSpec> constraints) {}
