import Foundation
import ZIMOrm

/// Writes tests of the generated classes: rows loaded by key and every relationship, compared with plain SQL.
struct TestSource {
    let plan: ModelsPlan
    let module: String?

    /// The file of what all tests share; each class has one of its own beside it.
    static let file = "ZIMModelTests.swift"

    /// What stands before the block in a new file: the place for a person to say where the database is.
    ///
    /// - Parameters:
    ///   - place: a path, or a URL without its password.
    ///   - folder: the folder of the tests.
    func frame(place: String, isOnServer: Bool, folder: String) -> String {
        guard isOnServer else { return frame(path: place, folder: folder) }
        return """
            import Foundation
            import ZIMOrm

            /// The database that the tests read. Change it as you like: this is outside the markers.
            ///
            /// A password is found \(traits.passwordPlaces.map { "\($0), or " } ?? "")in the URL of ZIM_TEST_DATABASE.
            func openTestedDatabase() throws -> Database {
                let url = ProcessInfo.processInfo.environment["ZIM_TEST_DATABASE"] ?? \(SwiftName.literal(place))
                return try Database(url: url, options: .readOnly)
            }


            """
    }

    private func frame(path: String, folder: String) -> String {
        let place = Self.relative(path, to: folder).map {
            "URL(fileURLWithPath: \(SwiftName.literal($0)), relativeTo: URL(fileURLWithPath: #filePath)).path"
        }
        return """
            import Foundation
            import ZIMOrm

            /// The database that the tests read. Change it as you like: this is outside the markers.
            func openTestedDatabase() throws -> Database {
                let path =
                    ProcessInfo.processInfo.environment["ZIM_TEST_DATABASE"]
                    ?? \(place ?? SwiftName.literal(path))
                return try Database(path: path, options: .untouched)
            }


            """
    }

    /// The way from a folder to a file, so that a package can be moved with its database; nil if they share nothing
    /// but the root.
    static func relative(_ path: String, to folder: String) -> String? {
        let file = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
        let from = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.pathComponents
        let shared = zip(file, from).prefix { $0 == $1 }.count
        guard shared > 1 else { return nil }
        return (from.dropFirst(shared).map { _ in ".." } + file.dropFirst(shared)).joined(separator: "/")
    }

    /// The files in order: what all tests share, then one for each class.
    var blocks: [(file: String, block: MarkedBlock)] {
        let shared = (head + ["/// The tests of all classes.", "@Suite struct ZIMModelTests {}", "", ""])
            .joined(separator: "\n")
        return [(Self.file, MarkedBlock(subject: "*tests", body: shared + TestSupportSource.text))]
            + plan.models.map { model in
                (
                    "\(model.className)Tests.swift",
                    MarkedBlock(subject: "*tests of \(model.table.name)", body: text(of: model))
                )
            }
    }

    private var head: [String] {
        var lines = ["import Foundation", "import Testing", "import ZIMOrm", ""]
        if let module { lines += ["@testable import \(module)", ""] }
        return lines
    }

    private func text(of model: ModelPlan) -> String {
        var lines = head + ["extension ZIMModelTests {"]
        lines += rowTest(of: model)
        for method in model.methods {
            guard let target = plan.model(of: method.relationship.target) else { continue }
            lines += [""] + relationshipTest(of: method, model, target)
        }
        lines += ["}", ""] + keyReader(of: model)
        return lines.joined(separator: "\n") + "\n"
    }

    private func rowTest(of model: ModelPlan) -> [String] {
        let columns = model.columns.map { quoted($0.column.name) }.joined(separator: ", ")
        var lines = ["    @Test func \(testName(model.className, "Rows"))() throws {"]
        lines += [
            "        try expectRows(",
            "            \(model.className).self,",
        ]
        lines += sql("SELECT \(columns) FROM \(traits.name(model.table))" + notNull(model))
        lines.append("        ) { model, row in")
        for (index, property) in model.columns.enumerated() {
            let value = "model.\(SwiftName.quoted(property.name))"
            let date = property.type.dateFormat.map { ", date: \($0)" } ?? ""
            lines.append("            try expectSame(\(value), row, \(index)\(date))")
        }
        return lines + ["        }", "    }"]
    }

    private func notNull(_ model: ModelPlan) -> String {
        if model.key.isEmpty { return "" }
        let parts = model.key.map { quoted($0) + " IS NOT NULL" }
        return " WHERE " + parts.joined(separator: " AND ") + " ORDER BY "
            + model.key.map(quoted).joined(separator: ", ")
    }

