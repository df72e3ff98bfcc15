import ZIMDb

/// Writes the SQL of relationships.
struct RelationWriter {
    let request: RelationRequest
    let target: TablePlan
    let join: TablePlan?
    let orderings: [Ordering]
    /// How the parts of the key are compared; as they are where nothing is said.
    var comparisons: [KeyComparison] = []

    /// For one model: `SELECT "t"."a", … FROM "t" WHERE "t"."fk" = ? …`; the parameters are those after the key's.
    func single(matched: [String], pairs: [(join: String, target: String)]) throws -> RenderedSQL {
        var writer = newWriter()
        writer.raw("SELECT ")
        columns(&writer)
        writer.raw(" FROM ")
        if let join {
            table(of: join, &writer)
            writer.raw(" JOIN ")
            writer.table(target.mapping)
            try on(pairs, &writer)
        } else {
            writer.table(target.mapping)
        }
        for (index, name) in matched.enumerated() {
            writer.raw(index == 0 ? " WHERE " : " AND ")
            try comparison(index).write(.column(name, of: owner), &writer) { try $0.bind(.null) }
        }
        try filter(&writer, word: " AND ")
        try order(orderings, &writer)
        try limit(&writer)
        // The key's values come with each call; what follows them never changes.
        return RenderedSQL(sql: writer.sql, parameters: Array(writer.parameters.dropFirst(matched.count)))
    }

    /// For many models: the key set joined with the table. The last column is the position of the key in the set; the
    /// parameters are those after the set's.
    ///
    /// - Parameter compared: the columns that the keys are looked up in, where these rows are read one by one and looked up
    ///   among the keys.
    func many(
        _ form: KeySet.Form, matched: [String], pairs: [(join: String, target: String)],
        readingAll compared: [ComparedColumn]? = nil
    ) throws -> RenderedSQL {
        var writer = newWriter()
        let isLimited = request.countsRows
        let position = position(of: form, among: matched)
        let table = compared.map {
            KeyTable(form: form, matched: $0, comparisons: matched.indices.map { comparison($0) })
        }
        if let table {
            try table.writeWith(&writer)
        } else if case .values = form {
            try form.writeWith(&writer)
            writer.raw(" ")
        }
        if isLimited {
            writer.raw("SELECT ")
            result(&writer)
            writer.raw(", ")
            writer.madeUp(KeySet.position)
            writer.raw(" FROM (")
        }
        writer.raw("SELECT ")
        self.columns(&writer)
        let columns = matched.map { SQLExpression.column($0, of: owner) }
        if position == nil {
            writer.raw(", ")
            try writePosition(form, table, columns, &writer)
            writer.raw(" AS ")
            writer.madeUp(KeySet.position)
        }
        if isLimited {
            writer.raw(", row_number() OVER (PARTITION BY ")
            try writePosition(form, table, columns, &writer)
            try order(orderings, &writer)
            writer.raw(") AS ")
            writer.madeUp("row")
        }
        writer.raw(" FROM ")
        try source(form, table, columns, &writer)
        if join != nil {
            // Of numbers between two others the engine knows how many rows have them, and begins with the smaller table.
            if case .runs(_, _, .ranges) = form { writer.raw(" JOIN ") } else { writer.joinKeys() }
            writer.table(target.mapping)
            try on(pairs, &writer)
        }
        try filter(&writer, word: " WHERE ")
        if isLimited {
            writer.raw(") AS ")
            writer.madeUp("rows WHERE ")
            writer.madeUp("row > ")
            let offset = Int64(request.offset ?? 0)
            try writer.bind(.integer(offset))
            if let most = request.most {
                let (last, isBeyond) = offset.addingReportingOverflow(Int64(most))
                writer.raw(" AND ")
                writer.madeUp("row <= ")
                try writer.bind(.integer(isBeyond ? .max : last))
            }
            writer.raw(" ORDER BY ")
            writer.madeUp(KeySet.position + ", ")
            writer.madeUp("row")
        } else {
            // Parent by parent, so that the rows of one are neighbours among the siblings that they become.
            let first = position.map { target.mapping.columns[$0].name }
            try order(
                orderings, &writer, after: orderings.isEmpty ? nil : first ?? KeySet.position, isColumn: first != nil)
        }
        if request.isLocking { try writer.lockClause(SQLRowLock(.forUpdate, waiting: nil)) }
        return RenderedSQL(sql: writer.sql, parameters: Array(writer.parameters.dropFirst(form.parameterCount)))
    }

    /// A statement that only finds the rows of some keys: its plan says by which index.
    func search(_ form: KeySet.Form, matched: [String], readingAll compared: [ComparedColumn]? = nil) throws -> String {
        var writer = newWriter()
        let table = compared.map {
            KeyTable(form: form, matched: $0, comparisons: matched.indices.map { comparison($0) })
        }
        try table?.writeWith(&writer)
        writer.raw("SELECT 1 FROM ")
        try source(form, table, matched.map { .column($0, of: owner) }, &writer)
        return writer.sql
    }

