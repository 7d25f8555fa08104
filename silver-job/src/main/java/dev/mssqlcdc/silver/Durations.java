package dev.mssqlcdc.silver;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Durations as people write them: {@code 30s}, {@code 1m}, {@code 2h}. */
final class Durations implements CommandLine.ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8})([smh])");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of("s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new CommandLine.TypeConversionException(
          "'%s' is no duration such as 30s, 1m or 2h".formatted(text));
    }
    return Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
  }
}
