import ZIMOrm
import ZIMSql

/// What a copy will do: found out before anything is written.
package struct CopyPlan {
    package let source: CopyEngine
    package let target: CopyEngine
    /// Where the rows come from.
    let location: String
    /// In the order in which they are filled: parents before their children, as far as there are no cycles.
    var tables: [CopyTable]
    /// What is left out or becomes something else.
    package var notes: [CopyNote]
    /// Views and triggers that are made from their own definitions when the tables are there.
    var definitions: [CatalogDefinition] = []
    /// The same for those that come behind the renaming of tables.
    var definitionsBehind: [CatalogDefinition] = []
    /// Tables that are made from their own definitions, virtual ones among them, in the order of the source.
    var tableDefinitions: [CatalogDefinition] = []
    /// Schemas of the target that the tables and types are made in, besides its own.
    var schemas: [String] = []
    /// Types and collations of PostgreSQL that the tables use: SQL that makes them.
    var types: [CopyType] = []
    /// Sequences that are made beside the tables, where both ends are PostgreSQL.
    var sequences: [CopySequence] = []
    /// Functions, views, rules, triggers and events, where both ends are servers of one engine.
    var objects: [CopyObject] = []
    /// Tables that inherit from others, and these, where both ends are PostgreSQL.
    var inheritance: [(child: String, parent: String)] = []
    /// Between two files, the statements that rename tables when everything refers to them.
    var renames: [CopyRenaming.Step] = []
    /// The names that tables get in place of their own.
    var renaming: CopyRenaming?
    /// PRAGMAs that belong to the file.
    var pragmas: [String] = []

    /// The collation of the target's columns of text, where it needs one to tell texts apart.
    var collation: String?
    /// Whether the target, if it is one of the two, is MariaDB and not MySQL.
    var isMariaDB = true
    /// The bytes of the longest row that the target takes; nil for any.
    var longestRow: Int?
    /// Whether tables are made from their own definitions, and rows handed over as they are stored.
    var isBetweenFiles: Bool { source == .sqlite && target == .sqlite }

    /// Adds schemas that something is made in.
    mutating func needSchemas(_ names: [String?]) {
        schemas = Set(schemas + names.compactMap { $0 }).sorted()
    }

    /// The places of the tables in the order in which they are made. PostgreSQL calls a sequence of its own `orders_id_seq`,
    /// and otherwise where there is a table of that name already.
    var creationOrder: [Int] {
        guard target.traits.numbersBySequences else { return Array(tables.indices) }
        let (first, others) = (
            tables.indices.filter { tables[$0].ownName.hasSuffix("_seq") },
            tables.indices.filter { !tables[$0].ownName.hasSuffix("_seq") }
        )
        return first.sorted { tables[$0].ownName.utf8.count > tables[$1].ownName.utf8.count } + others
    }

    package var rows: Int { tables.reduce(0) { $0 + $1.rows } }
    package var tableNames: [String] { tables.map { finalName(of: $0) } }

    /// What a table is called when all is done.
    func finalName(of table: CopyTable) -> String {
        isBetweenFiles ? renaming?[table.source.name] ?? table.name : table.name
    }
}

/// An enumeration, domain, composite type, range or collation of PostgreSQL.
struct CopyType: Sendable, Hashable {
    /// As SQL writes it.
    let name: String
    /// What it is, without the conditions of a domain: `ENUM ('sad', 'glad')`.
    let definition: String
    /// The conditions of a domain, which hold for every value that is written.
    var checks: [String] = []
    /// Its schema, where its bare name does not find it.
    var schema: String?
    var kind = Kind.type

    enum Kind: String {
        case type = "TYPE"
        case domain = "DOMAIN"
        case collation = "COLLATION"
    }

    /// The statement that makes it, under its own name or another one.
    func create(as name: String? = nil) -> SQL {
        let link = kind == .collation ? "" : " AS"
        return "CREATE \(unsafe: kind.rawValue) \(unsafe: name ?? self.name)\(unsafe: link) \(unsafe: text)"
    }

    /// What it is: `int NOT NULL CHECK (VALUE > 0)`.
    var text: String { ([definition] + checks.map { "CHECK (\($0))" }).joined(separator: " ") }

    /// Whether it is the same type. The conditions of a domain hold all of them, in whatever order.
    func isSame(as other: CopyType) -> Bool {
        kind == other.kind && definition == other.definition && checks.sorted() == other.checks.sorted()
    }
}

/// Something that is left out, or not as it was.
package struct CopyNote: Sendable, Hashable, Codable {
    /// The table, index or view.
    package let object: String
    /// In words that go on from it.
    package let text: String

    package init(_ object: String, _ text: String) {
        self.object = object
        self.text = text
    }

    package var description: String { object.printable + ": " + text.printable }
}

extension [CopyNote] {
    mutating func add(_ object: String, _ text: String) { append(CopyNote(object, text)) }
    mutating func add(_ table: CopyTable, _ text: String) { add(table.source.name, text) }
}
