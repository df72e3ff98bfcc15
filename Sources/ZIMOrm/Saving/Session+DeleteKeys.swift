import ZIMDb

extension Session {
    /// Deletes the rows with the given keys.
    ///
    /// ```swift
    /// try session.delete(NewOrder.self, keys: [[1, 2, 3001], [1, 2, 3002]])
    /// // DELETE FROM "new_order" WHERE ("no_w_id", "no_d_id", "no_o_id") IN (SELECT … FROM json_each(?) … )
    /// ```
    ///
    /// - Returns: the number of deleted rows.
    /// - Throws: `DatabaseError` with code constraint if a row is still referenced; it names both rows, as
    ///   ``delete(_:)-(Model)`` does.
    @discardableResult
    public func delete<M: Model>(_ type: M.Type, keys: [[any SQLValueConvertible]]) throws -> Int {
        try delete(type, keys: keys, rawKeys: [])
    }

    /// The same, with keys among them that rows were read with.
    @discardableResult
    package func delete<M: Model>(
        _ type: M.Type, keys: [[any SQLValueConvertible]], rawKeys: [[SQLValue]]
    ) throws -> Int {
        do {
            let given = keys.isEmpty ? 0 : try query(type).filter(keys: keys).delete()
            return rawKeys.isEmpty ? given : try given + query(type).filter(rawKeys: rawKeys).delete()
        } catch let error as DatabaseError {
            guard let violation = error.constraint, violation.kind == .foreignKey, violation.columns.isEmpty,
                let plan = try? plan(for: type)
            else { throw error }
            let rows = keys.compactMap { try? plan.mapping.normalizedKey($0.map(\.sqlValue)) } + rawKeys
            throw ForeignKeyDiagnosis(session: self, plan: plan, models: [], keys: rows, isDeletion: true).explain(
                error)
        }
    }
}
