public import Foundation

/// Which migrations ran in a database, and which are pending.
public struct MigrationStatus: Sendable {
    /// A migration that ran.
    public struct Applied: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// When it ran, by the clock of the program that ran it.
        public let date: Date
    }

    /// The migrations that ran, in order.
    public let applied: [Applied]
    /// The names of those that did not run yet, in order.
    public let pending: [String]
    /// Why ``Migrator/up(_:through:)`` would refuse the list; nil if it agrees with what ran.
    public let problem: DatabaseError?
}
