import ZIMOrm

/// What a session is set to while an object is made, since MySQL keeps that with it.
struct MySQLObjectSettings: Sendable, Hashable {
    var mode: String?
    var collation: String?
    /// The one in which the times of an event are written.
    var timeZone: String?

    /// Those of the session.
    ///
    /// - Throws: `DatabaseError`.
    init(of session: Session) throws {
        let row = try session.rows("SELECT @@SESSION.sql_mode, @@SESSION.collation_connection, @@SESSION.time_zone")
            .first
        (mode, collation, timeZone) = (try row?.get(0), try row?.get(1), try row?.get(2))
    }

    init(mode: String?, collation: String?, timeZone: String?) {
        (self.mode, self.collation, self.timeZone) = (mode, collation, timeZone)
    }

    /// These, and where one is open another's.
    func filled(by other: MySQLObjectSettings) -> MySQLObjectSettings {
        MySQLObjectSettings(
            mode: mode ?? other.mode, collation: collation ?? other.collation, timeZone: timeZone ?? other.timeZone)
    }

    /// - Throws: ``ToolError`` where a setting is none; `DatabaseError`.
    func set(in session: Session) throws {
        for (name, value) in [("sql_mode", mode), ("collation_connection", collation), ("time_zone", timeZone)] {
            guard let value else { continue }
            // SET takes no parameters.
            guard value.utf8.allSatisfy({ Self.letters.contains($0) }) else {
                throw ToolError("\"\(value)\" is no value of \(name)")
            }
            try session.execute(SQL(unsafe: "SET SESSION \(name) = '\(value)'"))
        }
    }

    private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_,/+-:".utf8)
}
