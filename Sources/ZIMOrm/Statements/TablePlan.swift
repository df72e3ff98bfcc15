import ZIMDb

/// The statements of one mapping on one connection, made once.
final class TablePlan {
    let mapping: Mapping
    let dialect: any SQLDialect
    /// `SELECT "region", "number", … FROM "person"`
    let rows: SelectStatement
    /// `SELECT "person"."region", "person"."number", …`, written once: queries are put together anew for each call.
    let qualifiedColumns: SelectStatement
    /// `SELECT "person"."region", "person"."number", … FROM "person"`
    let qualifiedRows: SelectStatement
    /// The texts of queries that were sent before.
    var queryTexts = QueryTexts()
    /// `SELECT … FROM "person" WHERE "region" = ? AND "number" = ?`
    let selectByKey: CachedSQL
    /// `SELECT 1 FROM "person" WHERE "region" = ? AND "number" = ? LIMIT 1`
    let existsByKey: CachedSQL
    /// The INSERTs, by the columns that they leave out and what they do with rows that are there.
    var inserts: [InsertKey: InsertPlan] = [:]
    /// The inserts of many rows as lists, by the columns that they leave out; nil if that cannot be done.
    var listInserts: [[Int]: ListInsert?] = [:]
    /// UPDATE and DELETE of rows by their key, by what they write and compare.
    var changes: [RowChange: CachedSQL] = [:]
    /// The most recently used ones, which are usually the next ones too.
    var plainInsert: InsertPlan?
    var latestInsert: (key: InsertKey, plan: InsertPlan)?
    var latestChange: (change: RowChange, statement: CachedSQL)?
    /// The same for the plain UPDATE of one row, which needs a shorter comparison.
    private var latestUpdate: (positions: [Int], statement: CachedSQL)?
    /// Whether changes of the table are not counted; known after the first.
    var isUncounted: Bool?
    var relations: [RelationPlan] = []
    /// How the row that was found last by its key writes its dates.
    var styles: ColumnStyles?
    /// How the rows that queries found last write theirs. A batch of a query takes a style from here for what its rows show;
    /// one of `find` begins with ``styles``, since it may not change.
    let latestStyles = LatestStyles()
    /// The columns that are left to their default where a model has no value; known after the first insert.
    var defaulted: [Int]?
    /// Whether no model leaves a column to the database.
    var omitsNothing = false
    /// The parts of the key that may be nil though the database does not give them; known after the first insert.
    var requiredKeyParts: [Int]?
    /// The parts of the key that the database keeps from being NULL; known after the first order by one that a model may
    /// have as nil.
    var neverNullKey: Set<Int>?
    /// The columns that the database computes; known after the first update.
    var generated: [Int]?
    var setByUpdates: [Int]?
    /// The types of the columns, by their positions; known after the first change that compares old values.
    var declaredTypes: [String?]?
    /// The columns of unique indexes whose values models do not tell; known after the first list that is saved.
    var otherUniqueColumns: Set<Int>?
    /// Whether the database keeps the class's key unique; known after the first change.
    var uniqueKey: Bool?
    /// Whether some columns stand first in an index, with the one that is named last at their end; by their positions.
    var orderedKeys: [[Int]: Bool] = [:]
    /// How columns are compared, by their positions; read before the first relationship over them.
    var comparedColumns: [Int: ComparedColumn] = [:]
    /// How columns' rows are found by values, by their positions, and whether each part of the key has one spelling.
    var matches: [Int: ColumnMatch] = [:]
    var exactKey: Bool?
    /// What columns keep of a value, known after the first write, and whether all that the property's type has.
    var valueLimits: [KeptValues]?
    /// Whether each keeps all that its property can hold.
    var keepsValues = false
    /// Whether a row may have several at the end of a relationship, by its name.
    var severalRows: [String: Bool] = [:]
    /// What triggers do when rows are inserted; known after the first insert.
    private var insertTriggers: (kind: InsertTriggers, columns: Set<String>)?
    /// The columns in which triggers give rows other values than they were written with, where the engine tells.
    var triggeredColumns: Set<String> { insertTriggers?.columns ?? [] }

    func isTriggered(_ position: Int) -> Bool {
        triggeredColumns.contains { $0.isSameName(as: mapping.columns[position].name) }
    }
    /// What the database says of the table; read before the first write.
    fileprivate var schema: TableSchema?

