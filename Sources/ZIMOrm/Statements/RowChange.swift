import ZIMDb

/// A form of UPDATE or DELETE of rows by their key: what it writes, and what the rows must hold beside their key.
struct RowChange: Hashable {
    /// How many rows there are, and where their values stand.
    enum Rows: Hashable {
        /// One row, whose values are parameters.
        case one
        /// So many rows of parameters, joined as a table.
        case values(Int)
        /// Any number of rows, joined as a table; each of its columns is one parameter, a list of such a type.
        case lists([String])
        /// Any number of rows, joined as a table that is made of one parameter.
        case table([ListColumn])
    }

    /// The positions of the columns that are written; nil for a deletion.
    let written: [Int]?
    /// The positions of the columns that are compared.
    var compared: [Int] = []
    /// The position of the column that is counted up.
    var version: Int?
    var rows = Rows.one
}

extension TablePlan {
    /// The statement of a change. Its parameters are, for each row, the values that are written, the key, and what is
    /// compared.
    ///
    /// ```sql
    /// UPDATE "seat" SET "guest" = ?, "version" = "version" + 1 WHERE "hall" = ? AND "number" = ? AND "price" IS ?
    /// WITH "zim_keys" ("k0", "k1", "k2") AS (VALUES (?, ?, ?), (?, ?, ?)) UPDATE "seat" SET "guest" = "zim_keys"."k0"
    ///   FROM "zim_keys" WHERE "seat"."hall" = "zim_keys"."k1" AND "seat"."number" = "zim_keys"."k2"
    /// UPDATE "seat" SET "guest" = "zim_keys"."k0" FROM unnest($1::text[], $2::text[], $3::bigint[])
    ///   WITH ORDINALITY AS zim_keys(k0, k1, k2, ordinal) WHERE …
    /// UPDATE JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 LONGTEXT … PATH '$[0]', …)) AS zim_keys
    ///   STRAIGHT_JOIN `seat` SET `seat`.`guest` = zim_keys.k0 WHERE `seat`.`hall` = zim_keys.k1 AND …
    /// ```
    ///
    /// Source: <https://www.sqlite.org/lang_update.html>, <https://www.postgresql.org/docs/15/sql-update.html>
    func statement(of change: RowChange, in session: Session) throws -> CachedSQL {
        if let latestChange, latestChange.change == change { return latestChange.statement }
        let statement: CachedSQL
        if let known = changes[change] {
            statement = known
        } else {
            statement = try cached(rendering: change, in: session)
            changes[change] = statement
        }
        latestChange = (change, statement)
        return statement
    }

    private func cached(rendering change: RowChange, in session: Session) throws -> CachedSQL {
        // Without a condition it would change all rows.
        guard !mapping.key.isEmpty else { throw session.keyless(self, "changed") }
        let names = MadeUpNames(beside: [mapping])
        let set = names("keys")
        let isOne = change.rows == .one
        var count = 0
        func next() -> SQLExpression {
            defer { count += 1 }
            if case .table(let columns) = change.rows {
                return .operand(columns[count].compared(names.sql("keys.k\(count)")))
            }
            return isOne ? .parameter : .column("k\(count)", of: set)
        }
        let table = isOne ? nil : mapping.table
        let assignments = change.written?.map { (position: $0, value: next()) }
        var conditions = mapping.key.map { SQLExpression.binary(column($0, of: table), .equalTo, next()) }
        for position in change.compared { conditions.append(try holds(position, of: table, next(), in: session)) }
        guard let assignments else {
            return try cached(conditions.reduce(DeleteStatement(from: target)) { $0.where($1) })
        }
        var update = UpdateStatement(target)
        switch change.rows {
        case .one: break
        case .values(let rows):
            let row = [SQLExpression](repeating: .parameter, count: count)
            let values = SelectStatement(values: Array(repeating: row, count: rows))
            update = update.with(set, columns: (0..<count).map { "k\($0)" }, as: values).from(SQLIdentifier(set))
        case .lists(let types): update = update.from(KeySet.Form.lists(types: types).source(names))
        case .table(let columns):
            let form = KeySet.Form.table(columns: columns, constants: KeyParts(), rows: nil)
            update = update.joined(to: form.source(names))
        }
        for (position, value) in assignments { update = update.column(mapping.columns[position].name, value: value) }
        if let version = change.version {
            let isKnown = change.compared.contains(version)
            update = update.column(
                mapping.columns[version].name, value: countedUp(version, of: table, isKnown: isKnown))
        }
        return try cached(conditions.reduce(update) { $0.where($1) })
    }

    /// A statement that is rendered once, and whose parameters are bound for each use.
    func cached(_ statement: some SQLRenderable) throws -> CachedSQL { try dialect.cached(statement, over: mapping) }

    /// `"schema"."table"`
    var target: SQLIdentifier { mapping.identifier }

    func column(_ position: Int, of table: String? = nil) -> SQLExpression {
        .column(mapping.columns[position].name, of: table)
    }

    /// `"version" + 1`, or `coalesce("version", 0) + 1` where it may be NULL.
    ///
    /// - Parameters:
    ///   - isKnown: whether the row must have a version that has a next one.
    ///   - isReadBack: whether the new version is read into a model, which refuses one that its property cannot hold.
    func countedUp(
        _ position: Int, of table: String? = nil, isKnown: Bool = false, isReadBack: Bool = true
    ) -> SQLExpression {
        let column = column(position, of: table)
        let last: SQL = mapping.columns[position].field.acceptsNull ? "coalesce(\(column), 0)" : "\(column)"
        let next = last + " + 1"
        if isKnown { return .operand(next) }
        let isSummedAsReal = dialect.features.contains(.wideningSums)
        let end = mapping.lastVersion(position)
        // abs() has no number for the smallest, and fails.
        if isReadBack || end == .max {
            return .operand(isSummedAsReal ? next + " + 0 * abs(-1 - " + last + ")" : next)
        }
        let isLast: SQL = "CASE WHEN " + last + " >= \(unsafe: "\(end)") THEN "
        if isSummedAsReal { return .operand(next + " + 0 * abs(" + isLast + "-9223372036854775808 ELSE 0 END)") }
        // So does a text that is no number, of which the error shows the statement.
        let type: SQL = dialect.features.contains(.onDuplicateKey) ? "SIGNED" : "bigint"
        return .operand(next + " + CAST(" + isLast + "'a version without a next number' ELSE '0' END AS " + type + ")")
    }

    /// A condition that a column holds what was read from it or written to it: letter for letter, whatever collation it
    /// has, and NULL where that was NULL.
    func holds(
        _ position: Int, of table: String? = nil, _ value: SQLExpression, in session: Session
    ) throws -> SQLExpression {
        let column = column(position, of: table)
        if position == mapping.versionPosition, !mapping.columns[position].field.acceptsNull {
            return .operand("\(column) = \(value)")
        }
        if let types = session.connection.engine.types {
            let known = try tableSchema(in: session).column(mapping.columns[position].name)
            return .operand(
                types.holds(column, value, declared: known?.type ?? "text", listType: known?.listType ?? ""))
        }
        let collation = try comparedColumns([position], in: session).first?.collation?.uppercased() ?? "BINARY"
        return .operand(collation == "BINARY" ? "\(column) IS \(value)" : "\(column) COLLATE BINARY IS \(value)")
    }
}
