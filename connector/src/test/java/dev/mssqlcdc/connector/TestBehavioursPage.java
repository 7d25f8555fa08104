package dev.mssqlcdc.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/reference/tested-behaviours.md names tests that exist. */
class TestBehavioursPage {

  private static final Pattern NAMED = Pattern.compile("`(Test\\w+)\\.(\\w+)`");
  private static final List<Path> TESTS =
      List.of(
          Path.of("src/test/java/dev/mssqlcdc/connector"),
          Path.of("../sandbox/src/test/java/dev/mssqlcdc/sandbox"));

  @Test
  void everyTestThatItNamesExists() throws IOException {
    String page = Files.readString(Path.of("../docs/reference/tested-behaviours.md"));
    List<MatchResult> named = NAMED.matcher(page).results().toList();
    assertThat(named).hasSizeGreaterThan(50).allSatisfy(TestBehavioursPage::exists);
  }

  private static void exists(MatchResult named) throws IOException {
    String file = named.group(1) + ".java";
    Path test =
        TESTS.stream()
            .map(dir -> dir.resolve(file))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow();
    assertThat(Files.readString(test))
        .containsPattern(
            "@(Parameterized)?Test\\b[^{}]*(\\{[^}]*}[^{}]*)?void " + named.group(2) + "\\(");
  }
}
