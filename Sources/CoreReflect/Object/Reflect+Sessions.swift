import ZIMOrm

/// The sessions in which calls on a class run.
extension Reflect {
    /// The class's database, or that of the session around this call where it has no name.
    static func database() throws -> Database {
        if let session = SessionHandle.innermostSession, !DataSource.isNamed(session.database) {
            return session.database
        }
        let name = dataSource
        if name == dataSourceName, settings.database == nil, !DataSource.names.contains(name) { throw unconfigured() }
        return try DataSource.named(name)
    }

    static func reading<T>(_ body: (Session) throws -> T) throws -> T { try running(body, isWriting: false) }

    static func writing<T>(_ body: (Session) throws -> T) throws -> T { try running(body, isWriting: true) }

    private static func running<T>(_ body: (Session) throws -> T, isWriting: Bool) throws -> T {
        let database = try database()
        return try explaining {
            if let session = SessionHandle.session(of: database) {
                return try session.handle.entering { try body(session) }
            }
            return try isWriting ? database.write(body) : database.read(body)
        }
    }

    static func explaining<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch { throw explained(error) }
    }

    /// Says of a table that does not exist what makes it.
    static func explained(_ error: any Error) -> any Error {
        guard var failure = error as? DatabaseError, failure.code == .sql, failure.hint?.contains("register()") != true,
            let missing = failure.missingTable, let type = related().first(where: { $0.table == missing })
        else { return error }
        failure.hint = "Call \(type).register() first" + (failure.hint.map { ". " + $0 } ?? "")
        return failure
    }

    /// This class and those that it refers to, over however many others.
    private static func related() -> [Reflect.Type] {
        var found: [Reflect.Type] = [self]
        var index = 0
        while index < found.count {
            for reference in (try? TableLayout.of(found[index]).references) ?? []
            where !found.contains(where: { $0 == reference.target }) {
                found.append(reference.target)
            }
            index += 1
        }
        return found
    }

    /// The table's name as the builder takes it, part by part.
    static var identifier: SQLIdentifier { SQLIdentifier(parts: [schema, table].compactMap(\.self)) }
}
