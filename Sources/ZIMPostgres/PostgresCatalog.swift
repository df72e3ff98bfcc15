#if PostgreSQL
    import CPostgres
    import Synchronization
    import ZIMDb

    /// What all connections of one database have found out about types and constraints.
    final class PostgresCatalog: Sendable {
        /// What a constraint or unique index is about.
        struct Constraint: Sendable, Hashable {
            let isPrimaryKey: Bool
            let columns: [String]
            /// The topmost table, where that of the constraint is a partition.
            let partitioned: String?
        }

        private struct Name: Hashable {
            let schema: String
            let table: String
            let constraint: String
        }

        private struct Known: Sendable {
            let constraint: Constraint?
            let until: ContinuousClock.Instant
        }

        private let types = Mutex(PostgresType.builtIn)
        private let constraints = Mutex<[Name: Known]>([:])

        /// The types of some numbers; those that no connection has met yet are asked for.
        func types(_ oids: [Oid], on connection: PostgresConnection) throws -> [PostgresType] {
            let known = types.withLock { types in oids.map { types[$0] } }
            let missing = Set(zip(oids, known).filter { $0.1 == nil }.map(\.0))
            guard !missing.isEmpty else { return known.compactMap { $0 } }
            let list = "{" + missing.sorted().map(String.init).joined(separator: ",") + "}"
            let result = try connection.ask(
                """
                SELECT t.oid, pg_catalog.format_type(t.oid, NULL), t.typtype, t.typcategory, (
                    WITH RECURSIVE b (oid, below) AS (SELECT t.oid, t.typbasetype UNION ALL
                        SELECT u.oid, u.typbasetype FROM b JOIN pg_catalog.pg_type AS u ON u.oid = b.below)
                    SELECT b.oid FROM b WHERE b.below = 0 AND b.oid <> t.oid)
                FROM pg_catalog.pg_type AS t WHERE t.oid = ANY ($1::pg_catalog.oid[])
                """, [list])
            var found: [Oid: PostgresType] = [:]
            for row in 0..<result.rowCount {
                guard let oid = result.text(row, 0).flatMap({ Oid($0) }), let name = result.text(row, 1) else {
                    continue
                }
                let isEnumeration = result.text(row, 2) == "e"
                let isText = result.text(row, 3) == "S"
                found[oid] = PostgresType(
                    oid: oid, name: name, kind: isEnumeration ? .label : isText ? .otherText : .other,
                    base: result.text(row, 4).flatMap { Oid($0) })
            }
            types.withLock { $0.merge(found) { old, _ in old } }
            return zip(oids, known).map { oid, type in
                type ?? found[oid] ?? PostgresType(oid: oid, name: "type \(oid)", kind: .other)
            }
        }

        /// The types of the parameters of a described statement, those of domains as the types below them: a value goes to a
        /// domain in the form of its base type.
        func parameterTypes(_ description: PostgresResult, on connection: PostgresConnection) throws -> [Oid] {
            let oids = (0..<PQnparams(description.handle)).map { PQparamtype(description.handle, $0) }
            // Below are the types that are part of the server; information_schema has domains.
            guard oids.contains(where: { $0 >= PostgresOID.firstUnpinned }) else { return oids }
            return try types(oids, on: connection).map { $0.base ?? $0.oid }
        }

        /// What a constraint or unique index is about; nil if there is none of that name.
        ///
        /// It is kept for some seconds: errors come in crowds, and somebody may make it anew with other columns.
        func constraint(
            _ name: String, of table: String, in schema: String, ask: (String, [String]) throws -> PostgresResult
        ) -> Constraint? {
            let key = Name(schema: schema, table: table, constraint: name)
            let now = ContinuousClock.now
            if let known = constraints.withLock({ $0[key] }), known.until > now { return known.constraint }
            guard let found = try? Self.read(ask(Self.question, [schema, table, name])) else { return nil }
            constraints.withLock { constraints in
                if constraints.count >= 1_000 { constraints = [:] }
                constraints[key] = Known(constraint: found, until: now.advanced(by: .seconds(30)))
            }
            return found
        }

        /// The index first: it alone tells a primary key from other unique ones, and may stand without a constraint.
        private static let question = """
            SELECT 1 AS source, i.indisprimary, a.attname, k.place, \(root) FROM pg_catalog.pg_index AS i
            JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid JOIN pg_catalog.pg_class AS c ON c.oid = i.indrelid
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL pg_catalog.unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.number
            WHERE n.nspname = $1 AND c.relname = $2 AND x.relname = $3 AND k.place <= i.indnkeyatts
            UNION ALL
            SELECT 2, false, a.attname, k.place, \(root) FROM pg_catalog.pg_constraint AS o
            JOIN pg_catalog.pg_class AS c ON c.oid = o.conrelid
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL pg_catalog.unnest(o.conkey) WITH ORDINALITY AS k(number, place)
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.number
            WHERE n.nspname = $1 AND c.relname = $2 AND o.conname = $3 AND o.contype NOT IN ('p', 'u')
            ORDER BY 1, 4
            """

        private static let root = """
            (SELECT r.relname FROM pg_catalog.pg_class AS r
            WHERE c.relispartition AND r.oid = pg_catalog.pg_partition_root(c.oid))
            """

        private static func read(_ result: PostgresResult) -> Constraint? {
            guard let source = result.text(0, 0) else { return nil }
            let rows = (0..<result.rowCount).filter { result.text($0, 0) == source }
            return Constraint(
                isPrimaryKey: result.text(0, 1) == "t", columns: rows.compactMap { result.text($0, 2) },
                partitioned: result.text(0, 4))
        }
    }
#endif
