import ZIMOrm

/// Where settings stand, for messages about them.
struct SettingsPlace: Sendable, Equatable {
    let path: String
    let lines: JSONLines

    /// `zim.json:12: `
    func words(_ member: [String]) -> String {
        lines.line(of: member).map { "\(path):\($0): " } ?? "\(path): "
    }
}

extension GeneratorSettings {
    /// What stands before a message about a member: `zim.json:12: `, nothing for settings of no file.
    func place(_ member: String...) -> String { source?.words(member) ?? "" }

    /// Members that nothing reads are misspelt, and of two with one name one would be lost.
    func checkMembers() throws {
        guard let source else { return }
        var met: Set<[String]> = []
        for member in source.lines.members {
            guard let name = member.path.last else { continue }
            guard met.insert(member.path).inserted else {
                throw ToolError("\(source.words(member.path))the settings have \"\(name)\" twice")
            }
            guard let known = Self.known(in: member.path.dropLast()), !known.contains(name) else { continue }
            throw ToolError(
                "\(source.words(member.path))the settings have no \"\(name)\" here",
                NearestNames.hint(for: name, among: known))
        }
    }

    /// The names that an object may have; nil where they are those of tables, columns and relationships.
    private static func known(in path: ArraySlice<String>) -> [String]? {
        let path = Array(path)
        switch path.count {
        case 0: return ["names", "access", "dataSource", "tables"]
        case 2: return ["class", "skip", "key", "columns", "relationships"]
        case 4: return path[2] == "columns" ? ["name", "type", "optional"] : ["name", "dependent"]
        default: return nil
        }
    }

    /// Decisions about tables or columns that do not exist are misspelt, or out of date; two things of one name are not
    /// told apart in Swift.
    func check(against schema: DatabaseSchema) throws {
        var classes: [String: String] = [:]
        for (name, table) in (tables ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let found = schema.table(name) else {
                throw ToolError(
                    "\(place("tables", name))the settings name the table \"\(name)\", which the database does not have",
                    NearestNames.hint(for: name, among: schema.tables.map(\.name)))
            }
            let columns = (table.columns ?? [:]).sorted { $0.key < $1.key }
            for column in table.key ?? [] where found.column(column) == nil {
                throw missing(column, of: found, place("tables", name, "key"))
            }
            if let key = table.key?.compactMap({ found.column($0)?.name }), !found.primaryKey.isEmpty,
                key.sorted() != found.primaryKey.sorted()
            {
                throw ToolError(
                    "\(place("tables", name, "key"))the settings give \"\(found.name)\" the key \(key.listed), but its primary key is \(found.primaryKey.listed)",
                    "Only a view or a table without a primary key takes another")
            }
            for (column, decision) in columns {
                let place = place("tables", name, "columns", column)
                guard found.column(column) != nil else { throw missing(column, of: found, place) }
                if decision.type?.hasSuffix("?") == true {
                    throw ToolError(
                        "\(place)the settings give \"\(column)\" a type that ends with a question mark",
                        "\"optional\": true says that")
                }
            }
            if let own = table.class {
                try checkName(own, &classes, name, "class", place("tables", name, "class"))
            }
            var properties: [String: String] = [:]
            for (column, decision) in columns {
                guard let own = decision.name else { continue }
                try checkName(own, &properties, column, "property", place("tables", name, "columns", column))
            }
            var methods: [String: String] = [:]
            for (relationship, decision) in (table.relationships ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let own = decision.name else { continue }
                try checkName(
                    own, &methods, relationship, "relationship", place("tables", name, "relationships", relationship))
            }
        }
    }

    private func missing(_ column: String, of table: TableSchema, _ place: String) -> ToolError {
        ToolError(
            "\(place)the settings name the column \"\(column)\", which \"\(table.name)\" does not have",
            NearestNames.hint(for: column, among: table.columns.map(\.name)))
    }

    private func checkName(
        _ name: String, _ taken: inout [String: String], _ what: String, _ kind: String, _ place: String
    ) throws {
        let isName =
            name.unicodeScalars.first.map { $0 == "_" || $0.properties.isXIDStart } == true
            && name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
        let problem =
            !isName || name == "_"
            ? "is no name in Swift"
            : kind == "class" ? SwiftName.problem(ofType: name) : SwiftName.problem(ofMember: name)
        if let problem {
            throw ToolError("\(place)the settings name a \(kind) \"\(name)\", which \(problem)")
        }
        if let other = taken.updateValue(what, forKey: name) {
            throw ToolError("\(place)the settings give \"\(other)\" and \"\(what)\" the same \(kind), \(name)")
        }
    }

    /// The decisions that the classes of a folder do not follow yet.
    func differences(from folder: ModelFolder, _ schema: DatabaseSchema) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        for (key, decision) in (tables ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let table = schema.table(key)?.name, let file = folder.blocks[table],
                let body = folder.texts[file].flatMap({ MarkedBlock.body(of: table, in: $0) })
            else { continue }
            func expect(_ starts: [String], _ what: String, _ member: [String], _ column: String? = nil) {
                guard !starts.contains(where: { body.contains($0) }) else { return }
                let place = source?.words(["tables", key] + member) ?? ""
                found.append(
                    SchemaDifference(
                        .mapping, table: table, column: column, "\(place)the settings \(what); run zim generate"))
            }
            if decision.skip == true { expect([], "skip this table", ["skip"]) }
            if let name = decision.class { expect(["class \(name):"], "call the class \(name)", ["class"]) }
            for (column, own) in (decision.columns ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let name = own.name else { continue }
                expect(
                    ["var \(name):", "var `\(name)`:"], "call this property \(name)", ["columns", column],
                    schema.table(key)?.column(column)?.name)
            }
            for (relationship, own) in (decision.relationships ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let name = own.name else { continue }
                expect(
                    ["func \(name)(", "func `\(name)`("], "call the relationship \(relationship) \(name)",
                    ["relationships", relationship])
            }
        }
        return found
    }
}
