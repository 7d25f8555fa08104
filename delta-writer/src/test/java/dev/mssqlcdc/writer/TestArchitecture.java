package dev.mssqlcdc.writer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class TestArchitecture {

  private static final String BASE = "dev.mssqlcdc.writer";
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
        .resideInAnyPackage(
            "io.delta..",
            "org.apache.parquet..",
            "org.apache.hadoop..",
            "org.apache.kafka..",
            "org.apache.avro..",
            "java.nio.file..",
            "java.net..")
        .because("which record counts, and where a restart begins, is tested without any I/O")
        .check(CLASSES);
  }

  @Test
  void onlyOnePackageKnowsDelta() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".delta")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.delta..", "org.apache.parquet..", "org.apache.hadoop..")
        .because("how tables are stored is told in one place")
        .check(CLASSES);
  }

  @Test
  void onlyOneClassKnowsKernelsInternals() {
    noClasses()
        .that()
        .doNotHaveSimpleName("KernelInternals")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.delta.kernel.internal..")
        .because("an upgrade of Kernel must touch one file")
        .check(CLASSES);
  }

  @Test
  void onlyTheConsumerAndTheSettingsKnowKafka() {
    noClasses()
        .that()
        .resideOutsideOfPackages(BASE + ".kafka", BASE + ".settings", BASE)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.kafka..")
        .because("the tables are written the same way wherever the records come from")
        .check(CLASSES);
  }

  @Test
  void onlyTheDecoderKnowsAvro() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".decode")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.avro..")
        .because("a faster decoder must be able to take its place")
        .check(CLASSES);
  }

  @Test
  void onlyTheMetersKnowMicrometer() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".metrics")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.micrometer..")
        .because("what is measured is told in one place")
        .check(CLASSES);
  }

  @Test
  void httpThreadsNeverTouchWhatTheMainLoopUses() {
    noClasses()
        .that()
        .resideInAPackage(BASE + ".http")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(BASE + ".kafka", BASE + ".feed", BASE + ".tables", BASE + ".delta")
        .because("feeds, consumer and tables are for one thread: answers come of what it published")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching(BASE + ".(*)..")
        .should()
        .beFreeOfCycles()
        .because("each package can be understood on those below it")
        .check(CLASSES);
  }
}
