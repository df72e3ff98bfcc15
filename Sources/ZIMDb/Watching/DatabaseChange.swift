/// What was committed since the event before.
public struct DatabaseChange: Sendable, Hashable {
    /// The watched tables that have changed, by the names under which they were asked for.
    public let tables: Set<String>
    /// Whether it is known that these tables were written; false if another program committed and the engine does not
    /// say what. Then ``tables`` holds all that it may be.
    public let isExact: Bool
    /// Whether the tables were asked for by their names alone, which say no schema.
    package var areNames = true
}

/// The changes of some tables as they are committed: see ``Database/changes(in:)-(String...)``.
///
/// It is iterated once, by one task. What is committed between two calls of `next()` comes as one event.
public struct DatabaseChanges: AsyncSequence, Sendable {
    public typealias Element = DatabaseChange

    let subscription: ChangeSubscription
    let regions: [String: TableSet]
    package var areNames = true

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(changes: self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var changes: DatabaseChanges?

        /// Waits for the next commit; nil when the task was cancelled.
        ///
        /// - Throws: ``DatabaseError`` if the database can be watched no longer; nil comes afterwards.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws -> DatabaseChange? {
            guard let changes else { return nil }
            do {
                let changed = try await changes.subscription.subscriber.next()
                let tables = changes.regions.filter { $0.value.meets(changed) }.map(\.key)
                return DatabaseChange(tables: Set(tables), isExact: changed.isExact, areNames: changes.areNames)
            } catch {
                changes.subscription.end()
                self.changes = nil
                if error is CancellationError { return nil }
                throw error
            }
        }
    }
}

extension Database {
    /// The commits that change one of some tables, from now on.
    ///
    /// ```swift
    /// for try await change in try await database.changes(in: "orders", "order_line") { print(change.tables) }
    /// ```
    ///
    /// When the call returns, the database is watched: no later commit is missed, of this program or of another one. A
    /// transaction is one event, and what is rolled back is none. The tables behind a view are watched with it. The
    /// sequence ends when its task is cancelled.
    ///
    /// - Parameter tables: the names of tables and views, which the connection finds without their schema; others are watched
    ///   by classes that name it.
    /// - Throws: ``DatabaseError`` with code sql for a table that does not exist, with code misuse if the database
    ///   cannot be watched.
    ///
    /// Source: <https://www.sqlite.org/pragma.html#pragma_data_version>
    public func changes(in tables: String...) async throws -> DatabaseChanges { try await changes(in: tables) }

    /// The commits that change one of some tables, from now on: for names that are known at run time only.
    ///
    /// - Parameter tables: names of tables and views.
    /// - Throws: as with the names one by one.
    public func changes(in tables: [String]) async throws -> DatabaseChanges {
        try await changes(
            in: tables.map { table in
                // No row of it is needed to know what it is made of.
                (table, { _ = try $0.rows("SELECT * FROM \(identifier: table) LIMIT 0") })
            })
    }

    /// - Parameter tables: the names to report, and what reads each.
    package func changes(
        in tables: [(name: String, read: @Sendable (Session) throws -> Void)]
    ) async throws -> DatabaseChanges {
        guard !tables.isEmpty else { throw DatabaseError(.misuse, "no table to watch was named") }
        let subscription = try await ChangeSubscription(self)
        var regions: [String: TableSet] = [:]
        var all = TableSet()
        for (name, read) in tables {
            let region = try await recording({ try read($0) }).reading.tables
            regions[name, default: TableSet()].formUnion(region)
            all.formUnion(region)
        }
        subscription.follow(all)
        return DatabaseChanges(subscription: subscription, regions: regions)
    }
}
