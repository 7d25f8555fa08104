package dev.mssqlcdc.standin.cdc;

import dev.mssqlcdc.standin.catalog.TableDef;
import dev.mssqlcdc.standin.model.SqlError;

/** What change data capture refuses, in SQL Server's numbers and words. */
public final class CdcErrors {
  private CdcErrors() {}

  public static SqlError databaseNotEnabled(String database) {
    return SqlError.of(
        22901,
        "The database '"
            + database
            + "' is not enabled for Change Data Capture. Ensure that the correct database context"
            + " is set and retry the operation. To report on the databases enabled for Change Data"
            + " Capture, query the is_cdc_enabled column in the sys.databases catalog view.");
  }

  /** The text of message 22905, which is of severity 10: it informs and is no error. */
  public static String databaseAlreadyEnabled(String database) {
    return "Database '"
        + database
        + "' is already enabled for Change Data Capture. Ensure that the correct database context"
        + " is set, and retry the operation. To report on the databases enabled for Change Data"
        + " Capture, query the is_cdc_enabled column in the sys.databases catalog view.";
  }

  static SqlError systemDatabase(String database) {
    return SqlError.of(
        22989,
        "Could not enable Change Data Capture for database '"
            + database
            + "'. Change data capture is not supported on system databases, or on a distribution"
            + " database.");
  }

  public static SqlError parameterEmpty(String parameter) {
    return SqlError.of(
        22963,
        "Parameter '"
            + parameter
            + "' cannot be null or empty. Specify a value for the named parameter and retry the"
            + " operation.");
  }

  public static SqlError roleEmpty() {
    return SqlError.of(
        22907,
        "Parameter @role_name cannot be empty. Specify a value for @role_name and retry the"
            + " operation. Supply null as the value if no role is to be used to gate access to"
            + " captured change data.");
  }

  public static SqlError noSourceTable(String schema, String name) {
    return SqlError.of(
        22931,
        "Source table '"
            + schema
            + "."
            + name
            + "' does not exist in the current database. Ensure that the correct database context"
            + " is set. Specify a valid schema and table name for the database.");
  }

  public static SqlError notTracked(TableDef table) {
    return SqlError.of(
        22985,
        "Change data capture has not been enabled for source table '"
            + table.qualifiedName()
            + "'. Specify the name of a table enabled for Change Data Capture. To report on the"
            + " tables enabled for Change Data Capture, query the is_tracked_by_cdc column in the"
            + " sys.tables catalog view.");
  }

  public static SqlError halfATableName() {
    return SqlError.of(
        22972,
        "When calling stored procedure [sys].sp_cdc_help_change_data capture, if either"
            + " @source_schema or @source_name is non-null and non-empty, the other parameter must"
            + " also be non-null and non-empty.");
  }

  /** Also for an instance that the login may not see. */
  public static SqlError noSuchInstance() {
    return SqlError.of(22981, "Object does not exist or access is denied.");
  }

  static SqlError notAnInstanceOf(TableDef table, String instance) {
    return SqlError.of(
        22960,
        "Change data capture instance '"
            + instance
            + "' has not been enabled for the source table '"
            + table.qualifiedName()
            + "'. Use sys.sp_cdc_help_change_data_capture to verify the capture instance name and"
            + " retry the operation.");
  }

  static SqlError changeDataSchema() {
    return SqlError.of(
        22974, "Tables contained in the cdc schema cannot be enabled for Change Data Capture.");
  }

  static SqlError instanceNameTooLong(String instance) {
    return SqlError.of(
        22927,
        "Capture instance name '"
            + instance
            + "' exceeds the length limit of 100 characters. Specify a name that satisfies the"
            + " length constraint.");
  }

  static SqlError instanceExists(String instance) {
    return SqlError.of(
        22926,
        "Could not create a capture instance because the capture instance name '"
            + instance
            + "' already exists in the current database. Specify an explicit unique name for the"
            + " parameter @capture_instance.");
  }

  static SqlError twoInstancesExist(TableDef table) {
    return SqlError.of(
        22926,
        "Two capture instances already exist for source table '"
            + table.qualifiedName()
            + "'. A table can have at most two capture instances. If the current tracking options"
            + " are not appropriate, disable change tracking for the obsolete instance by using"
            + " sys.sp_cdc_disable_table and retry the operation.");
  }

  static SqlError noSuchIndex(TableDef table, String index) {
    return SqlError.of(
        22928,
        "Index name '"
            + index
            + "' is not an index for table '"
            + table.qualifiedName()
            + "'. Specify a valid index name for the table.");
  }

  static SqlError indexNotUnique(TableDef table, String index) {
    return SqlError.of(
        22929,
        "Index '"
            + index
            + "' must be either a primary key or a unique index for table '"
            + table.qualifiedName()
            + "'. Specify an index that meets at least one of these requirements.");
  }

