import ZIMDb
internal import ZIMSql

extension Session {
    /// Whether the engine commits before it changes the schema. Then a statement that would change nothing is not sent:
    /// what the transaction has changed before could no longer be rolled back.
    package var commitsSchemaChanges: Bool { dialect.features.contains(.schemaCommits) }

    /// Creates an index of columns if the table has none of that name.
    package func createIndex(
        _ index: SQLIdentifier, on table: SQLIdentifier, _ columns: [String], isUnique: Bool
    ) throws {
        guard dialect.features.contains(.indexesByTable) else {
            let index = CreateIndexStatement(fitted(index), on: table, unique: isUnique)
            try execute(index.ifNotExists().columns(columns))
            return
        }
        let name = fitted(index).parts.last ?? ""
        if try indexNames(of: table).contains(name.lowercased()) { return }
        var statement = CreateIndexStatement(SQLIdentifier(name), on: table, unique: isUnique)
            // Another program may make it meanwhile.
            .ifNotExists(dialect.features.contains(.conditionalIndexes))
        let lengths = isUnique ? [:] : try prefixes(of: columns, in: table)
        for column in columns {
            if let length = lengths[column] {
                statement = statement.column(column, prefix: length)
            } else {
                statement = statement.column(column)
            }
        }
        try execute(statement)
    }

    /// Drops an index if the table has one of that name.
    package func dropIndex(_ index: SQLIdentifier, of table: SQLIdentifier) throws {
        guard dialect.features.contains(.indexesByTable) else {
            try execute(DropIndexStatement(fitted(index)).ifExists())
            return
        }
        let name = fitted(index).parts.last ?? ""
        guard try indexNames(of: table).contains(name.lowercased()) else { return }
        try execute(
            DropIndexStatement(SQLIdentifier(name), on: table).ifExists(dialect.features.contains(.conditionalIndexes)))
    }

    /// A name that the engine takes: MySQL allows 64 characters, PostgreSQL 63 bytes. The end of a longer one is a number
    /// that it determines.
    private func fitted(_ index: SQLIdentifier) -> SQLIdentifier {
        let longest = dialect.longestIdentifier ?? (dialect.features.contains(.indexesByTable) ? 64 : .max)
        let countsBytes = dialect.longestIdentifier != nil
        func size(_ scalar: Unicode.Scalar) -> Int { countsBytes ? UTF8.width(scalar) : 1 }
        guard let name = index.parts.last, name.unicodeScalars.reduce(0, { $0 + size($1) }) > longest else {
            return index
        }
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = "_" + String(hash, radix: 16)
        var room = longest - digits.utf8.count
        let kept = name.unicodeScalars.prefix {
            room -= size($0)
            return room >= 0
        }
        return SQLIdentifier(parts: index.parts.dropLast() + [String(String.UnicodeScalarView(kept)) + digits])
    }

    /// The names of a table's indexes in small letters, by which the server tells them apart.
    private func indexNames(of table: SQLIdentifier) throws -> Set<String> {
        guard let catalog = connection.engine.catalog else { return [] }
        let scope = CatalogScope(table: table.parts.last ?? "", schema: table.parts.dropLast().last)
        return Set(try silentRows(catalog.indexes(scope)).map { try $0.get(2, as: String.self).lowercased() })
    }

    /// The characters that an index may have of columns whose values may have any length: the server's indexes hold
    /// 3,072 bytes of a row, and a character has up to four. A unique index has none, as it would refuse texts that
    /// only begin alike.
    private func prefixes(of columns: [String], in table: SQLIdentifier) throws -> [String: Int] {
        let schema = try schemaReader.table(table.parts.last ?? "", schema: table.parts.dropLast().last)
        let endless = columns.filter { name in
            let type = schema?.columns.first { $0.name.lowercased() == name.lowercased() }?.type.lowercased() ?? ""
            return ["text", "blob", "json"].contains { type.hasSuffix($0) }
        }
        return Dictionary(endless.map { ($0, 191 / Swift.max(1, columns.count / 2)) }) { first, _ in first }
    }
}

extension SQLExpression {
    /// The mean of all rows with all its digits. MariaDB and MySQL give that of whole and decimal numbers four more digits behind
    /// the point than the numbers have; beside a zero with many digits they are added up exactly, and real numbers stay real.
    /// In groups and derived tables they would cut numbers beyond 35 digits: this is for one value of a query or of a subquery.
    package static func mean(of operand: SQLExpression, for dialect: any SQLDialect) -> SQLExpression {
        let isRounded = dialect.features.contains(.roundedMeans)
        return .function("avg", isRounded ? operand + (0 as SQLExpression).cast(as: .decimal(65, 30)) : operand)
    }
}
