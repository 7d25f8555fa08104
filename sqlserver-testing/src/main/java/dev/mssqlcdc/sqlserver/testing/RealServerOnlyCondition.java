package dev.mssqlcdc.sqlserver.testing;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips what is marked {@link RealServerOnly} on the stand-in. */
final class RealServerOnlyCondition implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), RealServerOnly.class)
        .filter(mark -> SqlServer.ofThisRun().standin().isPresent())
        .map(mark -> ConditionEvaluationResult.disabled("the stand-in lacks " + mark.value()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("no mark of a real server"));
  }
}
