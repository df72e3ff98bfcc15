public import ZIMDb
public import ZIMSql

// The names that classes of ZIM for Objective-C have here, so that old code finds its way: Documentation/FromZIM.md says
// what they do otherwise.

/// The name of ``Model`` in ZIM.
public typealias ZIMOrmModel = Model
/// The name of ``ModelDelegate`` in ZIM.
public typealias ZIMOrmModelDelegate = ModelDelegate
/// The name of `Database` in ZIM, where it was one connection.
public typealias ZIMDbConnection = Database
/// The name of ``Query`` in ZIM.
public typealias ZIMOrmSelectStatement = Query
/// The name of `PreparedStatement` in ZIM.
public typealias ZIMSqlPreparedStatement = PreparedStatement
/// The name of `SQLTokenizer` in ZIM.
public typealias ZIMSqlTokenizer = SQLTokenizer
