package dev.mssqlcdc.connector.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestTopicNames {

  @Test
  void replacesWhatKafkaRefuses() {
    assertThat(TopicNames.topic("shop", new TableId("dbo", "Order Details")))
        .isEqualTo("shop.dbo.Order_Details");
    assertThat(TopicNames.topic("shop", new TableId("dbo", "\u00C4\uD83D\uDE00")))
        .isEqualTo("shop.dbo.__");
  }

  @Test
  void findsTablesThatWouldShareATopic() {
    var spaced = new TableId("dbo", "a b");
    var dotted = new TableId("dbo", "a.b");
    var other = new TableId("dbo", "ab");
    assertThat(TopicNames.collisions("shop", List.of(spaced, other, dotted)))
        .containsExactly(List.of(spaced, dotted));
  }
}
