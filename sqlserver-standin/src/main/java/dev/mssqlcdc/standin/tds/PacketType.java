package dev.mssqlcdc.standin.tds;

/** Packet types of MS-TDS 2.2.3.1.1. */
final class PacketType {
  static final int BATCH = 1;
  static final int RPC = 3;
  static final int RESPONSE = 4;
  static final int ATTENTION = 6;
  static final int BULK_LOAD = 7;
  static final int TRANSACTION_MANAGER = 14;
  static final int LOGIN = 16;
  static final int PRELOGIN = 18;

  /** Not a packet: the client has gone. */
  static final int END = -1;

  private PacketType() {}

  static boolean isOfClient(int type) {
    return switch (type) {
      case BATCH, RPC, ATTENTION, BULK_LOAD, TRANSACTION_MANAGER, LOGIN, PRELOGIN -> true;
      default -> false;
    };
  }
}
