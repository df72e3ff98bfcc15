public import ZIMOrm

// Each runs on a thread of the database's own; cancelling the task interrupts the statement.
extension ReflectProtocol where Self: Reflect {
    /// Creates the class's table if it does not exist.
    public static func register() async throws {
        try await writingAsync { try Self.createTable(in: $0) }
    }

    /// Drops the class's table with all its rows.
    public static func unRegister() async throws {
        try await writingAsync { try Self.dropTable(in: $0) }
    }

    /// Creates an index over one or more columns if it does not exist.
    public static func index(_ fields: String..., unique: Bool = false) async throws {
        try await writingAsync { try Self.createIndex(fields, unique: unique, in: $0) }
    }

    /// Drops the index over one or more columns if it exists.
    public static func removeIndex(_ fields: String...) async throws {
        try await writingAsync { try Self.dropIndex(fields, in: $0) }
    }

    /// Deletes all rows of the class's table.
    @discardableResult
    public static func clean() async throws -> Int {
        try await writingAsync { try Self.deleteAll(in: $0) }
    }

    /// The object with a key; nil if there is no such row.
    public static func findById(
        _ id: any SQLValueConvertible..., include: Reflect.Type...
    ) async throws -> sending Self? {
        let key = id.map(\.sqlValue)
        return try await readingAsync { session in
            // Made here, and known to nobody else.
            nonisolated(unsafe) let found = try Self.find(key: key, include: include, in: session)
            return found
        }
    }

    /// Runs a closure in a transaction on a thread of its own. Inside it, use the blocking calls.
    ///
    /// ```swift
    /// let id = try await User.transaction {
    ///     let user = User()
    ///     try user.pin()
    ///     return user.objectId
    /// }
    /// ```
    @discardableResult
    public static func transaction<T>(_ body: @escaping @Sendable () throws -> sending T) async throws -> sending T {
        let database = try database()
        return try await StatementLog.telling { try await PinJournal.keep(in: database, body) }
    }

    /// Saves this object: inserts it, or updates its row if it has one.
    public func pin() async throws {
        // The caller waits, and by the compiler's own rules nobody else can use what it gave away to this call.
        nonisolated(unsafe) let object = self
        try await PinJournal.keep(in: Self.databaseToWrite(of: object)) { try object.pin() }
    }

    /// Deletes this object's row.
    public func unPin() async throws {
        // The caller waits, and by the compiler's own rules nobody else can use what it gave away to this call.
        nonisolated(unsafe) let object = self
        try await Self.databaseToWrite(of: object).write { _ in try object.unPin() }
    }

    /// Fills this object from the row with its key.
    public func fetch(include: Reflect.Type...) async throws {
        // The caller waits, and by the compiler's own rules nobody else can use what it gave away to this call.
        nonisolated(unsafe) let object = self
        try await Self.currentDatabase(of: object).read { _ in try object.fetch(including: include) }
    }
}

extension Reflect {
    static func currentDatabase(of object: Reflect) throws -> Database {
        try requireConfiguration(of: object)
        return try object.currentDatabase()
    }

    static func databaseToWrite(of object: Reflect) throws -> Database {
        try requireConfiguration(of: object)
        return try object.databaseToWrite()
    }

    static func readingAsync<T>(_ body: @escaping @Sendable (Session) throws -> sending T) async throws -> sending T {
        try await database().read { session in
            do { return try body(session) } catch { throw explained(error) }
        }
    }

    static func writingAsync<T>(_ body: @escaping @Sendable (Session) throws -> sending T) async throws -> sending T {
        try await database().write { session in
            do { return try body(session) } catch { throw explained(error) }
        }
    }
}
