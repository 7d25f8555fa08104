-- The sample database: plain T-SQL, for SQL Server 2017 and newer and for the stand-in alike.
-- Every batch ends with GO. Run it in the database 'shop'.
CREATE TABLE dbo.customers (
  customer_id int NOT NULL PRIMARY KEY,
  name nvarchar(100) NOT NULL,
  email varchar(200) NULL,
  joined date NULL,
  balance money NULL,
  account uniqueidentifier NULL,
  active bit NOT NULL,
  visits smallint NULL,
  notes nvarchar(max) NULL,
  preferences xml NULL
);
GO
CREATE TABLE dbo.products (
  sku varchar(20) NOT NULL PRIMARY KEY,
  title nvarchar(200) NOT NULL,
  [Unit Price] decimal(10,2) NULL,
  weight real NULL,
  photo varbinary(max) NULL,
  created datetime2(7) NULL,
  checked datetime NULL,
  row_version rowversion
);
GO
CREATE TABLE dbo.orders (
  order_id bigint NOT NULL PRIMARY KEY,
  customer_id int NULL,
  ordered_at datetimeoffset(7) NULL,
  ship_after time(7) NULL,
  total money NULL,
  status tinyint NULL,
  remark nvarchar(max) NULL
);
GO
CREATE TABLE dbo.[Order Details] (
  order_id bigint NOT NULL,
  line_no smallint NOT NULL,
  sku varchar(20) NULL,
  [Unit Price] smallmoney NULL,
  Quantity int NULL,
  Discount float NULL,
  PRIMARY KEY (order_id, line_no)
);
GO
CREATE TABLE dbo.audit_log (
  entry int NULL,
  logged_at datetime2(3) NULL,
  who nvarchar(50) NULL,
  what nvarchar(400) NULL,
  digest binary(8) NULL
);
GO
