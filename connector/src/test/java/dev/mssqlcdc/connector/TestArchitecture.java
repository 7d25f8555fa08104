package dev.mssqlcdc.connector;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class TestArchitecture {

  private static final String BASE = "dev.mssqlcdc.connector";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(BASE);

  @Test
  void theCoreIsPure() {
    noClasses()
        .that()
        .resideInAPackage(BASE + ".core")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "com.microsoft..", "org.apache.kafka..")
        .because("the rules of positions, ranges and types are tested without a source or a broker")
        .check(CLASSES);
  }

  @Test
  void onlyOnePackageKnowsJdbc() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".jdbc")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "com.microsoft..")
        .because("what SQL Server is asked, and what its errors mean, is told in one place")
        .check(CLASSES);
  }

  @Test
  void theReaderKnowsNoKafka() {
    noClasses()
        .that()
        .resideInAnyPackage(BASE + ".engine", BASE + ".jdbc")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.kafka..", BASE + ".signal")
        .because("records are made in one package and handed to the worker in one place")
        .check(CLASSES);
  }

  @Test
  void onlyOnePackageIsAClientOfKafka() {
    noClasses()
        .that()
        .resideOutsideOfPackages(BASE + ".signal", BASE + ".config")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.kafka.clients.admin..", "org.apache.kafka.clients.consumer..")
        .because("the worker sends the records; the signal topic alone is read here")
        .check(CLASSES);
  }

  @Test
  void nothingKnowsTheConverter() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.mssqlcdc.avro..", "org.apache.avro..")
        .because("records go to whatever converter the worker has")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycle() {
    SlicesRuleDefinition.slices()
        .matching(BASE + ".(*)..")
        .should()
        .beFreeOfCycles()
        .because("each package can then be read without the next")
        .check(CLASSES);
  }
}
