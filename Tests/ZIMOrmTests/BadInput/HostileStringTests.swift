import Foundation
import Testing

@testable import ZIMOrm

/// Every string of a list of naughty ones as a value, as a key, as the name of tables and columns; and very long keys.
@Suite(.eachEngine) struct HostileStringTests {
    static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/data/hostile-strings.json")
    static let isPresent = FileManager.default.fileExists(atPath: file.path)
    static let absence: Comment =
        "../shared/data/hostile-strings.json is absent: the test of every hostile string is skipped"

    static func strings() throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(contentsOf: file)) + ["a\u{0}b", "\u{0}", "e\u{301}", "é"]
    }

    final class Naughty: Model {
        var text = "", number = 0
        var value: String?
        override class var table: String { "naughty" }
        override class var primaryKey: [String] { ["text", "number"] }
    }

    @Test(.enabled(if: isPresent, absence)) func asValuesAndAsKeys() throws {
        let database = try TestEngine.current.makeDatabase(
            "CREATE TABLE naughty (text TEXT, number INTEGER, value TEXT, PRIMARY KEY (text, number))")
        // PostgreSQL holds no NUL, and says so: see TypeTests.
        let strings = try Self.strings().filter { TestEngine.isSQLite || !$0.utf8.contains(0) }
        try database.write { session in
            let models = strings.enumerated().map { index, text in
                let model = Naughty()
                (model.text, model.number, model.value) = (text, index, text)
                return model
            }
            try session.insert(models)
            for (index, text) in strings.enumerated() {
                let found = try #require(try session.find(Naughty.self, text, index))
                #expect(found.value.map { Array($0.utf8) } == Array(text.utf8))
                #expect(Array(found.text.utf8) == Array(text.utf8))
                #expect(try !found.hasChanges())
                #expect(try session.query(Naughty.self).filter(\.value == text && \.number == index).count() == 1)
                found.value = "\(index)"
                found.number += 10_000
                try session.save(found)
                found.text = String(text.reversed()) + "."
                try session.save(found)
                try session.delete(found)
            }
            #expect(try session.value("SELECT count(*) FROM naughty", as: Int.self) == 0)
        }
    }

    final class Named: Model {
        var first = "", second = 0
        var third: String?
        @TaskLocal static var name = "x"
        override class var table: String { name }
        override class var primaryKey: [String] { [name + "1", name] }
        override class var columns: [Column] {
            [Column(name + "1", \Named.first), Column(name, \Named.second), Column("3" + name, \Named.third)]
        }
    }

    @Test(.enabled(if: isPresent, absence)) func asNames() throws {
        let database = try Database.inMemory()
        var failures = 0
        try database.write { session in
            for name in try Self.strings() {
                guard !name.utf8.contains(0) else {
                    // SQLite ends a statement at NUL: an error, and not another name.
                    failures += 1
                    try Named.$name.withValue(name) {
                        let mapping = try MappingBuilder(Named.self).build()
                        #expect(throws: DatabaseError.self) {
                            try session.find(session.plan(for: mapping), key: ["", 1])
                        }
                    }
                    continue
                }
                guard !name.isEmpty else { continue }
                try Named.$name.withValue(name) { try walk(name, session) }
            }
        }
        #expect(failures == 2)
    }

    private func walk(_ name: String, _ session: Session) throws {
        // "sqlite_" is the engine's own.
        guard !name.lowercased().hasPrefix("sqlite_") else { return }
        try session.execute(
            "CREATE TABLE \(identifier: name) (\(identifier: "3" + name) TEXT, \(identifier: name) INTEGER, \(identifier: name + "1") TEXT, PRIMARY KEY (\(identifier: name + "1"), \(identifier: name)))"
        )
        let mapping = try MappingBuilder(Named.self).build()
        let mappings = SessionMappings()
        mappings.mappings[ObjectIdentifier(Named.self)] = mapping
        session.attachment = mappings
        defer { session.attachment = nil }
        let model = Named()
        model.first = name
        try session.save(model)
        model.third = "t"
        model.second = 4
        try session.save(model)
        let found = try #require(try session.find(Named.self, name, 4))
        #expect(found.third == "t")
        try session.upsert(found)
        try session.reload(found)
        #expect(try session.query(Named.self).filter(\.second == 4).orderBy(name).count() == 1)
        let error = #expect(throws: DatabaseError.self) {
            let twin = Named()
            (twin.first, twin.second) = (name, 4)
            try session.insert(twin)
        }
        #expect(error?.constraint?.columns == [name + "1", name], "\(name)")
        #expect(error?.constraint?.table == name)
        let schema = try #require(try SchemaReader(session).table(name))
        #expect(schema.name == name)
        #expect(schema.primaryKey == [name + "1", name])
        try session.delete(found)
        try session.execute("DROP TABLE \(identifier: name)")
    }

    /// A class whose key has as many columns as are asked for.
    final class Wide: Model {
        var values = [Int](repeating: 0, count: Wide.count)
        var note: String?
        static let count = 60
        override class var table: String { "wide" }
        override class var primaryKey: [String] { (0..<count).map { "k\($0)" } }
        override class var columns: [Column] {
            (0..<count).map { Column("k\($0)", \Wide.values[$0]) } + [Column("note", \Wide.note)]
        }
    }

    @Test func aKeyOfSixtyColumns() throws {
        let database = try Database.inMemory()
        let names = Wide.primaryKey.joined(separator: ", ")
        try database.execute(
            SQL(unsafe: "CREATE TABLE wide (note TEXT, \(names), PRIMARY KEY (\(names))) WITHOUT ROWID"))
        try database.write { session in
            let wides = (0..<100).map { index in
                let wide = Wide()
                wide.values[59] = index
                return wide
            }
            try session.insert(wides)
            let key = [SQLValue](repeating: 0, count: 59)
            let found = try #require(try session.find(Wide.self, key: key + [77]))
            #expect(found.values[59] == 77)
            found.note = "n"
            found.values[0] = 5
            try session.save(found)
            try session.upsert(found)
            try session.reload(found)
            try session.delete(found)
            #expect(try session.find(Wide.self, key: key + [77]) == nil)
            #expect(try session.value("SELECT count(*) FROM wide", as: Int.self) == 99)
            let error = #expect(throws: ModelError.self) { try session.find(Wide.self, key: key) }
            #expect(error?.code == .keyMismatch)
            let twin = #expect(throws: DatabaseError.self) { try session.insert(wides[0]) }
            #expect(twin?.constraint?.columns == Wide.primaryKey)
        }
    }
}
