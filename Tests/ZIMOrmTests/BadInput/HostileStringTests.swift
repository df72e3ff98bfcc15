import Foundation
import TestServer
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
        // Some have more letters than MariaDB's columns of this test.
        let text = ServedEngine.isMariaDB ? "VARCHAR(400)" : "TEXT"
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE naughty (text \(text), number INTEGER, value \(text), PRIMARY KEY (text, number))")
        // PostgreSQL holds no NUL, and says so: see TypeTests.
        let strings = try Self.strings().filter { !ServedEngine.isPostgreSQL || !$0.utf8.contains(0) }
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

    /// Why no table has such a name, in the engine's words; nil where one can.
    private static func refusal(of name: String) -> DatabaseError.Code? {
        guard ServedEngine.isMariaDB else { return nil }
        if name.unicodeScalars.contains(where: { $0.value > 0xFFFF }) { return .value }
        // With the digit that is added to it.
        return name.unicodeScalars.count > 63 || name.hasSuffix(" ") ? .sql : nil
    }

    @Test(.enabled(if: isPresent, absence)) func asNames() throws {
        // What MySQL refuses is another list.
        guard !ServedEngine.isMySQL else { return }
        let database = try ServedEngine.current.makeDatabase("CREATE TABLE other (id INTEGER PRIMARY KEY)")
        var refused: [DatabaseError.Code: Int] = [:]
        for name in try Self.strings() where !name.isEmpty {
            try Named.$name.withValue(name) {
                // An error, and not another name that ends at NUL.
                if name.utf8.contains(0) {
                    #expect(throws: SQLBuildError.self) { try makeTable(name, database) }
                    let mapping = try MappingBuilder(Named.self).build()
                    #expect(throws: (any Error).self) {
                        try database.write { try $0.find($0.plan(for: mapping), key: ["", 1]) == nil }
                    }
                    return
                }
                guard let code = Self.refusal(of: name) else {
                    do { return try walk(name, database) } catch let error as DatabaseError
                        where ServedEngine.isMariaDB && error.message.hasSuffix("\"File name too long\")")
                    {
                        // MariaDB makes a file of each table, and five letters of most.
                        return refused[error.code, default: 0] += 1
                    }
                }
                refused[code, default: 0] += 1
                let found = #expect(throws: DatabaseError.self, "\(name)") {
                    try database.write { session in
                        let mapping = try MappingBuilder(Named.self).build()
                        return try session.find(session.plan(for: mapping), key: ["", 1]) == nil
                    }
                }
                let made = #expect(throws: DatabaseError.self, "\(name)") { try makeTable(name, database) }
                for error in [found, made] {
                    #expect(error?.code == code && error?.sql?.isEmpty == false, "\(name): \(error as Any)")
                }
            }
        }
        switch ServedEngine.current {
        case .sqlite, .postgreSQL: #expect(refused == [:])
        case .mariaDB: #expect(refused == [.sql: 92, .value: 24, .other: 1])
        }
    }

    private func walk(_ name: String, _ database: Database) throws {
        // "sqlite_" is the engine's own.
        guard !ServedEngine.isSQLite || !name.lowercased().hasPrefix("sqlite_") else { return }
        // PostgreSQL cuts longer names, so that two of these columns would be one.
        guard !ServedEngine.isPostgreSQL || name.utf8.count < 63 else { return }
        try makeTable(name, database)
        try database.write { try walk(name, $0) }
        try database.execute("DROP TABLE \(identifier: name)")
    }

    private func makeTable(_ name: String, _ database: Database) throws {
        let text = ServedEngine.isMariaDB ? "VARCHAR(255)" : "TEXT"
        try database.execute(
            "CREATE TABLE \(identifier: name) (\(identifier: "3" + name) \(unsafe: text), \(identifier: name) BIGINT, \(identifier: name + "1") \(unsafe: text), PRIMARY KEY (\(identifier: name + "1"), \(identifier: name)))"
        )
    }

    private func walk(_ name: String, _ session: Session) throws {
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
            try session.transaction { try $0.insert(twin) }
        }
        #expect(error?.constraint?.columns == [name + "1", name], "\(name)")
        #expect(error?.constraint?.table == name)
        let schema = try #require(try session.schemaReader.table(name))
        #expect(schema.name == name)
        #expect(schema.primaryKey == [name + "1", name])
        try session.delete(found)
    }

    /// A class whose key has as many columns as the engine takes in one.
    final class Wide<Width: KeyWidth>: Model {
        var values = [Int](repeating: 0, count: Width.count)
        var note: String?
        override class var table: String { "wide" }
        override class var primaryKey: [String] { (0..<Width.count).map { "k\($0)" } }
        override class var columns: [Column] {
            (0..<Width.count).map { Column("k\($0)", \Wide.values[$0]) } + [Column("note", \Wide.note)]
        }
    }

    protocol KeyWidth { static var count: Int { get } }
    enum Sixty: KeyWidth { static let count = 60 }
    enum ThirtyTwo: KeyWidth { static let count = 32 }
    enum Sixteen: KeyWidth { static let count = 16 }

    @Test func aKeyOfAsManyColumnsAsThereCanBe() throws {
        switch ServedEngine.current {
        case .sqlite: try walk(Wide<Sixty>.self)
        case .postgreSQL: try walk(Wide<ThirtyTwo>.self)
        case .mariaDB: try walk(Wide<Sixteen>.self)
        }
    }

    private func walk<Width: KeyWidth>(_ type: Wide<Width>.Type) throws {
        let (names, last) = (Wide<Width>.primaryKey.joined(separator: ", "), Width.count - 1)
        let columns = Wide<Width>.primaryKey.map { $0 + " INTEGER" }.joined(separator: ", ")
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE wide (note TEXT, \(columns), PRIMARY KEY (\(names))) WITHOUT ROWID")
        try database.write { session in
            let wides = (0..<100).map { index in
                let wide = Wide<Width>()
                wide.values[last] = index
                return wide
            }
            try session.insert(wides)
            let key = [SQLValue](repeating: 0, count: last)
            let found = try #require(try session.find(Wide<Width>.self, key: key + [77]))
            #expect(found.values[last] == 77)
            found.note = "n"
            found.values[0] = 5
            try session.save(found)
            try session.upsert(found)
            try session.reload(found)
            try session.delete(found)
            #expect(try session.find(Wide<Width>.self, key: key + [77]) == nil)
            let keys = [77, 99, 3].map { key + [$0] as [any SQLValueConvertible] }
            #expect(try session.find(Wide<Width>.self, keys: keys).map { $0.values[last] } == [99, 3])
            #expect(try session.value("SELECT count(*) FROM wide", as: Int.self) == 99)
            let error = #expect(throws: ModelError.self) { try session.find(Wide<Width>.self, key: key) }
            #expect(error?.code == .keyMismatch)
            let twin = #expect(throws: DatabaseError.self) { try session.transaction { try $0.insert(wides[0]) } }
            #expect(twin?.constraint?.columns == Wide<Width>.primaryKey)
        }
    }
}
