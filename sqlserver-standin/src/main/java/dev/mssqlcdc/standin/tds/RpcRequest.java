package dev.mssqlcdc.standin.tds;

import java.util.ArrayList;
import java.util.List;

/**
 * One call of a remote procedure call message.
 *
 * @param id the number of a well-known procedure, 0 if it is named
 * @param last true if no other call follows in the message
 */
record RpcRequest(int id, String name, List<Parameter> parameters, boolean last) {
  static final int EXECUTE_SQL = 10;
  static final int PREPARE = 11;
  static final int EXECUTE = 12;
  static final int PREPARE_AND_EXECUTE = 13;
  static final int UNPREPARE = 15;
  private static final int BATCH_SEPARATOR = 0xFF;
  private static final int OLD_BATCH_SEPARATOR = 0x80;
  private static final int NO_EXECUTE = 0xFE;

  /** A parameter; its name has the {@code @} or is empty. */
  record Parameter(String name, Object value) {}

  static RpcRequest read(Message in) {
    int length = in.u16();
    boolean numbered = length == 0xFFFF;
    int id = numbered ? in.u16() : 0;
    String name = numbered ? "" : in.utf16(length);
    in.u16();
    List<Parameter> parameters = new ArrayList<>();
    while (in.hasMore() && !isSeparator(in.peek())) {
      String parameter = in.utf16(in.u8());
      in.u8();
      parameters.add(new Parameter(parameter, ParameterReader.read(in)));
    }
    if (in.hasMore()) {
      in.u8();
    }
    return new RpcRequest(id, name, parameters, !in.hasMore());
  }

  private static boolean isSeparator(int next) {
    return next == BATCH_SEPARATOR || next == OLD_BATCH_SEPARATOR || next == NO_EXECUTE;
  }

  Object value(int index) {
    return index < parameters.size() ? parameters.get(index).value() : null;
  }

  /** What is executed: the statement if the message has it, or the procedure's name. */
  String subject() {
    return switch (id) {
      case EXECUTE_SQL -> text(0);
      case PREPARE, PREPARE_AND_EXECUTE -> text(2);
      default -> name;
    };
  }

  String text(int index) {
    Object value = value(index);
    return value == null ? "" : value.toString();
  }
}
