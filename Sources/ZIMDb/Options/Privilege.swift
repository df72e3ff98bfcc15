/// Something that a data source allows its statements to do.
///
/// ```swift
/// var options = DatabaseOptions()
/// options.privileges = [.select, .insert]
/// // DELETE FROM person     → DatabaseError, code privilege: DELETE on "person" is not granted
/// ```
///
/// SQLite's authorizer enforces privileges while a statement is compiled, however the statement is written. INSERT,
/// UPDATE and DELETE include the reads that they make themselves, in WHERE and RETURNING; a subquery needs SELECT,
/// whatever it reads, also in a trigger that is made. A trigger that was there may look up what its author let it.
/// CREATE, ALTER and DROP include the schema changes that they make. REPLACE deletes rows and needs DELETE, in the statement
/// as in its triggers. So does every INSERT and UPDATE of a table with a constraint that says `ON CONFLICT REPLACE`, other than
/// `INSERT OR ABORT` and the like.
///
/// Source: <https://www.sqlite.org/c3ref/set_authorizer.html>
public struct Privilege: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name in SQL, in upper case.
    public let rawValue: String
    /// A privilege by its SQL name in any case, for example `"select"`.
    public init(rawValue: String) { self.rawValue = rawValue.uppercased() }

    /// Rows may be read, by SELECT and by subqueries.
    public static let select = Privilege(rawValue: "SELECT")
    /// Rows may be inserted. An upsert needs UPDATE, too, and REPLACE needs DELETE.
    public static let insert = Privilege(rawValue: "INSERT")
    /// Rows may be changed.
    public static let update = Privilege(rawValue: "UPDATE")
    /// Rows may be deleted.
    public static let delete = Privilege(rawValue: "DELETE")
    /// Tables, indexes, views and triggers may be created.
    public static let create = Privilege(rawValue: "CREATE")
    /// Tables may be altered: `ALTER TABLE`.
    public static let alter = Privilege(rawValue: "ALTER")
    /// Tables, indexes, views and triggers may be dropped.
    public static let drop = Privilege(rawValue: "DROP")
    /// Settings may be read and set: `PRAGMA`.
    public static let pragma = Privilege(rawValue: "PRAGMA")
    /// Other database files may be attached; VACUUM needs it too.
    public static let attach = Privilege(rawValue: "ATTACH")
    /// Attached database files may be detached.
    public static let detach = Privilege(rawValue: "DETACH")
    /// Statistics may be gathered: `ANALYZE`, with the tables that it writes and reads back.
    public static let analyze = Privilege(rawValue: "ANALYZE")
    /// Indexes may be rebuilt: `REINDEX`.
    public static let reindex = Privilege(rawValue: "REINDEX")

    /// All known privileges.
    public static let all: Set<Privilege> = [
        .select, .insert, .update, .delete, .create, .alter, .drop, .pragma, .attach, .detach, .analyze, .reindex,
    ]

    public var description: String { rawValue }
}