    /// Whether each value of the class's key belongs to one row, as far as the table is known.
    var keyIsPrimary: Bool {
        guard let key = schema?.primaryKey, !key.isEmpty else { return false }
        return Set(key) == Set(mapping.keyNames)
    }

    struct InsertKey: Hashable {
        let omitted: [Int]
        let rows: Int
        let upsert: UpsertTarget?
        /// Whether the parts of the key are read back that a trigger may have changed.
        let readsKey: Bool
        /// Whether RETURNING gives parts of the key only, and the other columns are looked up by it afterwards.
        let looksUp: Bool
    }

    init(mapping: Mapping, dialect: any SQLDialect) throws {
        self.mapping = mapping
        self.dialect = dialect
        let columns = mapping.columns.map { SQLExpression.column($0.name, of: mapping.table) }
        let list = try dialect.cached(columns.map { "\($0)" as SQL }.joined(separator: ", "), over: mapping)
        qualifiedColumns = SelectStatement().column(.operand(SQL(unsafe: list.sql)))
        qualifiedRows = qualifiedColumns.from(mapping.identifier)
        rows = mapping.columns.reduce(SelectStatement()) { $0.column(.column($1.name)) }.from(mapping.identifier)
        let equal = mapping.key.map {
            SQLExpression.binary(.column(mapping.columns[$0].name), .equalTo, .parameter)
        }
        // Without a key there is no row to find by it.
        let hasKey = equal.isEmpty ? SQLExpression.any([]) : .all(equal)
        selectByKey = try dialect.cached(rows.where(hasKey), over: mapping)
        let one = SelectStatement().column(.operand("1")).from(mapping.identifier).where(hasKey).limit(.operand("1"))
        existsByKey = try dialect.cached(one, over: mapping)
    }

    /// What the database says of the table.
    ///
    /// - Throws: ``ModelError`` with the nearest names where there is no such table.
    func tableSchema(in session: Session) throws -> TableSchema {
        if let schema { return schema }
        let reader = session.schemaReader
        guard let found = try reader.table(mapping.table, schema: mapping.schema) else {
            throw DatabaseError(
                .sql, "there is no table \"\(mapping.table)\" in \(session.database.location) (class \(mapping.type))",
                hint: NearestNames.hint(for: mapping.table, among: try reader.names()))
        }
        schema = found
        return found
    }

    /// Asks for the table again: another program may have changed it since, which a server does not tell.
    ///
    /// - Returns: whether it is another one now.
    @discardableResult
    func refreshSchema(in session: Session) throws -> Bool {
        guard let found = try session.schemaReader.table(mapping.table, schema: mapping.schema), found != schema else {
            return false
        }
        schema = found
        (valueLimits, keepsValues, declaredTypes) = (nil, false, nil)
        return true
    }

    /// The UPDATE that writes some columns of the row with a key.
    func update(writing positions: [Int], in session: Session) throws -> CachedSQL {
        if let latestUpdate, latestUpdate.positions == positions { return latestUpdate.statement }
        let statement = try statement(of: RowChange(written: positions), in: session)
        latestUpdate = (positions, statement)
        return statement
    }

    /// What triggers do when rows are inserted into the table.
    func insertTriggers(in session: Session) throws -> InsertTriggers {
        if let insertTriggers { return insertTriggers.kind }
        let schema = try tableSchema(in: session)
        var found = try session.schemaReader.insertTriggers(
            of: schema, in: mapping.schema, key: mapping.keyNames
        ) {
            try cached(InsertStatement(into: target).defaultValues()).sql
        } update: {
            let generated = try generatedColumns(in: session)
            let written = mapping.columns.indices.filter { !generated.contains($0) }
            return (try statement(of: RowChange(written: written), in: session).sql, written.count)
        }
        // What stands in a view is made by something, whatever the catalogue says.
        if found.kind == .none, schema.kind == .view { found.kind = .run }
        insertTriggers = found
        return found.kind
    }

    /// Whether a trigger may give a new row another key than its model has.
    func mayChangeKeys(in session: Session) throws -> Bool {
        if mapping.key.isEmpty { return false }
        return switch try insertTriggers(in: session) {
        case .none, .run: false
        case .changeKey, .hideKey, .moveKeys: true
        }
    }
}

