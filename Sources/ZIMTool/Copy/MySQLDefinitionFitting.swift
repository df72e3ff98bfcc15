import ZIMOrm
import ZIMSql

/// Fits what made a table on one server to another of another version or product: MySQL and MariaDB write some things in
/// other ways, and lack some.
///
/// Source: <https://mariadb.com/kb/en/incompatibilities-and-feature-differences-between-mariadb-and-mysql-80/>
struct MySQLDefinitionFitting {
    private let server: MySQLTargetServer
    /// The names of checks so far, in lower case.
    private var checks: Set<String> = []
    /// Those that tables of the source have.
    private var reserved: Set<String> = []
    private var notes: [CopyNote] = []
    /// The table that is being fitted: its name at the source, and in the copy.
    private var (source, name) = ("", "")
    /// How many tables or objects had a collation that the server lacks.
    private var renamed: [String: Int] = [:]

    init(_ server: MySQLTargetServer) { self.server = server }

    /// Changes the definitions of a plan, and notes what is lost.
    ///
    /// - Throws: ``ToolError`` where what would come out is more than the definition of a table.
    mutating func run(_ plan: inout CopyPlan, to location: String) throws {
        reserved = Set(
            plan.tables.flatMap { $0.definition?.items.compactMap(\.checkName) ?? [] }.map { $0.lowercased() })
        for index in plan.tables.indices {
            guard var definition = plan.tables[index].definition else { continue }
            (source, name) = (plan.tables[index].source.name, plan.tables[index].name)
            try fit(&definition)
            plan.tables[index].definition = definition
        }
        for index in plan.objects.indices { fit(&plan.objects[index]) }
        plan.notes += notes
        for (name, count) in renamed.sorted(by: { $0.key < $1.key }) {
            let places = count == 1 ? "in one place" : "in \(count) places"
            let other = server.collations.nearest(to: name)
            let words = MySQLCollations.difference(name, other).map { ", in which \($0)" } ?? ""
            plan.notes.add(location, "the collation \(name) becomes \(other) \(places)\(words): it is the nearest here")
        }
    }

    private mutating func note(_ text: String) { notes.add(source, text) }

    private mutating func translating(_ tokens: [SQLToken]) -> [SQLToken] {
        var found: Set<String> = []
        let result = tokens.renamingCollations { name in
            let new = server.collations.nearest(to: name)
            if new != name { found.insert(name) }
            return new
        }
        for name in found { renamed[name, default: 0] += 1 }
        return result
    }

    // MARK: Tables

    private mutating func fit(_ definition: inout MySQLDefinition) throws {
        var items: [MySQLDefinitionItem] = []
        for item in definition.items {
            var item = MySQLDefinitionItem(
                translating(server.isMariaDB ? item.tokens.withoutUnicodeIntroducers : item.tokens))
            let isKept =
                switch item.kind {
                case .column: fit(column: &item)
                case .key: fit(key: &item)
                case .check: fit(check: &item)
                case .period: server.isMariaDB || leaveOut("the period \(item.text)", "MySQL has no periods")
                case .primaryKey, .other: true
                }
            if isKept { items.append(item) }
        }
        if !server.isMariaDB {
            // That of a column may ask no other one.
            items += items.indices.compactMap { items[$0].takeCheck() }
            name(checksOf: &items)
        }
        try definition.take(items, options: fit(options: translating(definition.options)))
    }

    /// - Returns: false.
    private mutating func leaveOut(_ what: String, _ reason: String) -> Bool {
        note("\(what) is left out: \(reason)")
        return false
    }

    private mutating func fit(column item: inout MySQLDefinitionItem) -> Bool {
        let name = item.name ?? ""
        if server.isMariaDB {
            if item.type == "geomcollection" { _ = item.replaceWord("GEOMCOLLECTION", with: "geometrycollection") }
            if item.has("GENERATED"), item.remove(["NOT", "NULL"]) {
                note("\(name) is not NOT NULL: MariaDB has no such computed columns")
            }
            if let mark = item.range(of: ["SRID"]) {
                let end = item.words.first { $0 >= mark.upperBound }.map { $0 + 1 } ?? mark.upperBound
                item.replace(mark.lowerBound..<end, with: "")
                note("\(name) takes shapes of all SRIDs: MariaDB's columns have none")
            }
        }
        if !server.hasPlainTimestamps, item.type == "timestamp", item.has("NOT"), !item.has("DEFAULT") {
            note("\(name) gets a default, and may be set by each UPDATE: explicit_defaults_for_timestamp is off here")
        }
        if server.isMariaDB { return true }
        if item.has("ROW"), item.has("GENERATED") {
            return leaveOut("the column \(name)", "MySQL has no system versions")
        }
        if let type = item.type?.uppercased(), let other = Self.types[type] {
            _ = item.replaceWord(type, with: other + " CHARACTER SET ascii")
            note("\(name) is \(other): MySQL has no type \(type)")
        }
        if item.remove(["COMPRESSED"]) { note("\(name) is not compressed: MySQL has no such columns") }
        if item.remove(["WITHOUT", "SYSTEM", "VERSIONING"]) { note("\(name) has no system versions in MySQL anyway") }
        item.parenthesizeDefault()
        return true
    }

