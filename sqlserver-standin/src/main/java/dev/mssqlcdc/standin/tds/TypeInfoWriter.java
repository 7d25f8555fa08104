package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.model.Column;
import dev.mssqlcdc.standin.model.SqlError;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.util.List;

/** COLMETADATA and TYPE_INFO. */
final class TypeInfoWriter {
  private static final int COLMETADATA = 0x81;
  private static final int FLAG_NULLABLE = 0x01;
  private static final int FLAG_UPDATABLE = 0x08;
  private static final int FLAG_IDENTITY = 0x10;
  private static final int USER_TYPE_TIMESTAMP = 80;
  private static final int LARGEST_LOB = 0x7FFFFFFF;

  private TypeInfoWriter() {}

  /** Refuses a type without values before anything of its result is sent. */
  static void requireSupported(SqlType type) {
    switch (type.name()) {
      case SQL_VARIANT, HIERARCHYID, GEOMETRY, GEOGRAPHY ->
          throw SqlError.notSupported("reading a value of this type", type.name().sqlName());
      default -> {
        // every other type has values
      }
    }
  }

  static void columns(PacketWriter out, List<Column> columns) {
    out.u8(COLMETADATA);
    out.u16(columns.size());
    for (Column column : columns) {
      out.i32(column.type().name() == SqlTypeName.ROWVERSION ? USER_TYPE_TIMESTAMP : 0);
      out.u16(
          FLAG_UPDATABLE
              | (column.nullable() ? FLAG_NULLABLE : 0)
              | (column.identity() ? FLAG_IDENTITY : 0));
      typeInfo(out, column.type());
      if (column.type().isLegacyLob()) {
        // these types alone carry the name of their table, in parts
        out.u8(1);
        out.text("");
      }
      out.shortText(column.name());
    }
  }

  private static void typeInfo(PacketWriter out, SqlType type) {
    switch (type.name()) {
      case BIT -> sized(out, 0x68, 1);
      case TINYINT -> sized(out, 0x26, 1);
      case SMALLINT -> sized(out, 0x26, 2);
      case INT -> sized(out, 0x26, 4);
      case BIGINT -> sized(out, 0x26, 8);
      case REAL -> sized(out, 0x6D, 4);
      case FLOAT -> sized(out, 0x6D, 8);
      case DECIMAL -> decimal(out, 0x6A, type);
      case NUMERIC -> decimal(out, 0x6C, type);
      case MONEY -> sized(out, 0x6E, 8);
      case SMALLMONEY -> sized(out, 0x6E, 4);
      case DATE -> out.u8(0x28);
      case TIME -> sized(out, 0x29, type.scale());
      case DATETIME2 -> sized(out, 0x2A, type.scale());
      case DATETIMEOFFSET -> sized(out, 0x2B, type.scale());
      case DATETIME -> sized(out, 0x6F, 8);
      case SMALLDATETIME -> sized(out, 0x6F, 4);
      case UNIQUEIDENTIFIER -> sized(out, 0x24, 16);
      case CHAR -> string(out, 0xAF, type, 1);
      case VARCHAR -> string(out, 0xA7, type, 1);
      case NCHAR -> string(out, 0xEF, type, 2);
      case NVARCHAR -> string(out, 0xE7, type, 2);
      case BINARY, ROWVERSION -> binary(out, 0xAD, type);
      case VARBINARY -> binary(out, 0xA5, type);
      case XML -> sized(out, 0xF1, 0);
      case TEXT -> lob(out, 0x23, type);
      case NTEXT -> lob(out, 0x63, type);
      case IMAGE -> lob(out, 0x22, type);
      case SQL_VARIANT, HIERARCHYID, GEOMETRY, GEOGRAPHY -> requireSupported(type);
    }
  }

  private static void sized(PacketWriter out, int token, int size) {
    out.u8(token);
    out.u8(size);
  }

  private static void decimal(PacketWriter out, int token, SqlType type) {
    sized(out, token, WireFormat.decimalBytes(type.precision()));
    out.u8(type.precision());
    out.u8(type.scale());
  }

  private static void string(PacketWriter out, int token, SqlType type, int bytesPerChar) {
    out.u8(token);
    out.u16(type.isMax() ? WireFormat.MAX_LENGTH : bytesPerChar * type.length());
    out.bytes(WireFormat.collation(type.collation()));
  }

  private static void binary(PacketWriter out, int token, SqlType type) {
    out.u8(token);
    out.u16(type.isMax() ? WireFormat.MAX_LENGTH : type.length());
  }

  private static void lob(PacketWriter out, int token, SqlType type) {
    out.u8(token);
    out.i32(LARGEST_LOB);
    if (type.name() != SqlTypeName.IMAGE) {
      out.bytes(WireFormat.collation(type.collation()));
    }
  }
}
