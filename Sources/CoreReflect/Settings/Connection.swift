public import ZIMOrm

extension Reflect {
    /// The connection that the settings give: the database, and how it was opened.
    public struct Connection: Sendable, CustomStringConvertible {
        /// The database; its `read`, `write`, `trace` and `execute` are there for everything else.
        public let database: Database
        /// Whether nothing may be changed in it.
        public let readonly: Bool
        let path: String?

        /// The database's path; empty for one in memory or a temporary one.
        public var description: String { path ?? database.location }
    }
}
