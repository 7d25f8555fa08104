package dev.mssqlcdc.standin.tds;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Reads requests ahead on a thread of its own: that is how a request to cancel is seen while a
 * statement runs.
 */
final class RequestReader {
  private final PacketReader packets;
  private final Runnable onAttention;
  private final BlockingQueue<Message> queue = new LinkedBlockingQueue<>();
  private volatile boolean attention;

  RequestReader(PacketReader packets, Runnable onAttention) {
    this.packets = packets;
    this.onAttention = onAttention;
  }

  void start(String name) {
    Thread thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    Message message = Message.end();
    try {
      do {
        message = packets.next();
        if (message.type() == PacketType.ATTENTION) {
          interrupt();
        }
        queue.add(message);
      } while (message.type() != PacketType.END);
    } catch (IOException e) {
      // a broken connection ends the session as a closed one does
      message = Message.end();
      queue.add(message);
    }
    interrupt();
  }

  private void interrupt() {
    attention = true;
    onAttention.run();
  }

  Message next() throws InterruptedException {
    return queue.take();
  }

  /** True if the client asked to cancel, or has gone. */
  boolean attention() {
    return attention;
  }

  void clearAttention() {
    attention = false;
  }
}
