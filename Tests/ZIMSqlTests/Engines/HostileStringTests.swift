import Foundation
import Testing
import ZIMSql

/// Strings that broke somebody's program, as values and as names. The file lies beside the repository.
private enum HostileStrings {
    static let all: [String]? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("../shared/data/hostile-strings.json")
        guard let data = try? Data(contentsOf: file) else { return nil }
        return (try? JSONDecoder().decode([String].self, from: data)).map { $0 + ["a\0b", "\0"] }
    }()
}

@Suite(.enabled(if: HostileStrings.all != nil, "../shared/data/hostile-strings.json is absent"))
struct HostileStringTests {
    private let strings = HostileStrings.all ?? []
    private let create = CreateTableStatement("hostile").column("pk", type: .integer).column("text", type: .text)

    @Test func asValuesOnSQLite() throws {
        let engine = try SQLiteRunner()
        try engine.run(create.render(for: .sqlite))
        for (index, string) in strings.enumerated() {
            let insert = InsertStatement(into: "hostile").column("pk", value: index).column("text", value: string)
            try engine.run(insert.render(for: .sqlite))
            try engine.run(insert.text(for: .sqlite))
            let select = SelectStatement().column("text").from("hostile").where("text", .equalTo, string)
            let bytes = try engine.run(select.where("pk", .equalTo, index).render(for: .sqlite)).map { $0.map(utf8) }
            #expect(bytes == [[Array(string.utf8)], [Array(string.utf8)]], "\(index)")
            let raw = SQL("SELECT count(*) FROM hostile WHERE text = \(string) AND pk = \(index)")
            #expect(try engine.run(raw.render(for: .sqlite)) == [[2]])
        }
        #expect(try engine.run(ShowTablesStatement().render(for: .sqlite)).count == 5)
        #expect(try engine.run(#"SELECT count(*) FROM "person""#) == [[4]])
    }

    private func utf8(_ value: SQLValue) -> [UInt8] {
        if case .text(let text) = value { return Array(text.utf8) }
        return []
    }

    @Test func asNamesOnSQLite() throws {
        let engine = try SQLiteRunner()
        var refused = 0
        for string in strings {
            let table = SQLIdentifier("t" + string)
            let create = CreateTableStatement(table).column("c" + string, type: .integer)
            guard !string.utf8.contains(0) else {
                #expect(throws: SQLBuildError.self) { try create.render(for: .sqlite) }
                refused += 1
                continue
            }
            try engine.run(create.render(for: .sqlite))
            try engine.run(InsertStatement(into: table).column("c" + string, value: 7).render(for: .sqlite))
            let select = SelectStatement().column(.column("c" + string, of: "a" + string), alias: string)
                .from(table, alias: "a" + string).orderBy(.column("c" + string))
            #expect(try engine.run(select.render(for: .sqlite)) == [[7]])
            let named = try engine.run(ShowTablesStatement().like("t%").render(for: .sqlite)).map { $0.map(utf8) }
            #expect(named == [[Array(("t" + string).utf8)]])
            let columns = try engine.run(ShowColumnsStatement(from: "t" + string).render(for: .sqlite))
            #expect(columns.first.map { utf8($0[1]) } == Array(("c" + string).utf8))
            // The same name, quoted inside a string with dots.
            let quoted = "\"t" + string.replacing("\"", with: "\"\"") + "\""
            #expect(try engine.run(SelectStatement().from(quoted).render(for: .sqlite)) == [[7]])
            try engine.run(DropTableStatement(table).render(for: .sqlite))
        }
        #expect(refused == 2)
        #expect(try engine.run(ShowTablesStatement().render(for: .sqlite)).count == 4)
    }

    @Test(.enabled(if: PostgresServer.shared != nil, "no PostgreSQL")) func onPostgreSQL() throws {
        guard let server = PostgresServer.shared else { return }
        try asValues(server)
        try asNames(server)
        let tables = try server.run(ShowTablesStatement().text(for: .postgreSQL)).map { $0.first ?? nil }
        #expect(tables == ["person", "phone call", "stock", "year.key"])
    }

    private func asValues(_ server: PostgresServer) throws {
        var script = "BEGIN; " + (try create.text(for: .postgreSQL)) + ";\n"
        var expected: [[String?]] = []
        for (index, string) in strings.enumerated() {
            let insert = InsertStatement(into: "hostile").column("pk", value: index).column("text", value: string)
            guard !string.utf8.contains(0) else {
                #expect(throws: SQLBuildError.self) { try insert.render(for: .postgreSQL) }
                #expect(throws: SQLBuildError.self) { try insert.text(for: .postgreSQL) }
                continue
            }
            script += try insert.text(for: .postgreSQL) + ";\n"
            let rendered = try insert.render(for: .postgreSQL)
            let values = try rendered.parameters.map { try PostgreSQLDialect().literal($0) }.joined(separator: ", ")
            script += "PREPARE h AS \(rendered.sql);\nEXECUTE h(\(values));\nDEALLOCATE h;\n"
            let hexadecimal = string.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            expected += [[String(index), hexadecimal], [String(index), hexadecimal]]
        }
        let rows = try server.run(
            script + "SELECT pk, encode(convert_to(text, 'UTF8'), 'hex') FROM hostile ORDER BY pk;\nROLLBACK")
        #expect(rows == expected)
    }

    private func asNames(_ server: PostgresServer) throws {
        var script = "BEGIN;\n"
        var expected: [[String?]] = []
        for string in strings {
            let table = SQLIdentifier("t" + string)
            let create = CreateTableStatement(table, temporary: true).column("c" + string, type: .integer)
            guard !string.utf8.contains(0), string.utf8.count < 63 else {
                #expect(throws: SQLBuildError.self) { try create.render(for: .postgreSQL) }
                continue
            }
            script += try create.text(for: .postgreSQL) + ";\n"
            script += try InsertStatement(into: table).column("c" + string, value: 7).text(for: .postgreSQL) + ";\n"
            script +=
                try SelectStatement().column(.column("c" + string, of: "a" + string)).from(table, alias: "a" + string)
                .text(for: .postgreSQL) + ";\n"
            script += "SELECT encode(convert_to(relname::text, 'UTF8'), 'hex') FROM pg_class WHERE oid = "
            script += try PostgreSQLDialect().literal(.text(quoted(table))) + "::regclass;\n"
            script += try DropTableStatement(table).text(for: .postgreSQL) + ";\n"
            let name = ("t" + string).utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            expected += [["7"], [name]]
        }
        #expect(try server.run(script + "ROLLBACK") == expected)
    }

    private func quoted(_ name: SQLIdentifier) throws -> String { try name.render(for: .postgreSQL).sql }
}
