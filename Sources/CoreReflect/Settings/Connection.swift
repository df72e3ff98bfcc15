public import ZIMOrm

extension Reflect {
    /// The connection of the settings: the database and how it was opened.
    public struct Connection: Sendable, CustomStringConvertible {
        /// The database, with `read`, `write`, `trace` and `execute` for everything else.
        public let database: Database
        /// Whether it is read-only.
        public let readonly: Bool
        let path: String?

        /// The database's path; empty for one in memory or a temporary one.
        public var description: String { path ?? database.location }
    }
}
