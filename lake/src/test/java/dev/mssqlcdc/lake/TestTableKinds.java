package dev.mssqlcdc.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mssqlcdc.schemas.Fields;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Facts, control and reports are contracts with users' dashboards: no column is renamed or removed.
 */
class TestTableKinds {

  @Test
  void bronzePutsTheCapturedColumnsBetweenOurs() {
    Column captured = new Column("Unit Price", DeltaType.decimal(19, 4), "");
    assertThat(names(Bronze.columns(List.of(captured))))
        .containsExactly(
            "_capture_instance",
            "_start_lsn",
            "_seqval",
            "_operation",
            "_command_id",
            "_commit_ts",
            "Unit Price",
            "_batch_id",
            "_snapshot",
            "_chunk",
            "_kafka_offset");
  }

  @Test
  void silverHoldsThePositionOfEachImage() {
    assertThat(names(Silver.columns(List.of()))).containsExactly("_start_lsn", "_commit_ts");
  }

  @Test
  void factsHaveTheDocumentedColumns() {
    assertThat(String.join(" ", names(Facts.columns())))
        .isEqualTo(
            "app_id batch_id rows min_lsn max_lsn min_commit_ts max_commit_ts deletes inserts"
                + " updates started_at duration_ms source_rtt_ms read_seconds read_mb"
                + " network_wait_ms retention_watermark_ts retention_headroom_hours event"
                + " lost_from_ts lost_to_ts source_max_commit_ts capture_lag_seconds"
                + " ingestion_lag_seconds end_lsn end_commit_ts detail target target_id written_at"
                + " position");
  }

  @Test
  void controlHasTheDocumentedColumns() {
    assertThat(String.join(" ", names(Control.columns())))
        .isEqualTo(
            "layer table_name finalized_until end_lsn end_commit_ts updated_at applied_lsn"
                + " applying_lsn snapshot_id open_snapshot_id snapshot_offset run_id run_until"
                + " tracked_columns tracked_from_lsn");
    assertThat(TableDefinition.control().partitionColumns()).containsExactly("layer");
  }

  @Test
  void reportsHaveTheDocumentedColumns() {
    assertThat(String.join(" ", names(Reports.columns())))
        .isEqualTo(
            "run_id checked_at report layer table_name end_lsn rule column_name outcome expected"
                + " found detail");
  }

  @Test
  void historyHoldsFromWhenToWhenEachVersionIsValid() {
    assertThat(names(History.columns(List.of())))
        .containsExactly(
            "_valid_from", "_valid_to", "_valid_from_lsn", "_valid_to_lsn", "_is_current");
  }

  @Test
  void everyTableAndColumnSaysWhatItHolds() {
    for (TableDefinition table :
        List.of(TableDefinition.facts(), TableDefinition.control(), TableDefinition.reports())) {
      assertThat(table.comment()).as(table.kind().name()).isNotBlank();
      assertThat(table.columns()).extracting(Column::comment).noneMatch(String::isBlank);
    }
    assertThat(
            Stream.of(
                    Bronze.columns(List.of()),
                    Silver.columns(List.of()),
                    History.columns(List.of()))
                .flatMap(List::stream))
        .extracting(Column::comment)
        .noneMatch(String::isBlank);
  }

  /** Only its owner may raise a table's protocol, which a first such column would ask for. */
  @Test
  void everyTableHasATimeFromItsBirthSoThatAMigrationMayAddAnother() {
    assertThat(
            List.of(
                Bronze.columns(List.of()),
                Facts.columns(),
                Control.columns(),
                Silver.columns(List.of()),
                History.columns(List.of()),
                Reports.columns()))
        .allSatisfy(
            columns ->
                assertThat(columns).extracting(Column::type).contains(DeltaType.TIMESTAMP_NTZ));
  }

  @Test
  void noSourceColumnMayBearANameOfOurs() {
    assertThat(
            Stream.of(
                    Bronze.columns(List.of()),
                    Silver.columns(List.of()),
                    History.columns(List.of()))
                .flatMap(List::stream))
        .extracting(Column::name)
        .allMatch(Fields::isReserved);
  }

  @Test
  void tablesLieBelowTheRoot() {
    Lake lake = new Lake("s3a://lake/");
    assertThat(lake.table(Layer.BRONZE, "dbo.orders")).isEqualTo("s3a://lake/bronze/dbo.orders");
    assertThat(lake.control()).isEqualTo("s3a://lake/meta/control");
    assertThat(lake.reports()).isEqualTo("s3a://lake/meta/reports");
    assertThatThrownBy(() -> new Lake(" ")).hasMessageContaining("lake.root");
  }

  @Test
  void decimalsKeepTheirDigits() {
    assertThat(DeltaType.decimal(38, 10).precision()).isEqualTo(38);
    assertThat(DeltaType.decimal(38, 10).scale()).isEqualTo(10);
    assertThatThrownBy(() -> DeltaType.decimal(39, 0)).hasMessageContaining("decimal(39,0)");
    assertThatThrownBy(DeltaType.LONG::scale).hasMessageContaining("long is no decimal");
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }
}
