package dev.mssqlcdc.silver;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.Serializable;
import org.junit.jupiter.api.Test;

class TestArchitecture {

  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.mssqlcdc.silver");

  @Test
  void planningAndRunningKnowNoEngine() {
    noClasses()
        .that()
        .resideInAnyPackage("..silver.plan..", "..silver.run..", "..silver.compare..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache..",
            "io.delta..",
            "scala..",
            "picocli..",
            "java.sql..",
            "..silver.source..",
            "..silver.spark..")
        .because("the rules are decided and tested without Spark")
        .check(OURS);
  }

  @Test
  void planningDoesNoIo() {
    noClasses()
        .that()
        .resideInAPackage("..silver.plan..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.io..", "java.nio..", "java.net..", "..silver.run..")
                .and(not(type(Serializable.class))))
        .because("a plan is a function of what was read")
        .check(OURS);
  }

  @Test
  void deltaIsKnownInOnePackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..silver.spark..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.delta..", "org.apache.hadoop..", "org.apache.spark.sql.delta..", "scala..")
        .because("only its one package may have to change with a new Spark or Delta")
        .check(OURS);
  }

  @Test
  void jdbcIsKnownInOnePackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..silver.source..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "com.microsoft..")
        .because("what is asked of the source can then be read in one place")
        .check(OURS);
  }

  @Test
  void theSourceKnowsNoEngine() {
    noClasses()
        .that()
        .resideInAPackage("..silver.source..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache..", "io.delta..", "scala..", "..silver.spark..")
        .because("rows are read alike on whichever machine")
        .check(OURS);
  }

  @Test
  void nothingKnowsKernelOrKafka() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.delta.kernel..", "org.apache.kafka..")
        .because("the job reads tables and has never heard of how they were filled")
        .check(OURS);
  }

  @Test
  void packagesHaveNoCycles() {
    slices()
        .matching("dev.mssqlcdc.silver.(*)..")
        .should()
        .beFreeOfCycles()
        .because("each can then be read on its own")
        .check(OURS);
  }
}
