import ZIMOrm
import ZIMSql

/// Foreign keys that were declared on the partitions of a table of PostgreSQL, one by one: where all of them have it, the
/// table has it.
struct PartitionKeys {
    struct Found {
        let table: String
        /// As the source calls its columns and the other table.
        let key: CopyForeignKey
        let partitions: Int
        let all: Int
    }

    private(set) var all: [Found] = []

    init(_ session: Session) throws {
        for row in try session.rows(Self.list) {
            func action(_ position: Int) throws -> SQLForeignKeyAction? {
                let action = SQLForeignKeyAction(rawValue: try row.get(position))
                return action == .noAction ? nil : action
            }
            let key = CopyForeignKey(
                columns: try row.texts(2), parent: QualifiedName.text(schema: try row.get(3), table: try row.get(4)),
                references: try row.texts(5), onDelete: try action(6), onUpdate: try action(7),
                isDeferred: try row.get(8))
            all.append(
                Found(
                    table: QualifiedName.text(schema: try row.get(0), table: try row.get(1)), key: key,
                    partitions: try row.get(9), all: try row.get(10)))
        }
    }

    private static let list: SQL = """
        WITH RECURSIVE part(root, oid) AS (SELECT c.oid, c.oid FROM pg_catalog.pg_class AS c WHERE c.relkind = 'p' \
        AND NOT c.relispartition UNION ALL SELECT part.root, i.inhrelid FROM part JOIN pg_catalog.pg_inherits AS i \
        ON i.inhparent = part.oid), leaf AS (SELECT part.root, part.oid FROM part JOIN pg_catalog.pg_class AS c \
        ON c.oid = part.oid AND c.relkind = 'r'), key AS (SELECT o.conrelid, o.confrelid, \
        pg_catalog.to_json(ARRAY(SELECT a.attname::text FROM pg_catalog.unnest(o.conkey) WITH ORDINALITY AS k(number, place) \
        JOIN pg_catalog.pg_attribute AS a ON a.attrelid = o.conrelid AND a.attnum = k.number ORDER BY k.place))::text AS own, \
        pg_catalog.to_json(ARRAY(SELECT a.attname::text FROM pg_catalog.unnest(o.confkey) WITH ORDINALITY AS k(number, place) \
        JOIN pg_catalog.pg_attribute AS a ON a.attrelid = o.confrelid AND a.attnum = k.number ORDER BY k.place))::text AS other, \
        CASE o.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' \
        WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END AS ondelete, \
        CASE o.confupdtype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' \
        WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END AS onupdate, o.condeferred \
        FROM pg_catalog.pg_constraint AS o WHERE o.contype = 'f') \
        SELECT \(CatalogSQL.schema()), c.relname::text, key.own, \
        \(CatalogSQL.schema("p", "m")), p.relname::text, key.other, key.ondelete, \
        key.onupdate, key.condeferred, count(DISTINCT leaf.oid), \
        (SELECT count(*) FROM leaf AS every WHERE every.root = leaf.root) \
        FROM leaf JOIN key ON key.conrelid = leaf.oid JOIN pg_catalog.pg_class AS c ON c.oid = leaf.root \
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_catalog.pg_class AS p ON p.oid = key.confrelid \
        JOIN pg_catalog.pg_namespace AS m ON m.oid = p.relnamespace AND NOT p.relispartition \
        WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_constraint AS o WHERE o.conrelid = leaf.root AND o.contype = 'f' \
        AND o.confrelid = key.confrelid AND EXISTS (SELECT FROM key AS top WHERE top.conrelid = leaf.root \
        AND top.confrelid = key.confrelid AND top.own = key.own AND top.other = key.other)) \
        GROUP BY c.oid, n.nspname, p.oid, m.nspname, leaf.root, key.own, key.other, key.ondelete, key.onupdate, \
        key.condeferred ORDER BY 1, 2, 3, 4, 5
        """
}

extension CopyPlanner {
    mutating func takePartitionKeys(into plan: inout CopyPlan) throws {
        guard plan.tables.contains(where: { !$0.source.partitions.isEmpty }) else { return }
        for found in try PartitionKeys(source.session).all {
            guard let position = plan.tables.firstIndex(where: { $0.source.name == found.table }) else { continue }
            let table = plan.tables[position]
            var key = found.key
            let words = "the foreign key \(key.text) of \(found.partitions.counted("partition"))"
            guard found.partitions == found.all else {
                note(table, "\(words) is left out: the table has \(found.all.grouped)")
                continue
            }
            guard let parent = plan.tables.first(where: { $0.source.name == key.parent }) else {
                note(table, "\(words) is left out: there is no such table in the copy")
                continue
            }
            func named(_ names: [String], _ table: CopyTable) -> [String] {
                names.map { name in table.columns.first { $0.source.name == name }?.name ?? name }
            }
            (key.columns, key.references) = (named(key.columns, table), named(key.references, parent))
            guard key.columns.allSatisfy({ table.column($0) != nil }),
                key.references.allSatisfy({ parent.column($0) != nil })
            else {
                note(table, "\(words) is left out: a column of it is computed")
                continue
            }
            key.parent = parent.name
            key.isDeferred = key.isDeferred && target.traits.hasDeferredKeys
            plan.tables[position].foreignKeys.append(key)
        }
        plan.tables = LoadOrder.sorted(plan.tables)
    }
}
