import ZIMDb

/// A join table whose rows pick out those of a query: `FROM "enrolment" JOIN "course" ON …`.
///
/// An inner join and no EXISTS: the engine then begins with the few rows of the join table and finds the others by key.
package struct QueryJoinTable {
    let table: SQLIdentifier
    /// What the join table is called in the statement.
    let alias: String
    /// The join table's columns and those of the query's class, pair by pair.
    let pairs: [(join: String, own: String)]

    package init(_ table: SQLIdentifier, alias: String, pairs: [(join: String, own: String)]) {
        self.table = table
        self.alias = alias
        self.pairs = pairs
    }

    /// `"course"."id" = "amigo_join"."course_id"`
    func conditions(_ mapping: Mapping) -> [SQLExpression] {
        pairs.map { .column($0.own, of: mapping.table) == .column($0.join, of: alias) }
    }
}

extension Query {
    /// Only rows that a row of a join table refers to; its columns can be named in conditions by its alias.
    package func joined(with joinTable: QueryJoinTable) -> Query {
        adding { query in
            guard query.spec.joinTable == nil, query.spec.keys == nil else {
                throw ModelError(.query, "a query can follow one relationship", table: query.plan.mapping.table)
            }
            query.spec.joinTable = joinTable
        }
    }

    /// Only rows that hold these values in these columns; each is converted by its column's type.
    package func filter(_ columns: [String], equal values: [SQLValue]) -> Query {
        adding { query in
            let mapping = query.plan.mapping
            let positions = try mapping.indexes(of: columns)
            let resolver = FilterResolver(plan: query.plan, session: query.session)
            for (index, value) in zip(positions, values) {
                query.spec.conditions.append(try resolver.condition(index, .equalTo, value))
            }
        }
    }

    /// Only rows that hold these values in these columns, as SQL compares them: those that a relationship leads to.
    package func filter(_ columns: [String], stored values: [SQLValue]) -> Query {
        adding { query in
            let mapping = query.plan.mapping
            for (index, value) in zip(try mapping.indexes(of: columns), values) {
                query.spec.conditions.append(.binary(mapping.column(index), .equalTo, .value(value)))
            }
        }
    }

    /// Only the row with a key.
    ///
    /// - Throws: when the query is sent, ``ModelError`` with code keyMismatch for another number of values.
    package func filter(key: [SQLValue]) -> Query {
        adding { query in
            let mapping = query.plan.mapping
            let key = try mapping.normalizedKey(key)
            query = query.filter(mapping.keyNames, equal: key)
        }
    }
}
