import Foundation
import ZIMDb

extension Session {
    /// The model with a key; nil if there is no such row.
    ///
    /// ```swift
    /// let hers = try session.find(Address.self, "Ada", "Lovelace")
    /// // SELECT "firstName", "lastName", "street" FROM "Address" WHERE "firstName" = ? AND "lastName" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - key: the values in key order. Each is converted by its column's type: "10" finds integer 10. If one is NULL,
    ///     no row matches and no statement is sent.
    /// - Throws: ``ModelError`` with code keyMismatch if the number of values differs from the number of key columns, conflict if
    ///   several rows have the key, which nothing keeps unique.
    public func find<M: Model>(_ type: M.Type, _ key: any SQLValueConvertible...) throws -> sending M? {
        let plan = try plan(for: type)
        let reader = plan.mapping.keyReader
        guard key.count == reader.count, !key.isEmpty, type.defaultFilter == nil, try plan.hasExactKey(in: self),
            key.indices.allSatisfy({ reader.isPlain(key[$0].sqlValue, for: $0) })
        else { return try find(type, key: key.map(\.sqlValue)) }
        let found = try find(plan) { statement in
            for index in key.indices { try bind(key[index].sqlValue, to: statement, at: index + 1) }
        }
        return sent(found.cast())
    }

    /// The model with a key that is known at run time.
    public func find<M: Model>(_ type: M.Type, key: [SQLValue]) throws -> sending M? {
        let plan = try plan(for: type)
        return sent(try find(plan, key: plan.givenKey(key, in: self)).cast())
    }

    /// - Parameter callsHooks: whether the hooks of loading are called: not where nobody gets to see the model.
    func find(_ plan: TablePlan, key: [SQLValue], callsHooks: Bool = true) throws -> Model? {
        guard !key.isEmpty else {
            throw ModelError(
                .keyMissing, "\"\(plan.mapping.table)\" has no primary key, so a row cannot be found by it",
                table: plan.mapping.table, hint: "Use query with a filter")
        }
        if key.contains(where: \.isNull) { return nil }
        let isExact = try plan.hasExactKey(in: self) || plan.isExact(key, at: plan.mapping.key, in: self)
        let filter = try defaultFilter(of: plan)
        if isExact, let filter { return try find(plan, where: plan.equals(key) + [filter], callsHooks) }
        let conditions = try isExact ? [] : plan.conditions(ofKey: key, in: self)
        if let filter { return try find(plan, where: conditions + [filter], callsHooks) }
        // Mostly the row holds what we would write.
        if try isExact || plan.mayBeStored(key, in: self) {
            let found = try find(plan, callsHooks) { try bind(key, to: $0) }
            if isExact || found != nil { return found }
        }
        return try find(plan, where: conditions, callsHooks)
    }

    /// Finds the row for which conditions hold.
    private func find(
        _ plan: TablePlan, where conditions: [SQLExpression], _ callsHooks: Bool = true
    ) throws -> Model? {
        let statement = plan.rows.where(.all(conditions))
        let rendered = try plan.dialect.render(statement, MadeUpNames(beside: [plan.mapping]))
        return try run(compiled(rendered.sql, for: plan)) { statement in
            try bind(rendered.parameters, to: statement)
            // A unique key may hold one value in two forms.
            return try found(statement, plan, callsHooks, isUnique: false)
        }
    }

    /// The model whose key is stored exactly as given, for keys that could be stored in several ways.
    ///
    /// ```swift
    /// let visit = try session.find(Visit.self, raw: 1, "2024-01-01")
    /// // SELECT … FROM "visit" WHERE "patient" = ? AND "day" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - key: the values in key order, as the columns hold them.
    /// - Throws: ``ModelError`` with code keyMismatch if the number of values differs from the number of key columns.
    public func find<M: Model>(_ type: M.Type, raw key: SQLValue...) throws -> sending M? {
        let plan = try plan(for: type)
        guard key.count == plan.mapping.key.count, !key.isEmpty else {
            return try find(type, key: key)
        }
        if key.contains(where: \.isNull) { return nil }
        return sent(try find(plan, raw: key).cast())
    }

    private func find(_ plan: TablePlan, raw key: [SQLValue]) throws -> Model? {
        guard try plan.canHold(raw: key, in: self) else { return nil }
        if let filter = try defaultFilter(of: plan) { return try find(plan, where: plan.equals(key) + [filter]) }
        return try find(plan) { try bind(key, to: $0) }
    }

    /// Finds the row with the key that a closure binds.
    @inline(__always)
    private func find(
        _ plan: TablePlan, _ callsHooks: Bool = true, binding bind: (Statement) throws -> Void
    ) throws -> Model? {
        let statement = try compiled(plan.selectByKey, for: plan)
        return try run(statement) { statement in
            try bind(statement)
            statement.keepsParameters = true
            return try found(statement, plan, callsHooks)
        }
    }

