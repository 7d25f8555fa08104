package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is done to a value on its way into a column: a number loses its fraction in an integer
 * column, where H2 would round it, and a text is narrowed to the code page of a single-byte one.
 */
final class StoredValues {
  private static final String[] OF_INTEGERS = {"+", "-", "*", "%", "(", ")", ".", ","};

  private StoredValues() {}

  /**
   * The value as it is to be stored.
   *
   * @param column null if it is unknown
   * @param columns the types of the table's columns by lower-case name
   * @param database the database's collation
   */
  static List<Token> stored(
      List<Token> value, SqlType column, Map<String, SqlType> columns, Collation database) {
    if (column != null && isInteger(column) && mayHaveFraction(value, columns)) {
      return new TokenList().sql("sys.truncated(").all(value).sql(")").tokens();
    }
    if (column != null && column.isSingleByteText() && mayBeWide(value, columns)) {
      String language = column.collation().orElse(database).language().name();
      return new TokenList()
          .sql("sys.single_byte(")
          .all(value)
          .sql(", '" + language + "')")
          .tokens();
    }
    return value;
  }

  private static boolean mayBeWide(List<Token> value, Map<String, SqlType> columns) {
    for (Token token : value) {
      SqlType type = token.isName() ? columns.get(token.text().toLowerCase(Locale.ROOT)) : null;
      boolean wide = type != null && type.isUnicodeText();
      if (wide || token.isVariable() || token.isUnicodeString() || token.is("NCHAR")) {
        return true;
      }
    }
    return false;
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
