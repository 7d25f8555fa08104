package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.sql.Token;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** RAISERROR and THROW. */
final class RaisedErrors {
  static final int USER_ERROR = 50000;
  private static final int LAST_INFORMATION = 10;
  private static final int LAST_OF_A_USER = 18;
  private static final Pattern PLACEHOLDER =
      Pattern.compile("%(?:%|[-+0 #]*(\\d*)(?:\\.\\d+)?(I64)?([dis]))");

  private final Session session;
  private final DataStatements data;
  private final Output out;

  RaisedErrors(Session session, DataStatements data, Output out) {
    this.session = session;
    this.data = data;
    this.out = out;
  }

  /** RAISERROR: a message up to severity 10, above an error that does not end the batch. */
  void raise(List<List<Token>> arguments) throws SQLException {
    if (arguments.size() < 3) {
      throw SqlError.notSupported("RAISERROR without severity and state", "RAISERROR");
    }
    Object text = data.evaluate(arguments.get(0));
    int severity = number(arguments.get(1));
    if (!(text instanceof String pattern) || severity > LAST_OF_A_USER) {
      throw SqlError.notSupported(
          "RAISERROR with a message number or a severity above 18", String.valueOf(text));
    }
    List<Object> values = new ArrayList<>();
    for (List<Token> argument : arguments.subList(3, arguments.size())) {
      values.add(data.evaluate(argument));
    }
    String message = format(pattern, values);
    if (severity <= LAST_INFORMATION) {
      out.message(message);
      return;
    }
    throw session
        .errors()
        .raised(new SqlError(USER_ERROR, severity, number(arguments.get(2)), message));
  }

  private int number(List<Token> expression) throws SQLException {
    return ((Number) data.evaluate(expression)).intValue();
  }

  private static String format(String pattern, List<Object> values) {
    Matcher placeholder = PLACEHOLDER.matcher(pattern);
    StringBuilder message = new StringBuilder();
    int next = 0;
    while (placeholder.find()) {
      String value = "%";
      if (!placeholder.group().equals("%%")) {
        Object given = next < values.size() ? values.get(next) : null;
        next++;
        value = given == null ? "(null)" : given.toString();
        String width = placeholder.group(1);
        if (!width.isEmpty()) {
          value = String.format(Locale.ROOT, "%" + width + "s", value);
        }
      }
      placeholder.appendReplacement(message, Matcher.quoteReplacement(value));
    }
    return placeholder.appendTail(message).toString();
  }

  /** THROW: an error of severity 16 that ends the batch; without arguments the one caught. */
  void throwError(List<List<Token>> arguments) throws SQLException {
    if (arguments.isEmpty()) {
      throw session.errors().thrown(session.errors().caught().orElseThrow(RaisedErrors::noCatch));
    }
    int number = number(arguments.get(0));
    if (number < USER_ERROR || arguments.size() != 3) {
      throw SqlError.of(
          35100,
          "Error number "
              + number
              + " in the THROW statement is outside the valid range. Specify an error number in the"
              + " valid range of 50000 to 2147483647.");
    }
    String message = String.valueOf(data.evaluate(arguments.get(1)));
    throw session.errors().thrown(new SqlError(number, 16, number(arguments.get(2)), message));
  }

  private static SqlError noCatch() {
    return new SqlError(
        10704,
        15,
        "To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW"
            + " statement inside a CATCH block, or add error parameters to the THROW statement.");
  }
}