/// The plans of one connection, one for each mapping.
final class ConnectionPlans {
    private var plans: [ObjectIdentifier: TablePlan] = [:]
    /// The schema that they were made for.
    let version: SchemaVersion
    /// The session's schema revision when that was compared last.
    var schemaRevision: UInt64 = 0

    init(_ version: SchemaVersion) { self.version = version }

    /// Relationships lead in circles, so the plans hold each other: with the connection they must go.
    deinit { for plan in plans.values { plan.relations = [] } }

    func plan(for mapping: Mapping, in session: Session) throws -> TablePlan {
        if let latest, latest.plan.mapping === mapping { return latest.plan }
        // A model may come from another engine, whose columns have other types.
        let mapping = mapping.original ?? mapping
        if let known = plans[ObjectIdentifier(mapping)] { return known }
        var made = try TablePlan(mapping: mapping, dialect: session.dialect)
        if let types = session.connection.engine.types, types.fitsValues || mapping.mayDifferOnTable {
            // A table that is not there yet may be made.
            guard let schema = try session.schemaReader.table(mapping.table, schema: mapping.schema) else {
                return made
            }
            if let own = mapping.onServer(schema, types) {
                made = try TablePlan(mapping: own, dialect: session.dialect)
            }
            made.schema = schema
        } else if session.connection.engine.types == nil, mapping.mayDifferOnTable,
            let own = try mapping.converting({ try made.comparedColumns([$0], in: session).first?.affinity })
        {
            made = try TablePlan(mapping: own, dialect: session.dialect)
        }
        plans[ObjectIdentifier(mapping)] = made
        return made
    }

    private var byType: [ObjectIdentifier: TablePlan] = [:]
    /// The class that was asked for last, which is mostly the one that is asked for next.
    private var latest: (type: ObjectIdentifier, plan: TablePlan)?

    func plan(for type: Model.Type, in session: Session) throws -> TablePlan {
        let key = ObjectIdentifier(type)
        if let latest, latest.type == key { return latest.plan }
        if let known = byType[key] {
            latest = (key, known)
            return known
        }
        let mapping = try MappingRegistry.mapping(of: type)
        let plan = try plan(for: mapping, in: session)
        guard plans[ObjectIdentifier(mapping)] != nil else { return plan }
        byType[key] = plan
        latest = (key, plan)
        return plan
    }
}

/// The mappings that one session uses in place of the classes' own.
package final class SessionMappings {
    package var mappings: [ObjectIdentifier: Mapping] = [:]
    package init() {}
}

extension Session {
    private var plans: ConnectionPlans {
        get throws {
            if let known = connection.attachment {
                let plans = unsafeDowncast(known, to: ConnectionPlans.self)
                if plans.schemaRevision == schemaRevision { return plans }
            }
            return try checkedPlans()
        }
    }

    /// The plans of this connection, or none where somebody has changed the schema.
    private func checkedPlans() throws -> ConnectionPlans {
        let version = try schemaVersion()
        let known = connection.attachment.map { unsafeDowncast($0, to: ConnectionPlans.self) }
        let plans = known.flatMap { $0.version == version ? $0 : nil } ?? ConnectionPlans(version)
        if let known, known !== plans { connection.forgetStatements() }
        plans.schemaRevision = schemaRevision
        connection.attachment = plans
        return plans
    }

    /// How relationships are loaded where a query does not say; read once for each connection's use.
    var relationshipLoading: RelationshipLoading { database.relationshipLoading }

    /// The statements of a class's mapping on this connection.
    func plan(for type: Model.Type) throws -> TablePlan {
        if attachment != nil, let own = attachment as? SessionMappings,
            let mapping = own.mappings[ObjectIdentifier(type)]
        {
            return try plan(for: mapping)
        }
        do { return try plans.plan(for: type, in: self) } catch let error as ModelError {
            throw try error.naming(keyOf: type, in: self)
        }
    }

    func plan(for mapping: Mapping) throws -> TablePlan { try plans.plan(for: mapping, in: self) }

    /// The statements of a model's mapping: the one it was loaded with, or its class's.
    func plan(of model: Model) throws -> TablePlan {
        if let record = model.record { return try plan(for: record.mapping) }
        return try plan(for: type(of: model))
    }
}
