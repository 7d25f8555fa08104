package dev.mssqlcdc.writer.delta;

import io.delta.kernel.utils.CloseableIterator;
import java.util.Iterator;

/** Plain iterators as Kernel wants them. */
final class Iterators {

  private Iterators() {}

  static <T> CloseableIterator<T> closeable(Iterator<T> items) {
    return new CloseableIterator<>() {
      @Override
      public boolean hasNext() {
        return items.hasNext();
      }

      @Override
      public T next() {
        return items.next();
      }

      @Override
      public void close() {}
    };
  }
}
