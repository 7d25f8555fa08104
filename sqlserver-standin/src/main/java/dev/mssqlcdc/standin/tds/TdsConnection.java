package dev.mssqlcdc.standin.tds;

import dev.mssqlcdc.standin.engine.Engine;
import dev.mssqlcdc.standin.engine.Session;
import dev.mssqlcdc.standin.model.SqlError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client: prelogin, login, then its requests one after the other. */
final class TdsConnection implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(TdsConnection.class);
  private static final int FIRST_SPID = 50;
  private static final int FAILED = -6;
  private static final int CANNOT_OPEN_DATABASE = 4060;
  private static final int CANNOT_OPEN_DEFAULT_DATABASE = 4064;
  private static final int TM_BEGIN = 5;
  private static final int TM_COMMIT = 7;
  private static final int TM_ROLLBACK = 8;
  private static final int INTERNAL_ERROR = 50000;

  private final Engine engine;
  private final Socket socket;
  private final ServerIdentity identity;
  private final int spid;
  private PacketWriter out;
  private TokenWriter tokens;
  private RequestReader requests;
  private Session session;
  private PreparedCalls calls;
  private int answeredAttentions;
  private Thread thread;
  private volatile boolean killed;

  TdsConnection(Engine engine, Socket socket, ServerIdentity identity, int number) {
    this.engine = engine;
    this.socket = socket;
    this.identity = identity;
    this.spid = FIRST_SPID + number;
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    try (Socket closing = socket) {
      closing.setTcpNoDelay(true);
      Transport transport = Transport.open(closing, spid, identity);
      out = transport.out();
      tokens = new TokenWriter(out, engine.serverName());
      if (transport.first().type() == PacketType.LOGIN) {
        Login login = Login.parse(transport.first());
        Optional<Session> opened = open(login);
        if (opened.isPresent()) {
          run(opened.get(), login, transport);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("session {} lost its client", spid, e);
    } catch (SQLException | RuntimeException e) {
      LOG.error("session {} ended", spid, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Session opened, Login login, Transport transport)
      throws InterruptedException, SQLException {
    engine.sessions().add(opened, this::disconnect);
    try (Session closing = opened) {
      if (!closing.faults().refusesConnections() && !closing.database().isOffline()) {
        acknowledge(closing, Math.min(login.packetSize(), transport.largestPacket()));
        serve(closing, transport.packets());
      }
    } finally {
      engine.sessions().remove(opened);
    }
  }

  private void acknowledge(Session opened, int packetSize) {
    tokens.loginAcknowledged(opened.database().name(), opened.database().collation(), packetSize);
    tokens.done(TokenWriter.DONE, 0, 0, 0);
    out.endMessage();
    out.packetSize(packetSize);
  }

  private Optional<Session> open(Login login) throws SQLException {
    try {
      return Optional.of(engine.login(spid, login.user(), login.password(), login.database()));
    } catch (SqlError e) {
      tokens.error(e);
      if (e.number() == CANNOT_OPEN_DATABASE || e.number() == CANNOT_OPEN_DEFAULT_DATABASE) {
        tokens.error(Engine.loginFailed(login.user()));
      }
      tokens.done(TokenWriter.DONE, TokenWriter.STATUS_ERROR, 0, 0);
      out.endMessage();
      return Optional.empty();
    }
  }

  /** Breaks the connection; its session ends on its own thread. */
  private void disconnect() {
    killed = true;
    if (Thread.currentThread() != thread) {
      close();
    }
  }

  private void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("session {} could not be disconnected", spid, e);
    }
  }

  private void serve(Session opened, PacketReader packets)
      throws InterruptedException, SQLException {
    session = opened;
    calls = new PreparedCalls(opened);
    requests = new RequestReader(packets, opened::cancel);
    requests.start("standin-reader-" + spid);
    Message message = requests.next();
    while (message.type() != PacketType.END && !killed) {
      if (message.resetsConnection()) {
        session.reset();
      }
      handle(message);
      message = killed ? Message.end() : requests.next();
    }
  }

  private void handle(Message message) {
    switch (message.type()) {
      case PacketType.BATCH -> batch(message);
      case PacketType.RPC -> rpc(message);
      case PacketType.TRANSACTION_MANAGER -> transactionManager(message);
      case PacketType.ATTENTION -> attention();
      default -> {
        SqlError error =
            SqlError.notSupported("a TDS message of type " + message.type(), "bulk load or other");
        tokens.error(error);
        tokens.done(TokenWriter.DONE, TokenWriter.STATUS_ERROR, 0, 0);
        out.endMessage();
      }
    }
  }

  private ResponseOutput output(boolean procedure, String text) {
    RowPace pace = new RowPace(out, session.faults(), text, requests::attention);
    return new ResponseOutput(out, tokens, procedure, requests::attention, pace);
  }

  /** Work that ends with its response, or with an error in it. */
  private interface Work {
    void run() throws SQLException;
  }

  private boolean answer(ResponseOutput output, Work work) {
    try {
      work.run();
      output.finish();
      return true;
    } catch (SqlError e) {
      output.fail(e);
    } catch (UncheckedIOException e) {
      throw e;
    } catch (SQLException | RuntimeException e) {
      LOG.error("session {} met an error of the stand-in itself", spid, e);
      output.fail(SqlError.of(INTERNAL_ERROR, "The stand-in failed: " + e));
    }
    return false;
  }

  private void batch(Message message) {
    message.skipHeaders();
    String sql = message.remainingText();
    ResponseOutput output = output(false, sql);
    answer(
        output,
        () -> {
          session.beforeRequest(sql, output);
          session.execute(sql, Map.of(), output);
        });
    endResponse();
  }

  private void rpc(Message message) {
    message.skipHeaders();
    boolean last = false;
    while (!last) {
      RpcRequest request = RpcRequest.read(message);
      last = request.last();
      String text = calls.text(request);
      ResponseOutput output = output(true, text);
      OptionalInt[] handle = {OptionalInt.empty()};
      boolean succeeded =
          answer(
              output,
              () -> {
                session.beforeRequest(text, output);
                handle[0] = calls.call(request, output);
              });
      tokens.returnStatus(succeeded ? 0 : FAILED);
      handle[0].ifPresent(tokens::returnHandle);
      int status = succeeded ? 0 : TokenWriter.STATUS_ERROR;
      tokens.done(TokenWriter.DONE_PROC, status | (last ? 0 : TokenWriter.STATUS_MORE), 0xE0, 0);
    }
    endResponse();
  }

  private void transactionManager(Message message) {
    message.skipHeaders();
    int request = message.u16();
    ResponseOutput output = output(false, "");
    answer(
        output,
        () -> {
          switch (request) {
            case TM_BEGIN -> session.begin(output);
            case TM_COMMIT -> session.commit(output);
            case TM_ROLLBACK -> session.rollback(output);
            default ->
                throw SqlError.notSupported(
                    "the transaction manager request " + request, "distributed transaction");
          }
        });
    endResponse();
  }

  private void attention() {
    if (answeredAttentions > 0) {
      answeredAttentions--;
      return;
    }
    acknowledgeAttention();
  }

  /** The acknowledgement of a cancel is a message of its own, after what had been sent. */
  private void endResponse() {
    out.endMessage();
    if (requests.attention()) {
      answeredAttentions++;
      acknowledgeAttention();
    }
  }

  private void acknowledgeAttention() {
    requests.clearAttention();
    tokens.done(TokenWriter.DONE, TokenWriter.STATUS_ATTENTION, 0, 0);
    out.endMessage();
  }
}
