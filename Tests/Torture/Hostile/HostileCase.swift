import Foundation
import ZIMOrm

/// One text as the name of tables and columns, another as what is in them, in every place that takes one.
struct HostileCase {
    let database: Database
    /// What goes wrong with texts that the engine takes.
    private(set) var problems: [String] = []
    /// In how many places texts were put.
    private(set) var places = 0
    /// Whether the engine refused the name or the value, with an error of ours.
    private(set) var refusals = 0

    private struct Undo: Error {}

    init(_ database: Database) { self.database = database }

    /// Makes the table that nothing of all this may touch.
    static func prepare(_ database: Database) throws {
        try database.execute("CREATE TABLE canary (n INTEGER PRIMARY KEY)")
        try database.execute("INSERT INTO canary VALUES (1)")
    }

    /// Runs in a transaction that is undone.
    mutating func run(name: String, value: String) {
        do {
            try HostileNames.$current.withValue(HostileNames(name)) {
                try database.write { session in
                    let mappings = SessionMappings()
                    for type in [HostileRow.self, HostileLine.self] as [Model.Type] {
                        mappings.mappings[ObjectIdentifier(type)] = try MappingRegistry.newMapping(of: type)
                    }
                    session.attachment = mappings
                    try use(session, value)
                    throw Undo()
                }
            }
        } catch is Undo {
        } catch {
            // A name that the engine itself does not take, or that no mapping can hold: before any row was written.
            if isRefusal(error) { refusals += 1 } else { problems.append("\(name.debugDescription): \(error)") }
        }
        let canary = try? database.read { try $0.rows("SELECT * FROM canary").map(\.values) }
        if canary != [[.integer(1)]] {
            problems.append("\(name.debugDescription), \(value.debugDescription): the canary is gone")
        }
    }

    private var isDefined = false

    private func isRefusal(_ error: any Error) -> Bool {
        !isDefined && (error is DatabaseError || error is ModelError || error is SQLBuildError)
    }

    private mutating func use(_ session: Session, _ value: String) throws {
        isDefined = false
        let names = HostileNames.current
        try session.execute(
            CreateTableStatement(SQLIdentifier(names.table)).column(names.first, type: .text, .notNull)
                .column(names.second, type: .integer, .notNull).column(
                    names.value, type: .text, .default(.value(value))
                )
                .primaryKey([names.first, names.second]))
        try session.execute(
            CreateTableStatement(SQLIdentifier(names.lines)).column(names.first, type: .text, .notNull)
                .column(names.second, type: .integer, .notNull).column(names.place, type: .integer, .notNull)
                .primaryKey([names.first, names.second, names.place])
                .foreignKey(
                    [names.first, names.second], references: SQLIdentifier(names.table), [names.first, names.second]))
        // The engine must take the value, too: a server's text holds no NUL.
        try session.transaction { session in
            try session.execute(
                "INSERT INTO \(identifier: names.table) (\(identifier: names.first), \(identifier: names.second)) VALUES (\(value), \(0))"
            )
        }
        isDefined = true
        places += 6
        try check("the default", try session.query(HostileRow.self).all().map(\.value), [value])
        try write(session, value)
        try ask(session, value)
        try change(session, value)
    }

    private mutating func write(_ session: Session, _ value: String) throws {
        try session.save(HostileRow(value, 1, value))
        try session.save([HostileRow(value, 2, nil), HostileRow("plain", 1, value)])
        try session.upsert([HostileRow(value, 2, value + "?"), HostileRow("plain", 2, nil)])
        let names = HostileNames.current
        try session.bulkInsert(
            into: names.table, columns: [names.first, names.second, names.value],
            rows: [[.text(value), .integer(3), .text(value)]])
        try session.save((1...3).map { HostileLine(value, 1, $0) } + [HostileLine("plain", 1, 1)])
    }

    private mutating func ask(_ session: Session, _ value: String) throws {
        let names = HostileNames.current
        func query() throws -> Query<HostileRow> { try session.query(HostileRow.self) }
        try check("find", try session.find(HostileRow.self, value, 1).map { [$0.first, $0.value] }, [value, value])
        try check("keys", try session.find(HostileRow.self, keys: [[value, 1], [value, 3]]).count, 2)
        let same = try query().filter(\.first == value).orderByKey().all()
        try check("a filter", same.map(\.second), [0, 1, 2, 3])
        try check(
            "a text",
            try query().filter("\(identifier: names.value) = \(value) AND \(identifier: names.second) = 1").count(), 2)
        try check("quotes", try query().filter("\(identifier: names.first) = '\(value)'").count(), 4)
        try check("a list", try query().filter(.in(\.value, [value, "no"])).count(), 4)
        try check("IN", try query().filter("\(identifier: names.value) IN \([value])").count(), 4)
        if !value.isEmpty {
            try check("contains", try query().filter(.contains(\.first, value)).count(), value == "plain" ? 6 : 4)
        }
        try check("an order", try query().orderBy(\.first).orderBy(\.second).all().count, 6)
        try check(
            "raw SQL",
            try session.value(
                "SELECT count(*) FROM \(identifier: names.table) WHERE \(identifier: names.value) = \(value)",
                as: Int.self), 4)
        try check("a list of lines", try same.map { try $0.lines().map(\.place) }, [[], [1, 2, 3], [], []])
        let lines = try session.query(HostileLine.self).orderByKey().all()
        try check("their owners", try lines.map { try $0.row()?.second }, [1, 1, 1, 1])
    }

    private mutating func change(_ session: Session, _ value: String) throws {
        let names = HostileNames.current
        let row = try session.find(HostileRow.self, value, 2)
        row?.value = value + "!"
        if let row { try session.save(row) }
        try check("an update", try session.find(HostileRow.self, value, 2)?.value, value + "!")
        try check(
            "a bulk update", try session.query(HostileRow.self).filter(\.first == "plain").update(.set(\.value, value)),
            2)
        try check(
            "set by name", try session.query(HostileRow.self).filter(\.second == 3).update(.set(names.value, value)), 1)
        try check("delete by keys", try session.delete(HostileRow.self, keys: [[value, 3], ["plain", 2]]), 2)
        try session.query(HostileLine.self).delete()
        try check("delete", try session.query(HostileRow.self).filter(\.first == value).delete(), 3)
        try session.execute(DropTableStatement(SQLIdentifier(names.lines)))
        try session.execute(AlterTableStatement(SQLIdentifier(names.table)).rename("renamed"))
        try check("renamed", try session.value("SELECT count(*) FROM renamed", as: Int.self), 1)
    }

    /// Texts are compared by their bytes: Swift takes é for e and an accent.
    private mutating func check<T>(_ what: String, _ found: T, _ expected: T) throws {
        places += 1
        let (left, right) = ("\(found)", "\(expected)")
        if !left.utf8.elementsEqual(right.utf8) {
            problems.append(
                "\(HostileNames.current.table.debugDescription), \(what): \(left.debugDescription), not \(right.debugDescription)"
            )
        }
    }
}
