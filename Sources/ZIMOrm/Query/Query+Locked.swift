public import ZIMDb

/// How the rows that a query finds are locked.
struct QueryLock {
    let strength: SQLRowLock.Strength
    let waiting: SQLRowLock.Waiting?
}

extension Query {
    /// Locks the rows that the query reads until the transaction ends.
    ///
    /// ```swift
    /// try database.write { session in
    ///     let stock = try session.query(Stock.self).filter(\.sku == "s1").locked().first()
    ///     // SELECT … FROM "stock" WHERE "stock"."sku" = ? LIMIT ? FOR UPDATE OF "stock"
    ///     let job = try session.query(Job.self).filter(\.state == "new").locked(waiting: .skipLocked).first()
    /// }
    /// ```
    ///
    /// Rows that are joined or loaded with them are not locked. On SQLite a write transaction is the only writer, so
    /// the statement needs no lock: nobody else can change the rows before the transaction ends.
    ///
    /// - Parameters:
    ///   - strength: which concurrent changes the lock prevents; see `SQLRowLock.Strength`.
    ///   - waiting: what to do if another transaction has locked a row; nil waits.
    /// - Throws: when the query is sent, ``ModelError`` with code query in a session that only reads, outside of a
    ///   transaction, and for counts, other aggregates and single columns; `DatabaseError` with code locked or timedOut.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-select.html#SQL-FOR-UPDATE-SHARE>
    public func locked(_ strength: SQLRowLock.Strength = .forUpdate, waiting: SQLRowLock.Waiting? = nil) -> Query {
        adding { query in
            guard !query.session.isReadOnly, query.session.connection.engine.isInTransaction else {
                throw ModelError(
                    .query, "rows of \"\(query.plan.mapping.table)\" can be locked in a write transaction only",
                    table: query.plan.mapping.table, hint: "Ask in database.write")
            }
            query.spec.lock = QueryLock(strength: strength, waiting: waiting)
        }
    }
}

extension QueryStatement {
    /// `SELECT … FOR UPDATE OF "t" SKIP LOCKED`; nothing more for an engine whose writing transactions follow one another.
    func locked(_ statement: consuming SelectStatement) throws -> SelectStatement {
        guard let lock = spec.lock, plan.dialect.features.contains(.rowLocks) else { return statement }
        // Such an engine has two strengths, and locks the rows of all tables.
        if !plan.dialect.features.contains(.rowLocksOfTables) {
            guard spec.joins.isEmpty, spec.joined.isEmpty, spec.keys == nil, spec.joinTable == nil else {
                throw ModelError(
                    .query,
                    "\(plan.dialect.name) would lock rows of other tables beside those of \"\(plan.mapping.table)\"",
                    table: plan.mapping.table, hint: "Find the keys first, then lock the rows by them")
            }
            return statement.lock(lock.strength, waiting: lock.waiting)
        }
        return statement.lock(lock.strength, of: [plan.mapping.table], waiting: lock.waiting)
    }

    /// - Throws: ``ModelError`` if the query is to lock rows, and what is asked for is not whole rows.
    func requireUnlocked() throws {
        guard spec.lock != nil else { return }
        throw ModelError(
            .query, "rows of \"\(plan.mapping.table)\" can be locked only where they are read whole",
            table: plan.mapping.table, hint: "Call all(), first(), last() or forEach(_:), or leave out locked()")
    }
}
