package dev.mssqlcdc.writer.kafka;

import dev.mssqlcdc.sandbox.Sandbox;
import dev.mssqlcdc.writer.TestingRegistry;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker, a registry and topics for the tests of a class. */
final class TestingKafka implements BeforeAllCallback, AfterAllCallback {

  private Sandbox sandbox;
  private TestingRegistry registry;
  private TestingTopics topics;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    sandbox = Sandbox.start(Sandbox.Part.KAFKA);
    registry = new TestingRegistry();
    topics = new TestingTopics(sandbox.bootstrapServers());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    topics.close();
    registry.close();
    sandbox.close();
  }

  Sandbox sandbox() {
    return sandbox;
  }

  TestingRegistry registry() {
    return registry;
  }

  TestingTopics topics() {
    return topics;
  }
}
