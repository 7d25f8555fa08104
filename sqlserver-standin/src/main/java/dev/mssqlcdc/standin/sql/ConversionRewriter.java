package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.List;

/** CAST and CONVERT, with TRY or without; what H2 converts otherwise goes through a function. */
final class ConversionRewriter {
  private static final int CAST_LENGTH = 30;
  private static final int NO_STYLE = -1;

  /** The styles that TemporalText reads; a day before its month is not among them. */
  private static final List<Integer> READ_STYLES =
      List.of(NO_STYLE, 0, 1, 20, 21, 23, 25, 100, 101, 110, 111, 112, 120, 121, 126, 127);

  private final Rewriter out;

  ConversionRewriter(Rewriter out) {
    this.out = out;
  }

  /** {@code CAST(x AS type)}, {@code TRY_CAST(x AS type)}. */
  void cast(Token name, List<Token> inner) {
    int as = lastTopLevel(inner, "AS");
    if (as < 0) {
      throw new TokenCursor(inner).unexpected();
    }
    SqlType type = type(inner.subList(as + 1, inner.size()));
    convert(name.is("TRY_CAST"), inner.subList(0, as), type, NO_STYLE);
  }

  /** {@code CONVERT(type, x, style)}, {@code TRY_CONVERT(type, x, style)}. */
  void convert(Token name, List<Token> inner) {
    List<List<Token>> arguments = TokenCursor.split(inner);
    if (arguments.size() < 2 || arguments.size() > 3) {
      throw new TokenCursor(inner).unexpected();
    }
    int style = NO_STYLE;
    if (arguments.size() == 3) {
      if (arguments.get(2).get(0).kind() != Token.Kind.NUMBER) {
        throw SqlError.notSupported("CONVERT with a style that is no number", name.text());
      }
      style = Integer.parseInt(arguments.get(2).get(0).text());
    }
    convert(name.is("TRY_CONVERT"), arguments.get(1), type(arguments.get(0)), style);
  }

  /** A string or binary type without a length means 30 in a cast, not 1. */
  private static SqlType type(List<Token> declared) {
    SqlType type = TypeParser.parse(new TokenCursor(declared));
    boolean sized = declared.stream().anyMatch(token -> token.is("("));
    return type.length() == 1 && !sized ? SqlType.sized(type.name(), CAST_LENGTH) : type;
  }

  private void convert(boolean attempt, List<Token> value, SqlType declared, int style) {
    SqlType type = declared.withCollation(collation(value));
    if (attempt) {
      out.raw(" CASE WHEN sys.is_convertible(");
      source(value, type, style);
      out.raw(", " + H2Types.literal(H2Types.of(type)) + ") THEN");
    }
    out.raw(" CAST(");
    source(value, type, style);
    out.raw(" AS " + H2Types.of(type) + ")");
    out.raw(attempt ? " END" : "");
  }

  /** What H2 casts as SQL Server would have cast the value. */
  private void source(List<Token> value, SqlType type, int style) {
    switch (type.name()) {
      case BINARY, VARBINARY -> {
        if (style == 1 || style == 2) {
          call("hex_to_binary", value, ", " + style);
        } else {
          call("as_bytes", value, ", " + H2Types.literal(sourceType(value)));
        }
      }
      case CHAR, VARCHAR, TEXT -> singleByte(value, type, style);
      case NCHAR, NVARCHAR, NTEXT -> text(value, style);
      case TINYINT, SMALLINT, INT, BIGINT -> {
        boolean money = sourceType(value).endsWith("MONEY");
        if (money) {
          out.emit(value);
        } else {
          call("truncated", value, "");
        }
      }
      case DATE, TIME, SMALLDATETIME, DATETIME, DATETIME2, DATETIMEOFFSET -> {
        if (!READ_STYLES.contains(style)) {
          throw SqlError.notSupported("CONVERT to a date with style " + style, "CONVERT");
        }
        call("temporal_source", value, "");
      }
      default -> out.emit(value);
    }
  }

  /** A text keeps its collation in a cast, which chooses the code page. */
  private Collation collation(List<Token> value) {
    return out.columns().type(value).map(SqlType::collation).orElse(Collation.OF_DATABASE);
  }

  private void singleByte(List<Token> value, SqlType type, int style) {
    SqlType source = knownType(value);
    if (source != null && !source.isUnicodeText()) {
      text(value, style);
      return;
    }
    Collation collation = type.collation().orElse(out.context().collation());
    out.raw(" sys.single_byte(");
    text(value, style);
    out.raw(", " + H2Types.literal(collation.language().name()) + ")");
  }

  /** The text of a value, as a cast to a string makes it. */
  void text(List<Token> value, int style) {
    SqlType type = knownType(value);
    String known = type == null ? "" : type.name().name();
    call(
        "as_text", value, ", '" + known + "', " + (type == null ? 0 : type.scale()) + ", " + style);
  }

  private void call(String function, List<Token> value, String more) {
    out.raw(" sys." + function + "(");
    out.emit(value);
    out.raw(more + ")");
  }

  private String sourceType(List<Token> value) {
    SqlType type = knownType(value);
    return type == null ? "" : type.name().name();
  }

  /** Null where only the value itself can tell. */
  private SqlType knownType(List<Token> value) {
    if (value.size() == 1 && value.get(0).kind() == Token.Kind.STRING) {
      boolean unicode = value.get(0).isUnicodeString();
      return SqlType.of(unicode ? SqlTypeName.NVARCHAR : SqlTypeName.VARCHAR);
    }
    Token first = value.get(0);
    if (first.is("CURRENT_TIMESTAMP")
        || (value.size() == 3 && first.isAny("GETDATE", "GETUTCDATE"))) {
      return SqlType.of(SqlTypeName.DATETIME);
    }
    if (value.size() == 3 && first.isAny("SYSDATETIME", "SYSUTCDATETIME")) {
      return SqlType.of(SqlTypeName.DATETIME2);
    }
    return out.columns().type(value).orElse(null);
  }

  private static int lastTopLevel(List<Token> list, String word) {
    int depth = 0;
    int found = -1;
    for (int i = 0; i < list.size(); i++) {
      Token token = list.get(i);
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && token.is(word)) {
        found = i;
      }
    }
    return found;
  }
}