    /// The keys joined with the table that they are looked up in, or the other way round.
    private func source(
        _ form: KeySet.Form, _ keys: KeyTable?, _ columns: [SQLExpression], _ writer: inout SQLWriter
    ) throws {
        if keys != nil {
            table(of: join ?? target, &writer)
            writer.joinKeys()
            writer.madeUp("keys")
        } else {
            try form.write(to: &writer)
            writer.joinKeys()
            table(of: join ?? target, &writer)
        }
        for (index, column) in columns.enumerated() {
            writer.raw(index == 0 ? " ON " : " AND ")
            if let keys {
                try keys.writeCondition(index, column, &writer)
            } else {
                try form.writeCondition(index, column, comparison(index), &writer)
            }
        }
    }

    private func writePosition(
        _ form: KeySet.Form, _ keys: KeyTable?, _ columns: [SQLExpression], _ writer: inout SQLWriter
    ) throws {
        if keys != nil { writer.madeUp("keys.ordinal") } else { try form.writePosition(columns, &writer) }
    }

    private func comparison(_ part: Int) -> KeyComparison {
        comparisons.indices.contains(part) ? comparisons[part] : KeyComparison()
    }

    /// The position of the target's column that tells which key a row belongs to, so that nothing has to be read twice;
    /// nil if a column of its own is added for that.
    func position(of form: KeySet.Form, among matched: [String]) -> Int? {
        guard case .runs(let part, _, _) = form, join == nil, !request.countsRows else { return nil }
        return target.mapping.firstIndex(of: matched[part])
    }

    private func newWriter() -> SQLWriter {
        var writer = SQLWriter(for: target.dialect)
        writer.avoidNames(of: [target.mapping] + (join.map { [$0.mapping] } ?? []))
        return writer
    }

    /// What the table with the matched columns is called.
    private var owner: String { join.map { $0.mapping.joinName(beside: target.mapping) } ?? target.mapping.table }

    private func table(of plan: TablePlan, _ writer: inout SQLWriter) {
        writer.table(plan.mapping)
        guard owner != plan.mapping.table else { return }
        writer.raw(" AS ")
        writer.identifier(owner)
    }

    private func columns(_ writer: inout SQLWriter) {
        list(target.mapping, of: target.mapping.table, &writer)
        if let join, request.join?.isWanted == true {
            writer.raw(", ")
            list(join.mapping, of: owner, &writer, prefix: "join_")
        }
    }

    private func list(_ mapping: Mapping, of table: String, _ writer: inout SQLWriter, prefix: String? = nil) {
        for (index, column) in mapping.columns.enumerated() {
            if index > 0 { writer.raw(", ") }
            writer.identifier(table)
            writer.raw(".")
            writer.identifier(column.name)
            if let prefix {
                writer.raw(" AS ")
                writer.madeUp("\(prefix)\(index)")
            }
        }
    }

    /// The same columns by the names that the inner SELECT gives them.
    private func result(_ writer: inout SQLWriter) {
        for (index, column) in target.mapping.columns.enumerated() {
            if index > 0 { writer.raw(", ") }
            writer.identifier(column.name)
        }
        if let join, request.join?.isWanted == true {
            for index in join.mapping.columns.indices {
                writer.raw(", ")
                writer.madeUp("join_\(index)")
            }
        }
    }

    private func on(_ pairs: [(join: String, target: String)], _ writer: inout SQLWriter) throws {
        for (index, pair) in pairs.enumerated() {
            writer.raw(index == 0 ? " ON " : " AND ")
            try SQLExpression.column(pair.target, of: target.mapping.table).write(to: &writer)
            writer.raw(" = ")
            try SQLExpression.column(pair.join, of: owner).write(to: &writer)
        }
    }

    private func filter(_ writer: inout SQLWriter, word: String) throws {
        guard let filter = request.filter else { return }
        writer.raw(word + "(")
        try filter.write(to: &writer)
        writer.raw(")")
    }

    private func order(
        _ orderings: [Ordering], _ writer: inout SQLWriter, after first: String? = nil, isColumn: Bool = false
    ) throws {
        if let first {
            writer.raw(" ORDER BY ")
            if isColumn { try SQLExpression.column(first, of: owner).write(to: &writer) } else { writer.madeUp(first) }
        }
        for (index, ordering) in orderings.enumerated() {
            writer.raw(index == 0 && first == nil ? " ORDER BY " : ", ")
            try ordering.expression.write(to: &writer)
            writer.direction(of: ordering, in: target)
        }
    }

    private func limit(_ writer: inout SQLWriter) throws {
        if let most = request.most {
            writer.raw(" LIMIT ")
            try writer.bind(.integer(Int64(most)))
        } else if request.offset != nil, target.dialect.features.contains(.offsetNeedsLimit) {
            writer.unlimited()
        } else if request.kind == .belongsTo, !orderings.isEmpty {
            // The key that is pointed to may not be unique after all.
            writer.raw(" LIMIT 1")
        }
        if let offset = request.offset {
            writer.raw(" OFFSET ")
            try writer.bind(.integer(Int64(offset)))
        }
    }
}
