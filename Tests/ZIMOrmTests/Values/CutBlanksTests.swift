import Foundation
import TestServer
import Testing
import ZIMOrm

/// Servers cut off the blanks at the end of a text that is too long without an error: such a text is refused.
@Suite(.eachEngine) struct CutBlanksTests {
    final class Part: Model {
        var code = "", number = 0
        var label: String?, note: String?, raw: Substring?
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["code", "number"] }
        override class var isAutoIncremented: Bool { false }
    }

    private func database() throws -> Database {
        let domain =
            ServedEngine.isPostgreSQL ? "CREATE DOMAIN short AS VARCHAR(5); CREATE DOMAIN shorter AS short;" : ""
        let collation = ServedEngine.isMariaDB ? "COLLATE utf8mb4_general_ci" : ""
        return try ServedEngine.current.makeDatabase(
            """
            \(domain)
            CREATE TABLE part (code VARCHAR(5), number INT, label \(domain.isEmpty ? "VARCHAR(5)" : "shorter") \(collation),
                note \(ServedEngine.isMariaDB ? "TINYTEXT CHARACTER SET utf8mb4" : "VARCHAR(255)"), raw VARCHAR(2), PRIMARY KEY (code, number));
            INSERT INTO part (code, number, label) VALUES ('a', 1, 'first')
            """)
    }

    private func part(_ number: Int) -> Part {
        let part = Part()
        (part.code, part.number) = ("a", number)
        return part
    }

    private static let long = String(repeating: "x", count: 254) + "  "

    @Test(arguments: [
        ("code", "abcde ", "has 6 characters, of which the column keeps 5"),
        ("label", "first   ", "has 8 characters, of which the column keeps 5"),
        ("label", "fünf😀 ", "has 6 characters, of which the column keeps 5"),
        ("label", "      ", "has 6 characters, of which the column keeps 5"),
        ("note", long, "has 256 "), ("raw", "ab ", "has 3 characters, of which the column keeps 2"),
    ])
    func blanksThatDoNotFitAreRefused(_ column: String, _ text: String, _ reason: String) throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try database()
        func changed(_ part: Part) -> Part {
            switch column {
            case "code": part.code = text
            case "label": part.label = text
            case "note": part.note = text
            default: part.raw = text[...]
            }
            return part
        }
        let calls: [(Session) throws -> Void] = [
            { try $0.save(changed(part(2))) }, { try $0.save([part(3), changed(part(2))]) },
            { try $0.upsert(changed(part(2))) }, { try $0.upsert([part(3), changed(part(2))]) },
            { try $0.query(Part.self).update(.set(column, text)) },
            { session in
                let part = try #require(try session.find(Part.self, "a", 1))
                try session.save(changed(part))
            },
            { session in
                let parts = [part(2), part(3)]
                try session.save(parts)
                try session.save(parts.map(changed))
            },
        ]
        for (index, call) in calls.enumerated() {
            let error = #expect(throws: ModelError.self, "\(index)") { try database.write { try call($0) } }
            #expect(error?.code == .value && error?.table == "part" && error?.column == column, "\(index)")
            #expect(error?.message.contains("cannot be bound as `text`: it \(reason)") == true, "\(index)")
            #expect(error?.message.hasSuffix(": it cuts off the blanks behind them") == true, "\(index)")
        }
        let rows = try database.read { try $0.rows("SELECT code, number, label FROM part").map(\.values) }
        #expect(rows == [["a", 1, "first"]])
    }

    @Test func whatFitsIsKept() throws {
        let database = try database()
        try database.write { session in
            let part = part(2)
            (part.code, part.label, part.raw) = ("abc  ", "fün😀 ", "é ")
            part.note = String(repeating: "x", count: 253) + "  "
            try session.save(part)
            let found = try #require(try session.find(Part.self, "abc  ", 2))
            #expect(found.code == part.code && found.label == part.label && found.raw == part.raw)
            #expect(found.note == part.note)
            part.number = 3
            try session.save(part, locking: .allColumns)
            #expect(try session.query(Part.self).filter(\.code == "abc  ").values(\.number) == [3])
        }
    }

    /// In conditions such a text is what the server makes of it: this collation of MariaDB ignores blanks at the end.
    @Test func theyMayBeCompared() throws {
        let database = try database()
        let found = ServedEngine.isMariaDB ? 1 : 0
        try database.read { session in
            let query = try session.query(Part.self)
            #expect(try query.filter(\.label == "first ").count() == found)
            #expect(try query.filter(.in(\.label, ["first ", "other"])).count() == found)
            #expect(try query.filter(\.label == "first").count() == 1)
            #expect(try session.find(Part.self, "abcde ", 1) == nil)
        }
    }

    /// What is too long without its blanks is the server's own error.
    @Test func longTextsAreTheServersError() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try database()
        let long = part(2)
        long.label = "first x"
        let error = #expect(throws: DatabaseError.self) { try database.write { try $0.save(long) } }
        #expect(error?.code == .value)
    }

    /// Another program may have made the column longer since the table was asked for.
    @Test func aColumnThatWasMadeLonger() throws {
        guard ServedEngine.isMariaDB else { return }
        let database = try database()
        let part = try #require(try database.find(Part.self, "a", 1))
        part.raw = "ab "
        #expect(throws: ModelError.self) { try part.save() }
        let other = try Database(url: database.location)
        try other.withoutTransaction {
            try $0.execute("ALTER TABLE part MODIFY raw VARCHAR(3)")
        }
        try part.save()
        #expect(try other.read { try $0.value("SELECT raw FROM part", as: String.self) } == "ab ")
    }
}
