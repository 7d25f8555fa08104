package dev.mssqlcdc.sqlserver.testing;

import java.sql.SQLException;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips what is marked {@link SinceSqlServer} on an older server. */
final class SinceSqlServerCondition implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), SinceSqlServer.class)
        .filter(mark -> mark.value() > version())
        .map(mark -> ConditionEvaluationResult.disabled("this server lacks " + mark.needs()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("the server is new enough"));
  }

  private static int version() {
    try {
      return SqlServer.ofThisRun().majorVersion();
    } catch (SQLException e) {
      throw new ExtensionConfigurationException("the server does not tell its version", e);
    }
  }
}
