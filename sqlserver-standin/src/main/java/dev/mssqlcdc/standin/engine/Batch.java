package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.sql.Rewritten;
import dev.mssqlcdc.standin.sql.Statement;
import dev.mssqlcdc.standin.sql.Token;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;

/** A parsed batch, which remembers how its parts were rewritten. */
final class Batch {
  private final String text;
  private final List<Statement> statements;
  private final IdentityHashMap<List<Token>, Rewritten> rewritten = new IdentityHashMap<>();
  private long version = -1;

  Batch(String text, List<Statement> statements) {
    this.text = text;
    this.statements = statements;
  }

  List<Statement> statements() {
    return statements;
  }

  /** The T-SQL text of a part. */
  String text(List<Token> part) {
    return part.isEmpty()
        ? text
        : text.substring(part.get(0).start(), part.get(part.size() - 1).end());
  }

  /** The line of the batch that a statement starts on, as far as its parts tell; else 1. */
  int line(Statement statement) {
    return 1
        + (int)
            text.substring(0, StatementPlaces.start(statement).orElse(0))
                .chars()
                .filter(c -> c == '\n')
                .count();
  }

  /** How a part was rewritten under the same version of all that rewriting depends on. */
  Rewritten rewritten(List<Token> part, long currentVersion, Supplier<Rewritten> rewrite) {
    if (version != currentVersion) {
      rewritten.clear();
      version = currentVersion;
    }
    return rewritten.computeIfAbsent(part, key -> rewrite.get());
  }
}
