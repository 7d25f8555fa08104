package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.model.Collation;
import dev.mssqlcdc.standin.model.SqlError;

/** The tokens of a response other than its rows. */
final class TokenWriter {
  static final int DONE = 0xFD;
  static final int DONE_PROC = 0xFE;
  static final int DONE_IN_PROC = 0xFF;
  static final int STATUS_MORE = 0x01;
  static final int STATUS_ERROR = 0x02;
  static final int STATUS_COUNT = 0x10;
  static final int STATUS_ATTENTION = 0x20;

  private static final int ERROR = 0xAA;
  private static final int INFO = 0xAB;
  private static final int ENVIRONMENT = 0xE3;
  private static final int LOGIN_ACKNOWLEDGED = 0xAD;
  private static final int RETURN_STATUS = 0x79;
  private static final int RETURN_VALUE = 0xAC;
  private static final int ENV_DATABASE = 1;
  private static final int ENV_LANGUAGE = 2;
  private static final int ENV_PACKET_SIZE = 4;
  private static final int ENV_COLLATION = 7;
  private static final int ENV_BEGIN = 8;
  private static final int ENV_COMMIT = 9;
  private static final int ENV_ROLLBACK = 10;
  private static final int LONGEST_MESSAGE = 2000;
  private static final String PROGRAM = "Microsoft SQL Server";

  private final PacketWriter out;
  private final String serverName;

  TokenWriter(PacketWriter out, String serverName) {
    this.out = out;
    this.serverName = serverName;
  }

  void done(int token, int status, int command, long count) {
    out.u8(token);
    out.u16(status);
    out.u16(command);
    out.i64(count);
  }

  void error(SqlError error) {
    message(
        ERROR, error.number(), error.state(), error.severity(), String.valueOf(error.getMessage()));
  }

  void info(String text) {
    message(INFO, 0, 1, 0, text);
  }

  private void message(int token, int number, int state, int severity, String text) {
    String shown = text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) : text;
    out.u8(token);
    out.u16(14 + 2 * shown.length() + 2 * serverName.length());
    out.i32(number);
    out.u8(state);
    out.u8(severity);
    out.text(shown);
    out.shortText(serverName);
    out.u8(0);
    out.i32(1);
  }

  void loginAcknowledged(String database, Collation ofDatabase, int packetSize) {
    databaseChanged("master", database);
    out.u8(ENVIRONMENT);
    byte[] collation = WireFormat.collation(ofDatabase);
    out.u16(3 + collation.length);
    out.u8(ENV_COLLATION);
    out.u8(collation.length);
    out.bytes(collation);
    out.u8(0);
    environment(ENV_LANGUAGE, "us_english", "");
    out.u8(LOGIN_ACKNOWLEDGED);
    out.u16(10 + 2 * PROGRAM.length());
    out.u8(1);
    out.bytes(new byte[] {0x74, 0, 0, 4});
    out.shortText(PROGRAM);
    out.bytes(Prelogin.version());
    environment(
        ENV_PACKET_SIZE,
        Integer.toString(packetSize),
        Integer.toString(PacketWriter.INITIAL_PACKET_SIZE));
  }

  void databaseChanged(String from, String to) {
    environment(ENV_DATABASE, to, from);
  }

  void transactionBegan(long id) {
    transaction(ENV_BEGIN);
    out.u8(Long.BYTES);
    out.i64(id);
    out.u8(0);
  }

  void transactionEnded(long id, boolean committed) {
    transaction(committed ? ENV_COMMIT : ENV_ROLLBACK);
    out.u8(0);
    out.u8(Long.BYTES);
    out.i64(id);
  }

  private void transaction(int type) {
    out.u8(ENVIRONMENT);
    out.u16(3 + Long.BYTES);
    out.u8(type);
  }

  private void environment(int type, String now, String before) {
    out.u8(ENVIRONMENT);
    out.u16(3 + 2 * now.length() + 2 * before.length());
    out.u8(type);
    out.shortText(now);
    out.shortText(before);
  }

  void returnStatus(int status) {
    out.u8(RETURN_STATUS);
    out.i32(status);
  }

  /** The output parameter that hands a prepared statement's handle to the client. */
  void returnHandle(int handle) {
    out.u8(RETURN_VALUE);
    out.u16(0);
    out.u8(0);
    out.u8(1);
    out.i32(0);
    out.u16(0);
    out.u8(0x26);
    out.u8(4);
    out.u8(4);
    out.i32(handle);
  }
}
