import ZIMOrm
import ZIMSql

/// The functions, views, rules and triggers of a PostgreSQL server, each with the statement that makes it.
///
/// Source: <https://www.postgresql.org/docs/15/functions-info.html>, "System Catalog Information Functions"
struct PostgresObjects {
    private(set) var all: [CopyObject] = []
    /// What cannot be told as a statement.
    private(set) var notes: [CopyNote] = []
    private let session: Session

    /// - Throws: ``ToolError`` where the catalogue holds something else than definitions.
    init(_ session: Session) throws {
        self.session = session
        try readRoutines()
        try readViews()
        try readOnTables(Self.rules, .rule, "CREATE RULE ")
        try readOnTables(Self.triggers, .trigger, "CREATE ")
    }

    // MARK: Functions

    private mutating func readRoutines() throws {
        for row in try session.rows(Self.routines) {
            let (schema, quoted) = (try row.get(0, as: String?.self), try row.get(1, as: String.self))
            let (kind, text) = (try row.get(3, as: String.self), try row.get(6, as: String?.self))
            let own = try row.get(2, as: String.self)
            let name = try row.get(4, as: String.self)
            let language = try row.get(5, as: String.self)
            let what = "the function \(name)"
            for part in [name, quoted, own] { _ = try CatalogText(part, what) }
            let target = schema == nil ? own : quoted
            var object: CopyObject
            if kind == "a" {
                guard let text else {
                    notes.add(name, "the aggregate is left out: it is more than an ordinary one")
                    continue
                }
                _ = try CatalogText(text, what)
                object = CopyObject(
                    kind: .aggregate, name: name, schema: schema,
                    sql: SQL(unsafe: "CREATE AGGREGATE \(target)\(text)"))
            } else {
                let word = kind == "p" ? "PROCEDURE" : "FUNCTION"
                let head = "CREATE OR REPLACE \(word) \(quoted)("
                guard let text, text.hasPrefix(head), Set(Self.languages(in: text)) == [language] else {
                    throw ToolError("nothing was copied: the source does not have \(what) as a single definition")
                }
                object = CopyObject(
                    kind: kind == "p" ? .procedure : .function, name: name, schema: schema,
                    sql: SQL(unsafe: "CREATE \(word) \(target)(" + text.dropFirst(head.count)),
                    replacement: SQL(unsafe: "CREATE OR REPLACE \(word) \(target)(" + text.dropFirst(head.count)),
                    language: language)
                if try row.get(7, as: Bool.self) {
                    object.behind = [SQL(unsafe: "REVOKE ALL ON \(word) \(name) FROM PUBLIC")]
                    notes.add(
                        name,
                        "runs with the rights of whoever copies it (SECURITY DEFINER), so nobody else may execute it without GRANT EXECUTE"
                    )
                }
            }
            object.stage = try row.get(8, as: Bool.self) ? .beforeTypes : .beforeKeys
            all.append(object)
        }
        // What is asked while rows are written may ask other functions in turn, of which the server knows nothing.
        if all.contains(where: { $0.stage == .beforeTypes }) {
            for index in all.indices { all[index].stage = .beforeTypes }
        }
    }

    /// What stands behind LANGUAGE, where that is no name of an argument. The server takes one of them.
    private static func languages(in text: String) -> [String] {
        let tokens = SQLTokenizer(text, rules: .postgreSQL).tokens
        let words = tokens.outerWords.map { tokens[$0] }
        return zip(words, words.dropFirst()).compactMap { $0.isWord("LANGUAGE") ? $1.name : nil }
    }

    // MARK: Views

    private mutating func readViews() throws {
        var uses: [String: Set<String>] = [:]
        for row in try session.rows(Self.viewUses) {
            let table = QualifiedName.text(schema: try row.get(1), table: try row.get(2))
            uses[try row.get(0), default: []].insert(table)
        }
        for row in try session.rows(Self.views) {
            let (schema, own) = (try row.get(1, as: String?.self), try row.get(2, as: String.self))
            let name = QualifiedName.text(schema: schema, table: own)
            let isMaterialized = try row.get(3, as: Bool.self)
            var query = try row.get(4, as: String.self)
            if query.hasSuffix(";") { query.removeLast() }
            let options = try row.get(5, as: String.self)
            let what = "the view \(name)"
            _ = try CatalogText(query, what)
            if !options.isEmpty { _ = try CatalogText(options, what) }
            let identifier = SQLIdentifier(parts: [schema, own].compactMap { $0 })
            let with = options.isEmpty ? "" : " WITH (\(options))"
            var object = CopyObject(
                kind: isMaterialized ? .materializedView : .view, name: name, schema: schema,
                sql:
                    "CREATE \(unsafe: isMaterialized ? "MATERIALIZED VIEW" : "VIEW") \(identifier)\(unsafe: with) AS\n\(unsafe: query)\(unsafe: isMaterialized ? "\nWITH NO DATA" : "")",
                uses: try uses[row.get(0)] ?? [])
            for index in try row.texts(7) {
                _ = try CatalogText(index, "an index of \(name)")
                guard index.hasPrefix("CREATE INDEX ") || index.hasPrefix("CREATE UNIQUE INDEX ") else {
                    throw ToolError("nothing was copied: the source does not have an index of \(name) as a definition")
                }
                object.behind.append(SQL(unsafe: index))
            }
            if try row.get(6, as: Bool.self) { object.behind.append("REFRESH MATERIALIZED VIEW \(identifier)") }
            all.append(object)
        }
    }

    // MARK: Rules and triggers

    private mutating func readOnTables(_ list: SQL, _ kind: CopyObject.Kind, _ head: String) throws {
        for row in try session.rows(list) {
            let schema = try row.get(0, as: String?.self)
            let own = try row.get(1, as: String.self)
            let table = QualifiedName.text(schema: schema, table: own)
            let name = try row.get(2, as: String.self)
            var text = try row.get(3, as: String.self)
            if text.hasSuffix(";") { text.removeLast() }
            guard text.hasPrefix(head) else {
                throw ToolError(
                    "nothing was copied: the source does not have the \(kind.rawValue) \(name) as a definition")
            }
            var object = CopyObject(
                kind: kind, name: "\(table): \(name)", schema: schema, sql: SQL(unsafe: text), uses: [table])
            if let state = try row.get(4, as: String?.self) {
                let identifier = SQLIdentifier(parts: [schema, own].compactMap { $0 })
                object.behind = [
                    "ALTER TABLE \(identifier) \(unsafe: state) \(unsafe: kind.rawValue.uppercased()) \(identifier: name)"
                ]
            }
            all.append(object)
        }
    }
}
