import ZIMDb
internal import ZIMSql

extension Session {
    /// Whether the engine commits before it changes the schema. Then a statement that would change nothing is not sent:
    /// what the transaction has changed before could no longer be rolled back.
    package var commitsSchemaChanges: Bool { dialect.features.contains(.schemaCommits) }

    /// Creates an index of columns if it is not there.
    ///
    /// - Parameter orUnique: whether a unique index that is there serves as well.
    /// - Throws: ``ModelError`` if the name is that of another index.
    package func createIndex(
        _ index: SQLIdentifier, on table: SQLIdentifier, _ columns: [String], isUnique: Bool, orUnique: Bool = false
    ) throws {
        let name = fitted(index).parts.last ?? ""
        let wanted = IndexSchema(
            name: name, table: table.parts.last ?? "",
            parts: columns.map { .init(column: $0, expression: nil, isDescending: false, collation: nil) },
            isUnique: isUnique, condition: nil, isPartial: false, origin: .index)
        guard dialect.features.contains(.indexesByTable) else {
            let index = CreateIndexStatement(fitted(index), on: table, unique: isUnique)
            try execute(index.ifNotExists().columns(columns))
            // What IF NOT EXISTS took for it may be another.
            let found = try self.index(name, of: table)
            // Of a table that is in another file by its bare name, nothing is known.
            guard found != nil || connection.engine.catalog != nil else { return }
            return try require(found, toBe: wanted, orUnique)
        }
        if let found = try self.index(name, of: table) { return try require(found, toBe: wanted, orUnique) }
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
        guard try self.index(name, of: table) != nil else { return }
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

    private func index(_ name: String, of table: SQLIdentifier) throws -> IndexSchema? {
        try schemaReader.index(name, of: table.parts.last ?? "", schema: table.parts.dropLast().last)
    }

    /// - Parameter found: nil for something else of that name, such as a table.
    private func require(_ found: IndexSchema?, toBe wanted: IndexSchema, _ orUnique: Bool) throws {
        guard found?.isSame(as: wanted, orUnique) != true else { return }
        throw ModelError(
            .mapping,
            "the index \"\(wanted.name)\" of \(wanted.summary) cannot be made: that is the name of "
                + (found.map { "an index of \($0.summary)" } ?? "something else"),
            table: wanted.table, hint: "Give the index another name, or drop the one that is there")
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
