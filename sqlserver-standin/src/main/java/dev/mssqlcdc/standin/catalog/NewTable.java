package dev.mssqlcdc.standin.catalog;

import java.util.List;

/** A table to be made: its definition and the H2 statements that make it. */
public record NewTable(TableDef definition, List<String> statements) {}
