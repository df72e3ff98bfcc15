import ZIMOrm

/// In what the engines differ, as far as it matters to a person who looks at a database. An engine that nobody knows here
/// has the defaults.
package protocol EngineTraits: Sendable {
    /// The dialect in which SQL is shown and written.
    var dialect: any SQLDialect { get }
    /// Whether a column holds values of its declared type only.
    var enforcesTypes: Bool { get }
    /// What to do about a table without a key.
    var keyAdvice: String { get }
    /// The privilege that reading a table lacks, by what the engine said.
    func privilege(toRead table: TableSchema, after problem: String) -> String
    /// What there is to say of a table in a few words.
    func words(for table: TableSchema) -> [String]
    /// The constraints that old rows may break: the table's schema, NULL where its bare name finds it, its name, and that of
    /// the constraint. nil for an engine that looks at all rows.
    var unvalidatedConstraints: SQL? { get }
    /// The types that somebody has made and the schemas that they are in; nil for an engine whose columns name what they hold.
    var typesWithSchemas: SQL? { get }
    /// Whether a foreign key may reference a table that does not exist.
    var letsForeignKeysDangle: Bool { get }
    /// Whether it tells a user of foreign keys to tables that this user may not read.
    var tellsOfHiddenTables: Bool { get }
    /// Whether the engine compares the values of two columns.
    func compares(_ left: ColumnSchema, _ right: ColumnSchema) -> Bool
    /// Whether the engine compares and orders the values of a column.
    func isComparable(_ column: ColumnSchema) -> Bool
    /// How many characters of a column's values, or bytes, an order of rows is sure to tell apart; nil for all.
    func orderedLength(of column: ColumnSchema) -> Int?
    /// Whether a row is the parent that a foreign key's columns point to, as the engine's own check sees it.
    func isParent(_ link: LinkSchema, parent: String, child: String) -> SQLExpression
    /// The child's columns as that check compares them, for a list that the parent's columns are looked up in.
    func childParts(_ link: LinkSchema, child: String) -> [SQLExpression]
    /// What gives back the locks that a connection holds beyond its transaction; nil where there are none.
    var lockRelease: SQL? { get }
    /// A column as rows are grouped by it.
    func grouping(_ column: ColumnSchema) -> SQLExpression
    /// Whether the database gives new rows the only column of their key.
    func gives(_ column: ColumnSchema, of table: TableSchema) -> Bool
    /// What declares a foreign key: a statement, or a comment where a table must be made anew for it.
    func sql(declaring link: LinkSchema) -> String
    /// The statement whose second column is the SQL that made a table; nil where the schema says it.
    func statement(showing table: TableSchema) -> SQL?
    /// A column in a new index: long text is indexed by its beginning on some engines.
    func indexPart(_ column: ColumnSchema) -> String
    /// Where a program finds the password of a URL, in words; nil for an engine without passwords.
    var passwordPlaces: String? { get }
}

extension EngineTraits {
    var enforcesTypes: Bool { true }
    var keyAdvice: String { "Add a key column" }
    var unvalidatedConstraints: SQL? { nil }
    var typesWithSchemas: SQL? { nil }
    var letsForeignKeysDangle: Bool { true }
    var tellsOfHiddenTables: Bool { false }
    var passwordPlaces: String? { nil }
    func privilege(toRead table: TableSchema, after problem: String) -> String { privilege(toRead: table) }
    func privilege(toRead table: TableSchema) -> String { "GRANT SELECT ON \(name(table)) to this user" }
    func words(for table: TableSchema) -> [String] { [] }
    func compares(_ left: ColumnSchema, _ right: ColumnSchema) -> Bool {
        DeclaredType(left).family == DeclaredType(right).family
    }
    func isComparable(_ column: ColumnSchema) -> Bool {
        let family = DeclaredType(column).family
        return family != .json && family != .any
    }
    func orderedLength(of column: ColumnSchema) -> Int? { nil }
    /// The parent's column first: its collation counts, as for the engine's own check.
    func isParent(_ link: LinkSchema, parent: String, child: String) -> SQLExpression {
        .all(zip(link.references, childParts(link, child: child)).map { .column($0, of: parent) == $1 })
    }
    func childParts(_ link: LinkSchema, child: String) -> [SQLExpression] {
        link.columns.map { .column($0, of: child) }
    }
    var lockRelease: SQL? { nil }
    func grouping(_ column: ColumnSchema) -> SQLExpression { .column(column.name) }
    /// Numbered, or by a default that is another value for each row.
    func gives(_ column: ColumnSchema, of table: TableSchema) -> Bool {
        column.identity != nil || column.defaultValue.map { !DefaultLiteral.isPlain($0, rules: dialect.rules) } == true
    }
    func sql(declaring link: LinkSchema) -> String { "ALTER TABLE \(name(link.child)) ADD \(foreignKey(link));" }
    func statement(showing table: TableSchema) -> SQL? { nil }
    func indexPart(_ column: ColumnSchema) -> String { quoted(column.name) }
}

/// SQL that is shown to a person.
extension EngineTraits {
    func quoted(_ name: String) -> String {
        let quote = String(UnicodeScalar(dialect.identifierQuote))
        return quote + name.replacing(quote, with: quote + quote) + quote
    }

    /// A table, with its schema where it needs that.
    func name(_ table: TableSchema) -> String { table.identifier.parts.map { quoted($0) }.joined(separator: ".") }

    /// `("a", "b")`
    func list(_ columns: [String]) -> String { "(" + columns.map { quoted($0) }.joined(separator: ", ") + ")" }

    func foreignKey(_ link: LinkSchema) -> String {
        "FOREIGN KEY \(list(link.columns)) REFERENCES \(name(link.parent)) \(list(link.references))"
    }

    /// `CREATE INDEX "child_a_b" ON "child" ("a", "b");`, or `"child_a_b_2"` where that name is taken.
    func index(_ link: LinkSchema, taken: inout Set<[UInt8]>) -> String {
        let whole = ([link.child.ownName] + link.columns).joined(separator: "_")
        // PostgreSQL cuts a name behind 63 bytes, MySQL refuses more than 64 characters.
        var name = whole
        while name.utf8.count > 60 { name.removeLast() }
        let beginning = name
        var number = 1
        while !taken.insert(name.foldedName).inserted {
            number += 1
            name = "\(beginning)_\(number)"
        }
        let parts = link.columns.map { link.child.column($0).map { indexPart($0) } ?? quoted($0) }
        return "CREATE INDEX \(quoted(name)) ON \(self.name(link.child)) (\(parts.joined(separator: ", ")));"
    }
}

extension DatabaseSchema {
    /// The dialect of the engine that it was read from.
    package var dialect: any SQLDialect { traits.dialect }

    /// Whether the table of a foreign key would be known if it existed: another schema of a server may not have been looked at.
    func isWithin(_ key: TableSchema.ForeignKey) -> Bool {
        traits.letsForeignKeysDangle && tables.contains { $0.schema == key.schema }
    }

    package var traits: any EngineTraits {
        switch engine {
        case "sqlite": SQLiteTraits()
        case "postgresql": PostgresTraits()
        case "mysql": MySQLTraits()
        default: StandardTraits()
        }
    }
}

/// What all engines have in common.
private struct StandardTraits: EngineTraits {
    let dialect: any SQLDialect = SQLiteDialect()
}
