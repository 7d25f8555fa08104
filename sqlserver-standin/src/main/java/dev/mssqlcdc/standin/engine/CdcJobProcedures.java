package dev.mssqlcdc.standin.engine;

import dev.mssqlcdc.standin.cdc.CdcJobs;
import dev.mssqlcdc.standin.cdc.ChangeDataCapture;
import dev.mssqlcdc.standin.model.Output;
import dev.mssqlcdc.standin.model.SqlType;
import dev.mssqlcdc.standin.model.SqlTypeName;
import java.sql.SQLException;
import java.util.Map;

/** The procedures of the capture and cleanup jobs. */
final class CdcJobProcedures {
  private static final int JOB_TYPE_LENGTH = 20;

  private final Session session;

  CdcJobProcedures(Session session) {
    this.session = session;
  }

  void register(Map<String, Procedures.Procedure> procedures) {
    procedures.put("sp_cdc_help_jobs", this::help);
    procedures.put("sp_cdc_add_job", (arguments, out) -> add(arguments));
    procedures.put("sp_cdc_change_job", (arguments, out) -> change(arguments));
    procedures.put("sp_cdc_drop_job", (arguments, out) -> jobs().drop(kind(arguments)));
    procedures.put("sp_cdc_start_job", (arguments, out) -> start(arguments));
    procedures.put("sp_cdc_stop_job", (arguments, out) -> stop(arguments));
  }

  private ChangeDataCapture cdc() {
    session.database().cdc().requireEnabled();
    return session.database().cdc();
  }

  private CdcJobs jobs() {
    return cdc().jobs();
  }

  private static CdcJobs.Kind kind(Arguments arguments) {
    return CdcJobs.Kind.of(arguments.text(0, "@job_type").orElse("capture"));
  }

  private void add(Arguments arguments) {
    // @start_job stands between the type and the settings
    jobs().add(kind(arguments), settings(arguments, 2));
  }

  private void change(Arguments arguments) {
    jobs().change(kind(arguments), settings(arguments, 1));
  }

  private static CdcJobs.Settings settings(Arguments arguments, int first) {
    return new CdcJobs.Settings(
        arguments.number(first, "@maxtrans").map(Math::toIntExact),
        arguments.number(first + 1, "@maxscans").map(Math::toIntExact),
        arguments.flag(first + 2, "@continuous"),
        arguments.number(first + 3, "@pollinginterval"),
        arguments.number(first + 4, "@retention"),
        arguments.number(first + 5, "@threshold"));
  }

  /** Starting the cleanup job cleans up once. */
  private void start(Arguments arguments) throws SQLException {
    CdcJobs.Kind kind = kind(arguments);
    jobs().require(kind);
    if (kind == CdcJobs.Kind.CLEANUP) {
      cdc().cleanUpByAge();
    } else {
      cdc().pause(false);
    }
  }

  private void stop(Arguments arguments) {
    CdcJobs.Kind kind = kind(arguments);
    jobs().require(kind);
    if (kind == CdcJobs.Kind.CAPTURE) {
      cdc().pause(true);
    }
  }

  private void help(Arguments arguments, Output out) {
    String name = session.database().name();
    ResultTable result =
        new ResultTable()
            .columns(SqlTypeName.UNIQUEIDENTIFIER, "job_id")
            .columns(SqlType.nvarchar(JOB_TYPE_LENGTH), "job_type")
            .names("job_name")
            .columns(SqlTypeName.INT, "maxtrans", "maxscans")
            .columns(SqlTypeName.BIT, "continuous")
            .columns(SqlTypeName.BIGINT, "pollinginterval", "retention", "threshold");
    jobs()
        .capture()
        .ifPresent(
            job ->
                result.row(
                    job.id(),
                    "capture",
                    "cdc." + name + "_capture",
                    job.maxTransactions(),
                    job.maxScans(),
                    job.continuous(),
                    job.pollingInterval(),
                    0L,
                    0L));
    jobs()
        .cleanup()
        .ifPresent(
            job ->
                result.row(
                    job.id(),
                    "cleanup",
                    "cdc." + name + "_cleanup",
                    0,
                    0,
                    false,
                    0L,
                    job.retention(),
                    job.threshold()));
    result.send(out);
  }
}
