package dev.mssqlcdc.standin.sql;

import dev.mssqlcdc.standin.model.SqlType;
import java.util.List;
import java.util.Optional;

/** A statement of a batch. */
public sealed interface Statement {
  /** SELECT, INSERT, UPDATE, DELETE, MERGE, with or without WITH. */
  record Data(List<Token> tokens) implements Statement {}

  /** CREATE, ALTER, DROP, TRUNCATE. */
  record Definition(List<Token> tokens) implements Statement {}

  /** CREATE LOGIN, GRANT and their kind. */
  record Security(SecurityCommand command) implements Statement {}

  /** SELECT @a = x, @b = y FROM ...: {@code rest} is what follows the select list. */
  record SelectInto(List<Assignment> assignments, List<Token> rest) implements Statement {}

  /** SET @a = x, also DECLARE's initial value. */
  record SetVariable(String name, List<Token> expression) implements Statement {}

  /** DECLARE @a type. */
  record Declare(String name, SqlType type) implements Statement {}

  /** DECLARE @t TABLE (...). */
  record DeclareTable(String name, List<Token> definition) implements Statement {}

  /** SET option value. */
  record SetOption(List<Token> words) implements Statement {}

  /** BEGIN TRANSACTION. */
  record Begin() implements Statement {}

  /** COMMIT. */
  record Commit() implements Statement {}

  /** ROLLBACK, to a savepoint if it is named. */
  record Rollback(Optional<String> savepoint) implements Statement {}

  /** SAVE TRANSACTION. */
  record Save(String savepoint) implements Statement {}

  /** USE. */
  record Use(String database) implements Statement {}

  /** PRINT. */
  record Print(List<Token> expression) implements Statement {}

  /** RAISERROR: message, severity, state and what the message's placeholders stand for. */
  record RaiseError(List<List<Token>> arguments) implements Statement {}

  /** THROW: number, message and state, or nothing to throw again what CATCH has caught. */
  record Throw(List<List<Token>> arguments) implements Statement {}

  /** BEGIN TRY ... END TRY BEGIN CATCH ... END CATCH. */
  record TryCatch(List<Statement> attempt, List<Statement> handler) implements Statement {}

  /** WAITFOR DELAY. */
  record WaitFor(String delay) implements Statement {}

  /** IF. */
  record If(List<Token> condition, Statement then, Optional<Statement> otherwise)
      implements Statement {}

  /** WHILE. */
  record While(List<Token> condition, Statement body) implements Statement {}

  /** BREAK or CONTINUE. */
  record Loop(boolean leaves) implements Statement {}

  /** RETURN. */
  record Return() implements Statement {}

  /** BEGIN ... END. */
  record Block(List<Statement> statements) implements Statement {}

  /** EXEC; {@code into} receives the rows of INSERT ... EXEC. */
  record Execute(List<Token> into, List<String> procedure, List<Argument> arguments)
      implements Statement {}

  /** One variable of a SelectInto. */
  record Assignment(String variable, List<Token> expression) {}

  /** An argument of EXEC; {@code name} is empty for a positional one. */
  record Argument(String name, List<Token> value) {}
}