  static SqlError indexNullable(TableDef table, String index) {
    return SqlError.of(
        22838,
        "All columns of a CDC unique index must be defined as NOT NULL. Index '"
            + index
            + "' selected as the CDC unique index for source table '"
            + table.qualifiedName()
            + "' does not meet this requirement. Define all columns of the selected index as NOT"
            + " NULL or select another unique index as the CDC index and resubmit the request.");
  }

  static SqlError noRowIdentifier() {
    return SqlError.of(
        22939,
        "The parameter @supports_net_changes is set to 1, but the source table does not have a"
            + " primary key defined and no alternate unique index has been specified.");
  }

  static SqlError columnsNotMapped(TableDef table) {
    return SqlError.of(
        22942,
        "Columns specified in the captured column list could not be mapped to columns in source"
            + " table '"
            + table.qualifiedName()
            + "'. Verify that the columns specified in the parameter @captured_column_list are"
            + " delimited properly and match columns in the source table.");
  }

  static SqlError keyNotCaptured() {
    return SqlError.of(
        22943,
        "Columns used to uniquely identify a row for net change tracking must be included in the"
            + " list of captured columns. Add either the primary key columns of the source table,"
            + " or the columns defined for the index specified in the parameter @index_name to the"
            + " list of captured columns and retry the operation.");
  }

  public static SqlError columnListNotTerminated() {
    return SqlError.of(
        22965,
        "A quoted column in the column list is not properly terminated. Verify that columns are"
            + " correctly delimited and retry the operation. For more information, see 'Delimited"
            + " Identifiers' in Books Online.");
  }

  static SqlError reservedColumn(TableDef table) {
    return SqlError.of(
        22975,
        "Source table '"
            + table.name()
            + "' contains one of the following reserved column names: __$start_lsn, __$end_lsn,"
            + " __$seqval, __$operation, and __$update_mask. To enable Change Data Capture for"
            + " this table, specify a captured column list and ensure that these columns are"
            + " excluded from the list.");
  }

  public static SqlError noFilegroup(String filegroup, String database) {
    return SqlError.of(
        22973,
        "The specified filegroup '"
            + filegroup
            + "' is not a valid filegroup for database '"
            + database
            + "'. Specify a valid existing filegroup or create the named filegroup, and retry the"
            + " operation.");
  }

  static SqlError notInTimeline(String lsn, String instance, String from, String to) {
    return SqlError.of(
        22957,
        "LSN "
            + lsn
            + ", specified as the new low end point for the change table associated with capture"
            + " instance '"
            + instance
            + "', is not within the Change Data Capture timeline ["
            + from
            + ", "
            + to
            + "].");
  }

  static SqlError notAnEntry(String lsn) {
    return SqlError.of(
        22964,
        "LSN "
            + lsn
            + ", specified as the new low end point for change table cleanup must represent the"
            + " start_lsn value of a current entry in the cdc.lsn_time_mapping table. Choose an"
            + " LSN value that satisfies this requirement.");
  }

  static SqlError threshold() {
    return SqlError.of(
        22850,
        "The threshold value specified for the Change Data Capture cleanup process must be greater"
            + " than 0. When creating or modifying the cleanup job, specify a positive threshold"
            + " value. If this error is encountered when executing the"
            + " sys.sp_cdc_cleanup_change_table stored procedure, reset the threshold value"
            + " associated with the job to a non-negative value by using the sp_cdc_change_job"
            + " stored procedure.");
  }

  /** A table-valued function cannot raise an error of its own: SQL Server misuses this one. */
  public static SqlError badRange(String function) {
    return SqlError.of(
        313,
        "An insufficient number of arguments were supplied for the procedure or function cdc."
            + function
            + "_ ... .");
  }

  /** A constraint whose index identifies the rows of a capture instance. */
  public static SqlError constraintInUse(TableDef table, String index) {
    return SqlError.of(
        22979,
        "The unique index '"
            + index
            + "' on table '"
            + table.qualifiedName()
            + "' is used by Change Data Capture. The constraint using this index cannot be dropped"
            + " or disabled.");
  }

  /** An index that identifies the rows of a capture instance. */
  public static SqlError indexInUse(TableDef table, String index) {
    return SqlError.of(
        22983,
        "The unique index '"
            + index
            + "' on source table '"
            + table.qualifiedName()
            + "' is used by Change Data Capture. To alter or drop the index, you must first disable"
            + " Change Data Capture on the table.");
  }

  /** A captured column that is to be renamed. */
  public static SqlError columnReplicated(String column) {
    return SqlError.of(4928, "Cannot alter column '" + column + "' because it is 'REPLICATED'.");
  }
}
