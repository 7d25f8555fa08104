package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A number stored in an integer column loses its fraction, where H2 would round it. */
final class IntegerAssignments {
  private static final String[] OF_INTEGERS = {"+", "-", "*", "%", "(", ")", ".", ","};

  private IntegerAssignments() {}

  /**
   * The value as it is to be stored.
   *
   * @param columns the types of the table's columns by lower-case name
   */
  static List<Token> stored(List<Token> value, SqlType column, Map<String, SqlType> columns) {
    if (column == null || !isInteger(column) || !mayHaveFraction(value, columns)) {
      return value;
    }
    return new TokenList().sql("sys.truncated(").all(value).sql(")").tokens();
  }

  private static boolean isInteger(SqlType type) {
    return switch (type.name()) {
      case TINYINT, SMALLINT, INT, BIGINT -> true;
      default -> false;
    };
  }

  /** False for what is surely an integer, and for what no number shows in. */
  private static boolean mayHaveFraction(List<Token> value, Map<String, SqlType> columns) {
    boolean fraction = false;
    for (Token token : value) {
      SqlType type = token.isName() ? columns.get(token.text().toLowerCase(Locale.ROOT)) : null;
      if (type != null && type.name().sqlName().endsWith("money")) {
        return false;
      }
      boolean integer =
          token.isAny(OF_INTEGERS)
              || (token.kind() == Token.Kind.NUMBER
                  && token.text().chars().allMatch(Character::isDigit))
              || (type != null && isInteger(type))
              || token.is("NULL")
              || token.is("DEFAULT")
              || token.kind() == Token.Kind.STRING;
      fraction |= !integer;
    }
    boolean variable = value.size() == 1 && value.get(0).isVariable();
    return fraction && !variable;
  }
}