    private func relationshipTest(
        of method: ModelPlan.Method, _ model: ModelPlan, _ target: ModelPlan
    ) -> [String] {
        let relationship = method.relationship
        let keys = keyColumns(of: model).map { "s.\(quoted($0))" } + keyColumns(of: target).map { "t.\(quoted($0))" }
        let source = "(SELECT * FROM \(traits.name(model.table))\(notNull(model)) LIMIT 300) AS s"
        let pairs: String
        if let join = relationship.join {
            pairs =
                " JOIN \(plan.model(of: join.table).map { traits.name($0.table) } ?? quoted(join.table)) AS j ON "
                + equations(("s", relationship.references), ("j", relationship.foreignKey))
                + " JOIN \(traits.name(target.table)) AS t ON "
                + equations(("t", join.targetReferences), ("j", join.targetForeignKey))
        } else {
            let (parent, child) = relationship.kind == .belongsTo ? ("t", "s") : ("s", "t")
            pairs =
                " JOIN \(traits.name(target.table)) AS t ON "
                + equations((parent, relationship.references), (child, relationship.foreignKey))
        }
        let isMany = relationship.kind == .hasMany || relationship.kind == .hasManyThrough
        let call = "try model.\(SwiftName.quoted(method.name))()"
        let closure =
            isMany
            ? "model in \(call)"
            : method.isRequired ? "model in try oneOrNone { \(call) }" : "model in [\(call)].compactMap { $0 }"
        let isFirst = relationship.kind == .belongsTo && !method.referencesKey
        return [
            "    @Test func \(testName(model.className, "", method.name))() throws {",
            "        try expectRelated(",
            "            \(model.className).self, \(target.className).self\(isFirst ? ", first: true" : ""),",
        ] + sql("SELECT \(keys.joined(separator: ", ")) FROM \(source)\(pairs)") + [
            "        ) { \(closure) }",
            "    }",
        ]
    }

    private func testName(_ className: String, _ words: String, _ method: String = "") -> String {
        let first = className.prefix(1).lowercased() + className.dropFirst()
        return method.isEmpty ? first + words : first + "_" + method
    }

    /// The parent's columns come first: SQLite compares by their collation, as it does for its own check.
    private func equations(_ parent: (String, [String]), _ child: (String, [String])) -> String {
        zip(parent.1, child.1).map { "\(parent.0).\(quoted($0)) = \(child.0).\(quoted($1))" }
            .joined(separator: " AND ")
    }

    /// What tells a row: its key, or all columns where there is none.
    private func keyColumns(of model: ModelPlan) -> [String] {
        model.key.isEmpty ? model.columns.map(\.column.name) : model.key
    }

    /// How a key's values are read from a plain row, as the class's own types.
    private func keyReader(of model: ModelPlan) -> [String] {
        let properties = keyColumns(of: model).compactMap { model.property(of: $0) }
        var lines = ["extension \(model.className): PlainlyRead {"]
        lines.append("    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {")
        lines.append("        var key: [SQLValue] = []")
        for (index, property) in properties.enumerated() {
            let at = "row[start + \(index)]"
            lines.append("        key.append(\(value(of: at, property.type)))")
        }
        lines += ["        return key", "    }", "    var plainKey: [SQLValue] {"]
        lines.append("        var key: [SQLValue] = []")
        for property in properties {
            let own = SwiftName.quoted(property.name)
            lines.append("        key.append(\(stored(own, property.type)))")
        }
        return lines + [
            "        return key", "    }", "    static var plainKeyCount: Int { \(properties.count) }", "}",
        ]
    }

    private func value(of raw: String, _ type: SwiftType) -> String {
        if type.name == "Date" { return "try plainDate(\(raw), \(type.dateFormat ?? ".iso8601"))" }
        return "try \(type.text)(column: \(raw)).sqlValue"
    }

    private func stored(_ name: String, _ type: SwiftType) -> String {
        let own = "self.\(name)"
        return type.name == "SQLValue" ? own : "\(own).sqlValue"
    }

    private var traits: any EngineTraits { plan.schema.traits }

    private func quoted(_ name: String) -> String { traits.quoted(name) }

    /// A string literal that shows the SQL as it is.
    private func sql(_ sql: String) -> [String] {
        let head = "            sql: "
        let isPlain = !sql.contains("\"#") && !sql.contains("\\#") && sql == sql.printable
        guard isPlain else { return [head + SwiftName.literal(sql)] }
        let line = "\(head)#\"\(sql)\"#"
        if line.count <= 120 || sql.contains("\"\"\"") { return [line] }
        let lines = LineBreaks.literal(sql, indent: 16)
        return [head + lines[0]] + lines.dropFirst()
    }
}
