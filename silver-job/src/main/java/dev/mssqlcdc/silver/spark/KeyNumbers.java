package dev.mssqlcdc.silver.spark;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.unix_date;
import static org.apache.spark.sql.functions.unix_micros;

import dev.mssqlcdc.silver.plan.KeyKind;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * A type's values as numbers in the same order, and back.
 *
 * @param kind what the numbers are
 */
record KeyNumbers(KeyKind kind, DataType type) {

  private static final List<DataType> INTEGERS =
      List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

  /** Empty for types that have no such order. */
  static Optional<KeyNumbers> of(DataType type) {
    return kind(type).map(kind -> new KeyNumbers(kind, type));
  }

  private static Optional<KeyKind> kind(DataType type) {
    if (INTEGERS.contains(type)) {
      return Optional.of(KeyKind.INTEGER);
    }
    if (type.equals(DataTypes.DateType)) {
      return Optional.of(KeyKind.DATE);
    }
    if (type.equals(DataTypes.TimestampNTZType)) {
      return Optional.of(KeyKind.TIMESTAMP);
    }
    return type.equals(DataTypes.TimestampType)
        ? Optional.of(KeyKind.TIMESTAMP_WITH_OFFSET)
        : Optional.empty();
  }

  /** The session's time zone is UTC. */
  Column number(Column value) {
    return switch (kind) {
      case INTEGER -> value.cast(DataTypes.LongType);
      case DATE -> unix_date(value).cast(DataTypes.LongType);
      case TIMESTAMP, TIMESTAMP_WITH_OFFSET -> unix_micros(value.cast(DataTypes.TimestampType));
    };
  }

  /** The value of a number; of one that the type cannot hold its nearest. */
  Column literal(long number) {
    Column plain =
        switch (kind) {
          case INTEGER -> lit(Math.max(-most() - 1, Math.min(most(), number)));
          case DATE -> lit(LocalDate.ofEpochDay(number));
          case TIMESTAMP, TIMESTAMP_WITH_OFFSET ->
              lit(Instant.EPOCH.plus(number, ChronoUnit.MICROS));
        };
    return plain.cast(type);
  }

  private long most() {
    if (type.equals(DataTypes.ByteType)) {
      return Byte.MAX_VALUE;
    }
    if (type.equals(DataTypes.ShortType)) {
      return Short.MAX_VALUE;
    }
    return type.equals(DataTypes.IntegerType) ? Integer.MAX_VALUE : Long.MAX_VALUE;
  }
}
