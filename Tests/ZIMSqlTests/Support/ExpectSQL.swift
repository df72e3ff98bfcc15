import Testing
import ZIMSql

/// What PostgreSQL makes of a statement that a test shows.
enum OnPostgreSQL {
    /// SQLite's text with `$1`, `$2` in place of `?`.
    case same
    /// This text.
    case text(String)
    /// This text, which is not run: the engine cannot tell its parameters' types, or it changes the server.
    case textOnly(String)
    /// It throws.
    case unsupported
}

/// Renders a statement, compares text and parameters, runs it on the real engines and compares the rows.
///
/// - Parameters:
///   - sql: SQLite's text; nil where the statement must throw there.
///   - rows: the rows that both engines give; `true` and `false` of PostgreSQL count as 1 and 0.
///   - reading: a query whose rows are compared after the statement has run.
func expectSQL(
    _ statement: some SQLRenderable, _ sql: String?, _ parameters: [SQLValue] = [],
    postgreSQL: OnPostgreSQL = .same, rows: [[SQLValue]]? = nil, reading query: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        if let sql {
            let rendered = try statement.render(for: .sqlite)
            #expect(rendered.sql == sql, sourceLocation: sourceLocation)
            #expect(rendered.parameters == parameters, sourceLocation: sourceLocation)
            let engine = try SQLiteRunner()
            var result = try engine.run(rendered)
            if let query { result = try engine.run(query) }
            if let rows { #expect(result == rows, sourceLocation: sourceLocation) }
            // The text with literals means the same.
            let inlined = try SQLiteRunner()
            var second = try inlined.run(statement.text(for: .sqlite))
            if let query { second = try inlined.run(query) }
            #expect(second == result, "with literals", sourceLocation: sourceLocation)
        } else {
            #expect(throws: SQLBuildError.self, sourceLocation: sourceLocation) {
                try statement.render(for: .sqlite)
            }
        }
        try expectPostgreSQL(statement, sql ?? "", parameters, postgreSQL, rows, query, sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}

private func expectPostgreSQL(
    _ statement: some SQLRenderable, _ sql: String, _ parameters: [SQLValue], _ expected: OnPostgreSQL,
    _ rows: [[SQLValue]]?, _ query: String?, _ sourceLocation: SourceLocation
) throws {
    let text: String
    var runs = true
    switch expected {
    case .unsupported:
        #expect(throws: SQLBuildError.self, sourceLocation: sourceLocation) {
            try statement.render(for: .postgreSQL)
        }
        return
    case .same: text = numbered(sql)
    case .text(let own): text = own
    case .textOnly(let own):
        text = own
        runs = false
    }
    let rendered = try statement.render(for: .postgreSQL)
    #expect(rendered.sql == text, sourceLocation: sourceLocation)
    if !sql.isEmpty { #expect(rendered.parameters == parameters, sourceLocation: sourceLocation) }
    guard runs, let server = PostgresServer.shared else { return }
    let result: [[String?]]
    if let query {
        let change = try statement.text(for: .postgreSQL)
        result = try server.run(RenderedSQL(sql: change + ";\n" + query))
    } else {
        result = try server.run(rendered)
    }
    guard let rows else { return }
    let expected = rows.map { $0.map(postgresText) }
    // A comparison is t or f there, 1 or 0 on SQLite.
    let isSame = result.elementsEqual(expected) { $0.elementsEqual($1, by: isSameValue) }
    #expect(isSame, "\(result) and not \(expected) on PostgreSQL", sourceLocation: sourceLocation)
}

private func isSameValue(_ value: String?, _ expected: String?) -> Bool {
    if value == expected { return true }
    return (value == "t" && expected == "1") || (value == "f" && expected == "0")
}

private func numbered(_ sql: String) -> String {
    var number = 0
    return SQLTokenizer(sql).map { token in
        guard token.kind == .parameter else { return token.text }
        number += 1
        return "$\(number)"
    }.joined()
}

private func postgresText(_ value: SQLValue) -> String? {
    switch value {
    case .null: nil
    case .integer(let value): String(value)
    case .real(let value): value == value.rounded() ? String(Int(value)) : String(value)
    case .text(let text): text
    case .blob(let bytes): "\\x" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    case .typed(let value): value.text
    }
}

/// Says that a statement throws on both engines, with a word of the message.
func expectMistake(
    _ statement: some SQLRenderable, _ code: SQLBuildError.Code, _ word: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for dialect in [SQLiteDialect() as any SQLDialect, PostgreSQLDialect()] {
        do {
            let rendered = try statement.render(for: dialect)
            Issue.record("\(dialect.name) renders \(rendered.sql)", sourceLocation: sourceLocation)
        } catch let error as SQLBuildError {
            #expect(error.code == code, sourceLocation: sourceLocation)
            #expect(error.description.contains(word), sourceLocation: sourceLocation)
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }
}
