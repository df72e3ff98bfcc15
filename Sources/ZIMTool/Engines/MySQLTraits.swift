import ZIMOrm

/// MySQL and MariaDB: types are kept; what two columns of other kinds are compared as is a matter of luck.
///
/// Source: <https://mariadb.com/kb/en/type-conversion/>
struct MySQLTraits: EngineTraits {
    let dialect: any SQLDialect = MySQLDialect()
    let keyAdvice = "Add a key column such as id BIGINT AUTO_INCREMENT PRIMARY KEY"
    let passwordPlaces: String? = "in MYSQL_PWD"

    func words(for table: TableSchema) -> [String] {
        var words = table.storageEngine.map { $0 == "InnoDB" ? [] : [$0] } ?? []
        if let key = table.partitionKey {
            words.append("partitioned by \(key.printable), \(table.partitions.count.counted("part"))")
        }
        return words
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

    func sql(declaring link: LinkSchema) -> String {
        let statement = "ALTER TABLE \(name(link.child)) ADD \(foreignKey(link));"
        let others = [link.child, link.parent].filter { $0.storageEngine.map { $0 != "InnoDB" } ?? false }
        guard let engine = others.first?.storageEngine else { return statement }
        return "-- \(engine) takes no notice of foreign keys. First: "
            + others.map { "ALTER TABLE \(name($0)) ENGINE = InnoDB;" }.joined(separator: " ") + "\n" + statement
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
