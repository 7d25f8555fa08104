package dev.mssqlcdc.sqlserver.testing;

import java.sql.SQLException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests their server and their database; JUnit's store closes the database. */
final class SqlServerExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SqlServerExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == SqlServer.class || type == TestDatabase.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (parameter.getParameter().getType() == SqlServer.class) {
      return SqlServer.ofThisRun();
    }
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(TestDatabase.class, key -> create(), TestDatabase.class);
  }

  private static TestDatabase create() {
    try {
      return SqlServer.ofThisRun().createDatabase();
    } catch (SQLException e) {
      throw new ParameterResolutionException("no database on " + SqlServer.ofThisRun(), e);
    }
  }
}
