package dev.mssqlcdc.standin;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class TestArchitecture {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.mssqlcdc.standin");

  @Test
  void theLanguageIsReadWithoutAnyDatabase() {
    noClasses()
        .that()
        .resideInAnyPackage("..standin.model..", "..standin.sql..", "..standin.security..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "org.h2..", "java.net..", "java.io..")
        .because(
            "what T-SQL means and who may do what is decided by pure code that a test reaches without a server")
        .check(CLASSES);
  }

  @Test
  void permissionsAreAModelOfTheirOwn() {
    noClasses()
        .that()
        .resideInAPackage("..standin.security..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "..standin.sql..", "..standin.catalog..", "..standin.cdc..", "..standin.engine..")
        .because("who may do what is decided without parser, catalog or session")
        .check(CLASSES);
  }

  @Test
  void theWireKnowsNoH2() {
    noClasses()
        .that()
        .resideInAPackage("..standin.tds..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.h2..")
        .because("the protocol sends values, wherever they are stored")
        .check(CLASSES);
  }

  @Test
  void onlyTheWireOpensSockets() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..standin.tds..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.net..")
        .because("a client reaches the engine through the wire alone")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices()
        .matching("dev.mssqlcdc.standin.(*)..")
        .should()
        .beFreeOfCycles()
        .because("wire, engine, capture, catalog and language stand on one another in this order")
        .check(CLASSES);
  }
}
