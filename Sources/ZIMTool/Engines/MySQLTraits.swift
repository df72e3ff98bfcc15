import ZIMOrm

/// MySQL and MariaDB: types are kept; what two columns of other kinds are compared as is a matter of luck.
///
/// Source: <https://mariadb.com/kb/en/type-conversion/>
struct MySQLTraits: EngineTraits {
    let dialect: any SQLDialect = MySQLDialect()
    let keyAdvice = "Add a key column such as id BIGINT AUTO_INCREMENT PRIMARY KEY"
    let passwordPlaces: String? = "in MYSQL_PWD"
    /// MySQL 8 does.
    let tellsOfHiddenTables = true

    func words(for table: TableSchema) -> [String] {
        table.storageEngine.map { $0 == "InnoDB" ? [] : [$0] } ?? []
    }

    /// A text and a number are compared as two real numbers, `'7abc' = 7`, and two texts by one collation, if there is one.
    func compares(_ left: ColumnSchema, _ right: ColumnSchema) -> Bool {
        let (own, other) = (DeclaredType(left).family, DeclaredType(right).family)
        let numbers: Set<DeclaredType.Family> = [.integer, .real, .decimal, .boolean]
        if numbers.contains(own), numbers.contains(other) { return true }
        guard own == other else { return false }
        switch own {
        case .text: return Collation(left).compares(with: Collation(right))
        case .any, .json, .time: return left.type == right.type
        default: return true
        }
    }

    /// MariaDB since 10.5.2, MySQL since 5.7.
    let lockRelease: SQL? = "SELECT RELEASE_ALL_LOCKS()"

    /// ORDER BY looks at the first `max_sort_length` bytes of a value's sort key, 1,024 unless somebody has set it, and a
    /// comparison at all: a character has up to ten bytes of the key by usual collations.
    ///
    /// Source: <https://mariadb.com/kb/en/server-system-variables/#max_sort_length>
    func orderedLength(of column: ColumnSchema) -> Int? {
        let type = column.type.lowercased()
        let word = String(type.prefix { $0 != "(" && $0 != " " })
        let length = Int(type.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" })
        switch word {
        case "text", "mediumtext", "longtext", "json": return 100
        case "blob", "mediumblob", "longblob": return 1_000
        case "char", "varchar": return length.map { $0 > 255 } ?? true ? 100 : nil
        case "varbinary": return length.map { $0 > 1_000 } ?? true ? 1_000 : nil
        default: return nil
        }
    }

    func sql(declaring link: LinkSchema) -> String {
        if let objection = objection(toDeclaring: link) {
            return "-- " + "\(name(link.child)): \(foreignKey(link)); MySQL refuses it: \(objection)".printable
        }
        let statement = "ALTER TABLE \(name(link.child)) ADD \(foreignKey(link));"
        let tables = link.child.name == link.parent.name ? [link.child] : [link.child, link.parent]
        let others = tables.filter { $0.storageEngine.map { $0 != "InnoDB" } ?? false }
        guard let engine = others.first?.storageEngine else { return statement }
        let first = others.map { "ALTER TABLE \(name($0)) ENGINE = InnoDB;" }.joined(separator: " ")
        return "-- \(engine.printable) takes no notice of foreign keys. First: \(first.printable)\n" + statement
    }

    /// Source: <https://mariadb.com/kb/en/foreign-keys/>
    private func objection(toDeclaring link: LinkSchema) -> String? {
        if let table = [link.child, link.parent].first(where: { $0.partitionKey != nil }) {
            return "\(name(table)) is partitioned"
        }
        for (own, other) in zip(link.columns, link.references) {
            guard let child = link.child.column(own), let parent = link.parent.column(other) else { continue }
            func words(_ column: ColumnSchema) -> String {
                "\(quoted(column.name)) is \(column.type.printable)"
                    + (column.collationName.map { " with the collation \($0.printable)" } ?? "")
            }
            guard Self.keyType(child) == Self.keyType(parent) else { return "\(words(child)), \(words(parent))" }
            if indexPart(child) != quoted(own) { return words(child) }
        }
        return nil
    }

    /// What the types of a foreign key's two columns must have in common: of texts and bytes all but the length, of whole
    /// numbers all but the width in which they are shown. Of `DECIMAL(10,4)` and `DECIMAL(6,3)` the server takes the key and
    /// refuses the rows: it compares how they are stored.
    private static func keyType(_ column: ColumnSchema) -> String {
        let type = column.type.lowercased()
        let word = String(type.prefix { $0 != "(" && $0 != " " })
        switch word {
        case "char", "varchar": return "char \(column.collationName ?? "")"
        case "binary", "varbinary": return "binary"
        case "tinyint", "smallint", "mediumint", "int", "bigint":
            return type.contains("unsigned") ? word + " unsigned" : word
        default: return type.replacing(" zerofill", with: "").replacing(" unsigned", with: "")
        }
    }

    func statement(showing table: TableSchema) -> SQL? {
        SQL(unsafe: "SHOW CREATE \(table.kind == .view ? "VIEW" : "TABLE") " + name(table))
    }

    /// Long texts and bytes by their beginning, as far as every row format keeps it.
    func indexPart(_ column: ColumnSchema) -> String {
        let long = ["tinytext", "text", "mediumtext", "longtext", "tinyblob", "blob", "mediumblob", "longblob", "json"]
        return quoted(column.name) + (long.contains(column.type.lowercased()) ? "(191)" : "")
    }

    /// The character set and collation of a column of texts.
    private struct Collation {
        let set: Substring
        let name: Substring

        init(_ column: ColumnSchema) {
            let words = (column.listType ?? "").split(separator: " ")
            name = words.last ?? ""
            set = name.prefix { $0 != "_" }
        }

        /// Source: <https://mariadb.com/kb/en/coercibility/>
        func compares(with other: Collation) -> Bool {
            if name == other.name { return true }
            guard set == other.set else { return set.hasPrefix("utf8") != other.set.hasPrefix("utf8") }
            return name.hasSuffix("_bin") != other.name.hasSuffix("_bin")
        }
    }
}
