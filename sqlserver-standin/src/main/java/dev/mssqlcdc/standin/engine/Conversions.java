package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.TemporalText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import org.h2.value.Value;
import org.h2.value.ValueNumeric;
import org.h2.value.ValueVarchar;

/** Conversions that SQL Server makes otherwise than H2, as H2 calls them. */
public final class Conversions {
  private static final Charset CP1252 = Charset.forName("windows-1252");
  private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  private Conversions() {}

  /** The method of each function. */
  static Map<String, String> names() {
    return Map.of(
        "sys.truncated", "truncated",
        "sys.as_text", "asText",
        "sys.as_bytes", "asBytes",
        "sys.temporal_source", "temporalSource",
        "sys.is_convertible", "isConvertible",
        "sys.hash_bytes", "hashBytes");
  }

  /** A number without its fraction, as a cast to an integer type leaves it. */
  public static Value truncated(Value value) {
    return switch (value.getValueType()) {
      case Value.NUMERIC, Value.REAL, Value.DOUBLE, Value.DECFLOAT ->
          ValueNumeric.get(value.getBigDecimal().setScale(0, RoundingMode.DOWN));
      default -> value;
    };
  }

  /** A text in a form that H2 reads as a date or time; another value as it is. */
  public static Value temporalSource(Value value) {
    return switch (value.getValueType()) {
      case Value.CHAR, Value.VARCHAR, Value.VARCHAR_IGNORECASE ->
          ValueVarchar.get(TemporalText.normalized(value.getString()));
      default -> value;
    };
  }

  /** True if the value can be cast to a type of H2's. */
  public static Boolean isConvertible(Connection h2, Value value, String type) {
    if (value.getValueType() == Value.NULL) {
      return true;
    }
    try (PreparedStatement cast = h2.prepareStatement("SELECT CAST(? AS " + type + ")")) {
      cast.setObject(1, value);
      try (ResultSet rows = cast.executeQuery()) {
        return rows.next();
      }
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * A value as text.
   *
   * @param type the name of its declared type, empty if it is not known
   * @param scale the declared fraction digits
   * @param style of CONVERT, -1 for none
   */
  public static String asText(Value value, String type, int scale, int style) {
    return switch (value.getValueType()) {
      case Value.NULL -> null;
      case Value.BOOLEAN -> value.getBoolean() ? "1" : "0";
      case Value.UUID -> value.getString().toUpperCase(Locale.ROOT);
      case Value.REAL, Value.DOUBLE -> approximate(value.getDouble(), style);
      case Value.NUMERIC ->
          type.endsWith("MONEY")
              ? value.getBigDecimal().setScale(2, RoundingMode.HALF_UP).toPlainString()
              : value.getString();
      case Value.BINARY, Value.VARBINARY -> binary(value.getBytesNoCopy(), style);
      case Value.DATE, Value.TIME, Value.TIMESTAMP, Value.TIMESTAMP_TZ ->
          TemporalStyles.text(value.getString(), value.getValueType(), type, scale, style);
      default -> value.getString();
    };
  }

  private static String binary(byte[] bytes, int style) {
    return style == 1 || style == 2
        ? SystemFunctions.binaryToHex(bytes, style)
        : new String(bytes, CP1252);
  }

  /** Six digits, and an exponent where the number is very large or small. */
  private static String approximate(double value, int style) {
    if (style > 0) {
      throw SqlError.notSupported("a float as text with style " + style, "CONVERT");
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(SIX_DIGITS).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= -5 && exponent < SIX_DIGITS.getPrecision()) {
      return rounded.toPlainString();
    }
    String digits = rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString();
    return String.format(
        Locale.ROOT, "%se%s%03d", digits, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  /**
   * The bytes of a value.
   *
   * @param type the name of its declared type: what a text is made of
   */
  public static Value asBytes(Value value, String type) {
    return switch (value.getValueType()) {
      case Value.CHAR, Value.VARCHAR, Value.VARCHAR_IGNORECASE ->
          org.h2.value.ValueVarbinary.getNoCopy(bytes(value.getString(), type));
      case Value.UUID -> throw SqlError.notSupported("a uniqueidentifier as binary", "CAST");
      default -> value;
    };
  }

  private static byte[] bytes(String text, String type) {
    if (type.equals("NVARCHAR") || type.equals("NCHAR") || type.equals("NTEXT")) {
      ByteBuffer bytes = ByteBuffer.allocate(2 * text.length()).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asCharBuffer().put(text);
      return bytes.array();
    }
    if (type.equals("VARCHAR") || type.equals("CHAR") || type.equals("TEXT")) {
      return text.getBytes(CP1252);
    }
    boolean ascii = StandardCharsets.US_ASCII.newEncoder().canEncode(text);
    throw SqlError.notSupported(
        "a text of no declared type as binary" + (ascii ? "" : " (it is not ASCII)"), "CAST");
  }

  /** HASHBYTES; null for an algorithm that SQL Server does not know either. */
  public static byte[] hashBytes(String algorithm, byte[] bytes) throws NoSuchAlgorithmException {
    String name =
        switch (algorithm.toUpperCase(Locale.ROOT)) {
          case "MD5" -> "MD5";
          case "SHA", "SHA1" -> "SHA-1";
          case "SHA2_256" -> "SHA-256";
          case "SHA2_512" -> "SHA-512";
          default -> null;
        };
    return name == null || bytes == null ? null : MessageDigest.getInstance(name).digest(bytes);
  }
}
