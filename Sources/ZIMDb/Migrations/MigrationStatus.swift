public import Foundation

/// How far a database has come with its migrations.
public struct MigrationStatus: Sendable {
    /// A migration that ran.
    public struct Applied: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// When it ran, by the clock of the program that ran it.
        public let date: Date
    }

    /// Those that ran, the first first.
    public let applied: [Applied]
    /// The names of those that did not, in the order in which they will.
    public let pending: [String]
    /// Why the list is refused; nil where it fits what ran.
    public let problem: DatabaseError?
}
