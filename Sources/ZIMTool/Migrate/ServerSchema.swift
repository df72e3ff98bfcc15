import ZIMOrm

/// A schema of PostgreSQL, with what only the server's own words say of it.
struct ServerSchema {
    let schema: DatabaseSchema
    var details = PostgresDetails()
    /// Those that a bare name finds.
    var collations: [PostgresCollations.Collation] = []
    /// What the server converts by itself.
    private(set) var casts: Set<PostgresCast> = []
    /// What its tables need and no migration makes.
    private(set) var needs: [PostgresNeed] = []
    private(set) var sequences: [CopySequence] = []
    /// What is gone when a view is made again.
    private(set) var viewParts: NameMap<[String]> = [:]
    /// The tables that a table inherits from, by its name.
    private(set) var parents: NameMap<[String]> = [:]
    /// Those whose tables are not compared, unless a search path was asked for.
    private(set) var otherSchemas: [String] = []
    /// Whether its tables are those of generated classes, which do not record everything.
    var isOfClasses = false

    /// - Throws: ``ToolError`` where the catalogue holds something else than definitions.
    init(_ session: Session, _ schema: DatabaseSchema) throws {
        self.schema = schema
        details = try PostgresDetails(session, of: schema.tables)
        collations = try PostgresCollations(session).all.filter { $0.schema == nil }
        casts = try PostgresCast.all(session)
        needs = try PostgresNeed.all(session)
        sequences = try PostgresSequences(session).all
        viewParts = try PostgresViewParts.all(session, of: schema.tables)
        parents = try Self.parents(session, of: schema.tables)
        if try !CopySchemas.isPathChosen(session) {
            otherSchemas = try session.rows(Self.others).map { try $0.get(0) }
        }
    }

    /// What the definitions of some tables need, and no comparison.
    ///
    /// - Throws: ``ToolError`` where the catalogue holds something else than definitions of them.
    init(_ session: Session, _ schema: DatabaseSchema, showing tables: [TableSchema]) throws {
        self.schema = schema
        details = try PostgresDetails(session, of: tables)
        sequences = try PostgresSequences(session).all
        parents = try Self.parents(session, of: tables)
    }

    private static func parents(_ session: Session, of tables: [TableSchema]) throws -> NameMap<[String]> {
        var parents: NameMap<[String]> = [:]
        for row in try session.rows(inheritance(CatalogSQL.isBeside(tables))) {
            let child = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            parents[child, default: []].append(
                QualifiedName.text(schema: try row.get(2), table: try row.get(3)))
        }
        return parents
    }

    /// Without the partitions of tables.
    private static func inheritance(_ scope: SQL) -> SQL {
        """
        SELECT \(CatalogSQL.schema()), c.relname::text, \(CatalogSQL.schema("p", "m")), p.relname::text \
        FROM pg_catalog.pg_inherits AS h JOIN pg_catalog.pg_class AS c ON c.oid = h.inhrelid AND NOT c.relispartition \
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
        JOIN pg_catalog.pg_class AS p ON p.oid = h.inhparent JOIN pg_catalog.pg_namespace AS m ON m.oid = p.relnamespace \
        WHERE c.relkind = 'r' AND \(CatalogSQL.isOwnSchema) AND \(scope) ORDER BY c.oid, h.inhseqno
        """
    }

    private static let others: SQL = """
        SELECT DISTINCT n.nspname::text FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
        WHERE c.relkind IN ('r', 'p') AND \(CatalogSQL.isOwnSchema) AND NOT n.nspname = ANY (current_schemas(false)) \
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_catalog.pg_class'::regclass \
        AND d.objid = c.oid AND d.deptype = 'e') ORDER BY 1
        """

    private init(_ schema: DatabaseSchema, like other: ServerSchema) {
        self.schema = schema
        (details, collations, isOfClasses) = (other.details, other.collations, true)
        (needs, otherSchemas) = (other.needs, other.otherSchemas)
        sequences = other.sequences
        let known = Set(sequences.map(\.sqlName))
        for table in schema.tables {
            for column in table.columns where column.identity == nil {
                guard let name = column.sequence, !known.contains(name) else { continue }
                sequences.append(CopySequence(name, of: column, in: table))
            }
        }
        // An index that is as it was has the constraint that it had; of the rest, the classes say what they know.
        for table in other.schema.tables {
            let kept = Set(
                schema.indexes.filter { $0.table.hasSameBytes(as: table.name) && other.schema.indexes.contains($0) }
                    .map { $0.ownName(in: table) })
            details[table.name].collations = [:]
            details[table.name].constraints = details[table.name].constraints.filter { name, constraint in
                kept.contains(name) && constraint.kind.hasIndex
            }
        }
    }

    /// What classes do not record stays as it is.
    func fitting(_ classes: [TableSchema], _ types: [TypeSchema], noting notes: inout [String]) -> ServerSchema {
        ServerSchema(schema.fitting(classes, types, noting: &notes), like: self)
    }