    /// The one row of a statement.
    @inline(__always)
    private func found(
        _ statement: Statement, _ plan: TablePlan, _ callsHooks: Bool, isUnique: Bool? = nil
    ) throws -> Model? {
        guard try statement.step() else { return nil }
        let model = try RowLoader(plan: plan, session: self, callsHooks: callsHooks)
            .make(Row(statement), in: findings(plan))
        if let styles = model.record?.styles, styles !== plan.styles {
            plan.styles = styles
            findings = nil
        }
        if (isUnique ?? plan.uniqueKey) != true, try statement.step() {
            throw try plan.severalRows(plan.mapping.keyValues(of: model), done: "read")
        }
        return model
    }

    /// The batch of a model that is found by its key: one for all of a class that tracks its changes itself,
    /// since nothing of the single row has to be kept.
    @inline(__always)
    private func findings(_ plan: TablePlan) -> LoadBatch {
        let loading = relationshipLoading
        if let findings {
            let batch = unsafeDowncast(findings, to: LoadBatch.self)
            if batch.mapping === plan.mapping, batch.since == generation, batch.loading == loading { return batch }
        }
        let isShared = plan.mapping.tracksItself
        let batch = LoadBatch(
            mapping: plan.mapping, handle: handle, loading: loading, since: generation,
            sharing: isShared ? .shared : .alone)
        batch.styles = plan.styles
        if isShared { findings = batch }
        return batch
    }

    /// The compiled statement of a shape; where it does not compile, the error says what was meant.
    func compiled(_ shape: CachedSQL, for plan: TablePlan) throws -> Statement {
        do { return try connection.statement(shape) } catch { throw explain(examine(error), plan) }
    }

    func compiled(_ sql: String, for plan: TablePlan) throws -> Statement {
        do { return try connection.statement(sql) } catch { throw explain(examine(error), plan) }
    }

    /// Adds the nearest names to the error of a statement that names an unknown table or column.
    func explain(_ error: any Error, _ plan: TablePlan) -> any Error {
        guard var failure = error as? DatabaseError, failure.code == .sql, failure.hint == nil,
            !connection.engine.isTransactionFailed
        else { return error }
        let reader = schemaReader
        let mapping = plan.mapping
        if let name = failure.message.named(after: "no such table: ")
            ?? failure.message.named(after: "Table '", before: "' doesn't exist")?.withoutDatabase
        {
            let bare = name.without(prefix: mapping.schema)
            let names = try? reader.names(in: mapping.schema)
            failure.hint = names.flatMap { NearestNames.hint(for: bare, among: $0) }
        } else if let name = failure.message.named(after: "no such column: ")
            ?? failure.message.named(after: "has no column named ")
            ?? failure.message.named(after: "Unknown column '", before: "' in ")
        {
            let bare = name.without(prefix: mapping.schema).without(prefix: mapping.table)
            if let table = try? reader.table(mapping.table, schema: mapping.schema) {
                failure.message += " in \"\(mapping.table)\" (class \(mapping.type))"
                failure.hint = NearestNames.hint(for: bare, among: table.columns.map(\.name))
            }
        }
        return failure
    }
}

extension TablePlan {
    /// The key's columns hold values, letter for letter.
    fileprivate func equals(_ key: [SQLValue]) -> [SQLExpression] {
        zip(mapping.keyNames, key).map { .column($0) == .value($1) }
    }
}

/// Hands on what a call has made or read.
@inline(__always)
func sent<T>(_ made: T) -> sending T {
    // Known to nobody but the caller, and to closures and hooks that the call has run.
    nonisolated(unsafe) let made = made
    return made
}

extension Model? {
    /// The same model as one of the class that it is known to be of.
    @inline(__always)
    fileprivate func cast<M: Model>() -> M? {
        guard let self else { return nil }
        return unsafeDowncast(self, to: M.self)
    }
}

extension String {
    /// The word that follows a phrase of SQLite's or MySQL's messages, without the position that we add to SQLite's.
    fileprivate func named(after phrase: String, before end: String = " (at byte") -> String? {
        guard let range = range(of: phrase) else { return nil }
        let rest = self[range.upperBound...]
        return String(rest.range(of: end).map { rest[..<$0.lowerBound] } ?? rest)
    }

    /// `orders` of `shop.orders`
    fileprivate var withoutDatabase: String { firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self }

    /// A name without the table's or schema's before it.
    fileprivate func without(prefix: String?) -> String {
        guard let prefix, hasPrefix(prefix + ".") else { return self }
        return String(dropFirst(prefix.count + 1))
    }
}
