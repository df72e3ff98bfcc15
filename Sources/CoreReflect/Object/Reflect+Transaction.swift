import Synchronization
import ZIMOrm

extension ReflectProtocol where Self: Reflect {
    /// Runs a closure in a transaction: committed when it returns, rolled back when it throws.
    ///
    /// ```swift
    /// try User.transaction {
    ///     try address.pin()
    ///     user.address = address
    ///     try user.pin()
    /// }
    /// // BEGIN IMMEDIATE; INSERT INTO "Address" …; INSERT INTO "User" …; COMMIT
    /// ```
    ///
    /// After a rollback, objects that were inserted are new again. Inside another transaction it is a savepoint.
    ///
    /// - Throws: what the closure throws; `DatabaseError`.
    @discardableResult
    public static func transaction<T>(_ body: () throws -> T) throws -> T {
        let database = try database()
        return try PinJournal.keep { try StatementLog.telling { try database.write { _ in try body() } } }
    }
}

extension StatementLog {
    /// Lets the log tell of BEGIN and COMMIT meanwhile.
    static func telling<T>(_ body: () throws -> T) rethrows -> T {
        transactions.add(1, ordering: .relaxed)
        defer { transactions.subtract(1, ordering: .relaxed) }
        return try body()
    }

    static func telling<T>(_ body: () async throws -> sending T) async rethrows -> sending T {
        transactions.add(1, ordering: .relaxed)
        defer { transactions.subtract(1, ordering: .relaxed) }
        return try await body()
    }
}