    /// Types of MariaDB, and what holds all their values.
    private static let types = [
        "UUID": "char(36)", "INET4": "varchar(15)", "INET6": "varchar(45)",
    ]

    private mutating func fit(key item: inout MySQLDefinitionItem) -> Bool {
        let what = "the index \(item.name ?? "")"
        if server.isMariaDB {
            _ = item.replaceWord("INVISIBLE", with: "IGNORED")
            let open = item.words.first { item.tokens[$0].text == "(" }
            let parts = open.map { item.tokens.items(behind: $0).items } ?? []
            if parts.contains(where: { $0.first { !$0.isSpace }?.text == "(" }) {
                return leaveOut(what, "MariaDB indexes columns only")
            }
        } else {
            _ = item.replaceWord("IGNORED", with: "INVISIBLE")
            let isPeriodic = zip(item.tokens.filter { !$0.isSpace }, item.tokens.filter { !$0.isSpace }.dropFirst())
                .contains { $0.isWord("WITHOUT") && $1.isWord("OVERLAPS") }
            if isPeriodic { return leaveOut(what, "MySQL has no periods") }
        }
        return true
    }

    private mutating func fit(check item: inout MySQLDefinitionItem) -> Bool {
        guard server.isMariaDB, item.remove(["NOT", "ENFORCED"]) else { return true }
        return leaveOut("the check \(item.name ?? "")", "it is NOT ENFORCED, and MariaDB's checks all hold")
    }

    /// In MySQL the tables of a database share the names of their checks. Those that it chooses are the table's, which is
    /// another one until all is there.
    private mutating func name(checksOf items: inout [MySQLDefinitionItem]) {
        for index in items.indices where items[index].kind == .check {
            let isTaken = items[index].checkName.map { name in
                // The name that MariaDB chooses, in each table anew.
                (name.hasPrefix("CONSTRAINT_") && name.dropFirst("CONSTRAINT_".count).allSatisfy(\.isNumber))
                    || !checks.insert(name.lowercased()).inserted
            }
            guard isTaken ?? true else { continue }
            var number = 1
            func own() -> String { MySQLConstraintName.ofCheck("\(number)", of: name) }
            while reserved.contains(own().lowercased()) || !checks.insert(own().lowercased()).inserted { number += 1 }
            items[index].nameCheck(own())
        }
    }

    private mutating func fit(options tokens: [SQLToken]) -> [SQLToken] {
        var words = tokens.outerWords
        let end = words.first { tokens[$0].isWord("PARTITION") } ?? tokens.endIndex
        words.removeAll { $0 >= end }
        var kept = tokens[..<end].map(\.text)
        func clear(_ range: Range<Int>) { for index in range { kept[index] = " " } }
        var rest = tokens[end...]
        if !server.isMariaDB, tokens.range(of: ["PARTITION", "BY", "SYSTEM_TIME"]) != nil {
            note("is not partitioned: MySQL has no system versions")
            rest = []
        }
        var isReplaced = false
        var index = 0
        while index < words.count {
            let word = tokens[words[index]]
            let start = index
            let isVersioned =
                word.isWord("WITH") && words.dropFirst(index + 1).first.map { tokens[$0].isWord("SYSTEM") } == true
            index += isVersioned ? 3 : 1
            if !isVersioned, index < words.count, tokens[words[index]].text == "=" { index += 1 }
            if !isVersioned { index += 1 }
            let last = words[min(index, words.count) - 1]
            if isVersioned {
                guard !server.isMariaDB else { continue }
                note("keeps no rows of the past: MySQL has no system versions")
            } else if word.isWord("ENGINE") {
                let engine = tokens[last].name
                guard !server.engines.contains(engine.lowercased()) else { continue }
                note("has the storage engine InnoDB: this server has no \(engine)")
                clear(words[start]..<last + 1)
                kept[words[start]] = " ENGINE=InnoDB "
                isReplaced = true
                continue
            } else {
                guard server.lacks(option: word) else { continue }
                note("the option \(word.name.uppercased()) is left out: \(server.name) has none")
            }
            clear(words[start]..<last + 1)
        }
        var options = SQLTokenizer((kept + rest.map(\.text)).joined(), rules: .mySQL).tokens
        if isReplaced { options = options.withStorageEngine("InnoDB") }
        return options
    }

    // MARK: Views, routines, triggers, events

    private mutating func fit(_ object: inout CopyObject) {
        var segments: [SQL.Segment] = []
        for segment in object.sql.segments {
            guard case .sql(let text) = segment else {
                segments.append(segment)
                continue
            }
            let tokens = translating(SQLTokenizer(text, rules: .mySQL).tokens)
            segments.append(.sql(tokens.map(\.text).joined()))
        }
        object.sql = SQL(segments: segments)
        object.collation = object.collation.map(server.collations.nearest)
        guard var settings = object.settings else { return }
        settings.collation = settings.collation.map(server.collations.nearest)
        if !server.isMariaDB {
            // It says something of GRANT, which no object holds, and MySQL has no such mode any more.
            settings.mode = settings.mode.map { mode in
                mode.split(separator: ",").filter { $0 != "NO_AUTO_CREATE_USER" }.joined(separator: ",")
            }
        }
        object.settings = settings
    }
}
