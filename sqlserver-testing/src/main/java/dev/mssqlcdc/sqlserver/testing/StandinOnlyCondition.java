package dev.mssqlcdc.sqlserver.testing;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips what is marked {@link StandinOnly} on a real server. */
final class StandinOnlyCondition implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), StandinOnly.class)
        .filter(mark -> SqlServer.ofThisRun().standin().isEmpty())
        .map(mark -> ConditionEvaluationResult.disabled("stand-in only: " + mark.value()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("no mark of the stand-in"));
  }
}