    // MARK: Columns

    func sql(
        of column: ColumnSchema, in table: TableSchema, as otherType: String? = nil, isNotNull: Bool = true
    ) -> String {
        var text = "\(column.name.sqlName) \(otherType ?? type(of: column, in: table))"
        if let expression = column.expression { text += " GENERATED ALWAYS AS (\(expression)) STORED" }
        if let identity = column.identity {
            text += " GENERATED " + words(of: identity, column, in: table)
        }
        if let value = schema.defaultText(of: column) { text += " DEFAULT " + value }
        if isNotNull, column.isNotNull, column.identity == nil, schema.type(of: column)?.isNotNull != true {
            text += " NOT NULL"
        }
        return text
    }

    /// `ALWAYS AS IDENTITY (INCREMENT BY 5 …)`
    func words(of identity: ColumnSchema.Identity, _ column: ColumnSchema, in table: TableSchema) -> String {
        let sequence = sequence(of: column, in: table)
        let options = sequence.map { $0.isPlain ? "" : " (\($0.options.joined(separator: " ")))" } ?? ""
        return "\(identity == .always ? "ALWAYS" : "BY DEFAULT") AS IDENTITY" + options
    }

    /// `text COLLATE "C"`
    func type(of column: ColumnSchema, in table: TableSchema) -> String {
        let collation = details[table.name].collations[column.name] ?? column.collation?.sqlName
        return column.type + (collation.map { " COLLATE " + $0 } ?? "")
    }

    // MARK: Keys and indexes

    /// What an index or key says, without its name and its table's.
    func key(of index: IndexSchema) -> String {
        if let constraint = constraint(of: index) { return constraint.text }
        guard index.origin == .index else {
            return "\(index.origin.rawValue) \(index.columns ?? []) \(index.included)"
        }
        return "\(index.isUnique) "
            + (schema.tail(of: index) ?? "\(index.parts) \(index.condition ?? "") \(index.included)")
    }

    /// All keys of a table that a foreign key can point to.
    func keys(of table: TableSchema) -> Set<String> {
        Set(schema.indexes.filter { $0.isUnique && $0.table.hasSameBytes(as: table.name) }.map { key(of: $0) })
    }

    /// The constraint that an index belongs to.
    func constraint(of index: IndexSchema) -> PostgresConstraint? {
        guard let table = schema.exactly(index.table),
            let constraint = details[table.name].constraints[index.ownName(in: table)]
        else { return nil }
        return constraint.kind.hasIndex ? constraint : nil
    }

    func sql(of index: IndexSchema) -> String {
        guard let table = schema.exactly(index.table) else { return "" }
        let name = index.ownName(in: table).sqlName
        if let constraint = constraint(of: index) { return table.alter("ADD CONSTRAINT \(name) \(constraint.text)") }
        guard index.origin == .index else {
            let included = index.included.isEmpty ? "" : " INCLUDE \(index.included.sqlList)"
            let kind = index.origin == .primaryKey ? "PRIMARY KEY" : "UNIQUE"
            let constraint = index.name.isEmpty ? "" : "CONSTRAINT \(name) "
            return table.alter("ADD \(constraint)\(kind) \((index.columns ?? []).sqlList)\(included)")
        }
        let columns = index.parts.map { $0.column.map(\.sqlName) ?? "(\($0.expression ?? ""))" }
        let tail = schema.tail(of: index) ?? "USING \(index.method ?? "btree") (\(columns.joined(separator: ", ")))"
        return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table.sqlName) \(tail)"
    }

    // MARK: Checks and foreign keys

    func text(of check: TableSchema.Check, in table: TableSchema) -> String {
        text(check.name, .check, table) ?? "CHECK (\(check.condition))"
    }

    /// nil where only classes tell of it.
    func text(of key: TableSchema.ForeignKey, in table: TableSchema) -> String? {
        key.name.flatMap { text($0, .foreignKey, table) }
    }

    /// Whether a table has a check that says the same.
    func has(_ check: TableSchema.Check, of table: TableSchema, in other: ServerSchema) -> Bool {
        schema.exactly(table.name)?.checks.contains { own in
            own.condition == check.condition
                && (isOfClasses || other.isOfClasses || text(of: own, in: table) == other.text(of: check, in: table))
        } ?? false
    }

    /// The foreign key of a table that says the same.
    func twin(
        of key: TableSchema.ForeignKey, of table: TableSchema, in other: ServerSchema
    ) -> TableSchema.ForeignKey? {
        schema.exactly(table.name)?.foreignKeys.first { own in
            own.compared == key.compared
                && (isOfClasses || other.isOfClasses || text(of: own, in: table) == other.text(of: key, in: table))
        }
    }

    private func text(_ name: String, _ kind: PostgresConstraint.Kind, _ table: TableSchema) -> String? {
        guard let constraint = details[table.name].constraints[name], constraint.kind == kind else { return nil }
        return constraint.text
    }
}
