#if MySQL
    import ZIMDb

    /// The catalogue queries on `information_schema`. A schema is a database of the server.
    ///
    /// What is joined has the condition on its tables itself, and is DISTINCT: compared with the columns of another view only, MariaDB
    /// and MySQL 5.7 look into all tables of all databases, 25 times as long on a server with 600.
    ///
    /// Names are compared as bytes: a server setting decides whether `A` and `a` are the same table, but the catalogue always
    /// compares them as equal.
    ///
    /// Source: <https://mariadb.com/kb/en/information-schema-tables/>
    struct MySQLSchemaQueries: SchemaQueries {
        let server: MySQLServer
        var engine: String { "mysql" }

        /// Who asks MariaDB for the CREATE_OPTIONS has it open each view, and say in the comment what is wrong with it.
        func tables(_ scope: CatalogScope) -> SQL {
            """
            SELECT \(home(scope)), t.TABLE_NAME, \
            CASE WHEN t.TABLE_TYPE LIKE '%VIEW' THEN 'view' ELSE 'table' END, 0, \
            CASE WHEN t.CREATE_OPTIONS LIKE '%partitioned%' THEN p.`key` END, \
            CASE WHEN t.TABLE_TYPE NOT LIKE '%VIEW' THEN NULLIF(t.TABLE_COMMENT, '') END, \
            CASE WHEN t.TABLE_TYPE NOT LIKE '%VIEW' THEN t.ENGINE END, \
            CASE WHEN t.TABLE_TYPE = 'VIEW' AND t.TABLE_COMMENT <> 'VIEW' THEN t.TABLE_COMMENT END, 0 \
            FROM information_schema.TABLES AS t LEFT JOIN (SELECT DISTINCT t.TABLE_SCHEMA AS `schema`, t.TABLE_NAME AS `table`, \
            \(Self.exactName) AS exact, \
            CONCAT(t.PARTITION_METHOD, ' (', COALESCE(t.PARTITION_EXPRESSION, ''), ')') AS `key` \
            FROM information_schema.PARTITIONS AS t WHERE t.PARTITION_METHOD IS NOT NULL AND \(these(scope))) AS p \
            ON \(Self.isSameTable("p")) \
            WHERE t.TABLE_TYPE <> 'SEQUENCE' AND \(these(scope)) ORDER BY 1, 2
            """
        }

        func columns(_ scope: CatalogScope) -> SQL {
            """
            SELECT \(home(scope)), t.TABLE_NAME, t.COLUMN_NAME, t.COLUMN_TYPE, t.IS_NULLABLE = 'NO', \
            CASE WHEN t.EXTRA LIKE '%auto_increment%' THEN 'AUTO_INCREMENT' ELSE \(unsafe: defaultValue) END, \
            CASE WHEN t.GENERATION_EXPRESSION = 'ROW END' THEN 0 ELSE COALESCE(k.place, 0) END, \
            COALESCE(t.GENERATION_EXPRESSION, '') <> '', \(unsafe: listType), \
            CASE WHEN t.EXTRA LIKE '%auto_increment%' THEN 'byDefault' END, \
            NULLIF(\(unsafe: expression("t.GENERATION_EXPRESSION")), ''), NULL, \
            NULL, \(unsafe: Self.family), NULLIF(t.COLUMN_COMMENT, ''), NULL, NULL, NULL, \
            CASE WHEN t.EXTRA LIKE '%on update%' THEN 1 END, \(unsafe: mayBeCut) FROM information_schema.COLUMNS AS t \
            LEFT JOIN (SELECT DISTINCT t.TABLE_SCHEMA AS `schema`, t.TABLE_NAME AS `table`, \(Self.exactName) AS exact, \
            t.COLUMN_NAME AS `column`, \
            t.SEQ_IN_INDEX AS place FROM information_schema.STATISTICS AS t WHERE t.INDEX_NAME = 'PRIMARY' \
            AND \(these(scope))) AS k ON \(Self.isSameTable("k")) \
            AND k.`column` = t.COLUMN_NAME WHERE \(these(scope)) ORDER BY 1, 2, t.ORDINAL_POSITION
            """
        }

        /// An expression as SQL. MySQL 8.0 tells `c <> 'ö'` as `c <> _utf8mb4\'Ã¶\'`: with escaped quotes, and with a character
        /// for each byte of its UTF-8.
        private func expression(_ column: String) -> String {
            guard !server.isMariaDB, server.version >= 80_000 else { return column }
            let plain = #"REPLACE(REPLACE(\#(column), '\\''', ''''), '\\\\', '\\')"#
            // TiDB tells it as it is, and has no such character set.
            if server.isTiDB { return plain }
            let digits = "REGEXP_REPLACE(HEX(CONVERT(\(plain) USING ucs2)), '00(..)', '$1')"
            return #"""
                CASE WHEN LENGTH(\#(column)) = CHAR_LENGTH(\#(column)) OR \#(column) REGEXP '[^\\x{01}-\\x{FF}]' \#
                THEN \#(plain) ELSE COALESCE(CONVERT(UNHEX(\#(digits)) USING utf8mb4), \#(plain)) END
                """#
        }

        /// The default as SQL. MariaDB stores it so; MySQL stores the bare text of a constant, from 8.0 on the digits of bytes,
        /// and ``expression(_:)``.
        private var defaultValue: String {
            if server.isMariaDB { return "NULLIF(t.COLUMN_DEFAULT, 'NULL')" }
            // What may be cut is asked of the server in its own words, where nobody may see the table's definition.
            let cut = "WHEN \(mayBeCut) = 1 THEN CONCAT('DEFAULT(`', REPLACE(t.COLUMN_NAME, '`', '``'), '`)') "
            let bytes =
                server.version < 80_000
                ? "" : cut + "WHEN t.DATA_TYPE IN ('binary', 'varbinary') THEN t.COLUMN_DEFAULT "
            return #"""
                CASE WHEN t.EXTRA LIKE '%DEFAULT_GENERATED%' \#
                THEN \#(expression("t.COLUMN_DEFAULT")) \#
                WHEN t.COLUMN_DEFAULT IS NULL OR t.COLUMN_DEFAULT LIKE 'CURRENT_TIMESTAMP%' OR t.DATA_TYPE IN ('tinyint', \#
                'smallint', 'mediumint', 'int', 'bigint', 'decimal', 'float', 'double', 'year', 'bit') \#
                THEN t.COLUMN_DEFAULT \#(bytes)ELSE QUOTE(t.COLUMN_DEFAULT) END
                """#
        }

        /// Whether zeros and what follows them may be missing from a default, which the catalogue of MySQL 8 ends there.
        private var mayBeCut: String {
            if server.isMariaDB || server.version < 80_000 { return "NULL" }
            return """
                CASE WHEN t.DATA_TYPE IN ('binary', 'varbinary') AND t.EXTRA NOT LIKE '%DEFAULT_GENERATED%' \
                AND LENGTH(t.COLUMN_DEFAULT) < 2 + 2 * t.CHARACTER_OCTET_LENGTH THEN 1 END
                """
        }

        /// The column of a key set that is joined to this one: wide enough that no key is cut or clamped to one that is
        /// there, and for text in the character set and collation by which the index is ordered.
        private var listType: String {
            """
            CASE WHEN t.DATA_TYPE IN ('tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'year', 'bit') \
            THEN CASE WHEN t.COLUMN_TYPE LIKE '%unsigned%' OR t.DATA_TYPE = 'bit' THEN 'BIGINT UNSIGNED' ELSE 'BIGINT' END \
            WHEN t.DATA_TYPE = 'decimal' THEN 'DECIMAL(65, 30)' WHEN t.DATA_TYPE IN ('float', 'double') THEN 'DOUBLE' \
            WHEN t.DATA_TYPE = 'date' THEN 'DATE' WHEN t.DATA_TYPE = 'time' THEN 'TIME(6)' \
            WHEN t.DATA_TYPE IN ('datetime', 'timestamp') THEN 'DATETIME(6)' \
            WHEN t.CHARACTER_SET_NAME IS NOT NULL THEN CONCAT('LONGTEXT CHARACTER SET ', t.CHARACTER_SET_NAME, \
            ' COLLATE ', t.COLLATION_NAME) WHEN t.DATA_TYPE IN ('binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', \
            'longblob') THEN 'BINARY' END
            """
        }

        /// The type family of the column `t`. BOOLEAN is `tinyint(1)`, and shapes are bytes.
        private static let family = """
            CASE WHEN t.COLUMN_TYPE IN ('tinyint(1)', 'bit(1)') THEN 'boolean' \
            WHEN t.DATA_TYPE IN ('tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'year', 'bit') THEN 'integer' \
            WHEN t.DATA_TYPE IN ('float', 'double') THEN 'real' WHEN t.DATA_TYPE = 'decimal' THEN 'decimal' \
            WHEN t.DATA_TYPE IN ('date', 'datetime', 'timestamp') THEN 'date' WHEN t.DATA_TYPE = 'time' THEN 'time' \
            WHEN t.DATA_TYPE = 'uuid' THEN 'uuid' WHEN t.DATA_TYPE = 'json' THEN 'json' \
            WHEN t.DATA_TYPE IN ('binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'geometry', 'point', \
            'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection', \
            'geomcollection') THEN 'blob' \
            WHEN t.CHARACTER_SET_NAME IS NOT NULL THEN 'text' ELSE 'any' END
            """

        func indexes(_ scope: CatalogScope) -> SQL {
            // A part of a column is an expression: rows may share it. That of a shape is its rectangle.
            let isPart = "t.SUB_PART IS NOT NULL AND t.INDEX_TYPE <> 'SPATIAL'"
            let expression =
                server.isMariaDB || server.version < 80_013
                ? "NULL" : expression("t.EXPRESSION")
            return """
                SELECT \(home(scope)), t.TABLE_NAME, t.INDEX_NAME, t.INDEX_NAME = 'PRIMARY', t.NON_UNIQUE = 0, \
                CASE WHEN t.INDEX_NAME = 'PRIMARY' THEN 'primaryKey' WHEN t.NON_UNIQUE = 0 THEN 'unique' ELSE 'index' END, \
                NULL, CASE WHEN NOT (\(unsafe: isPart)) THEN t.COLUMN_NAME END, \
                CASE WHEN \(unsafe: isPart) THEN CONCAT('LEFT(`', REPLACE(t.COLUMN_NAME, '`', '``'), '`, ', t.SUB_PART, \
                ')') ELSE \(unsafe: expression) END, COALESCE(t.COLLATION = 'D', 0), NULL, 0, LOWER(t.INDEX_TYPE), NULL \
                FROM information_schema.STATISTICS AS t WHERE \(these(scope))\(isPartOfPresent(scope)) \
                ORDER BY 1, 2, t.INDEX_NAME <> 'PRIMARY', t.INDEX_NAME, t.SEQ_IN_INDEX
                """
        }

        /// A table that keeps the rows of the past has their end as the last part of each unique key; those of today are told
        /// apart without.
        ///
        /// Source: <https://mariadb.com/kb/en/system-versioned-tables/>
        private func isPartOfPresent(_ scope: CatalogScope) -> SQL {
            guard server.isMariaDB else { return "" }
            return """
                 AND NOT (t.NON_UNIQUE = 0 AND (BINARY t.TABLE_SCHEMA, BINARY t.TABLE_NAME, t.COLUMN_NAME) IN (\
                SELECT BINARY t.TABLE_SCHEMA, BINARY t.TABLE_NAME, t.COLUMN_NAME FROM information_schema.COLUMNS AS t \
                WHERE t.GENERATION_EXPRESSION = 'ROW END' AND \(these(scope))))
                """
        }

        func constraints(_ scope: CatalogScope) -> SQL {
            let parent: SQL =
                "IF(BINARY t.REFERENCED_TABLE_SCHEMA = BINARY \(database(scope)), NULL, t.REFERENCED_TABLE_SCHEMA)"
            let keys: SQL = """
                SELECT \(home(scope)) AS home, t.TABLE_NAME AS `table`, t.CONSTRAINT_NAME AS name, NULL AS `condition`, \
                t.COLUMN_NAME AS `column`, \(parent) AS parent_schema, t.REFERENCED_TABLE_NAME AS parent, \
                t.REFERENCED_COLUMN_NAME AS parent_column, r.on_update, r.on_delete, \
                NULL AS deferred, t.ORDINAL_POSITION AS place FROM information_schema.KEY_COLUMN_USAGE AS t \
                LEFT JOIN (\(rules(scope))) AS r ON \(Self.isSameTable("r")) AND r.name = t.CONSTRAINT_NAME \
                WHERE t.REFERENCED_TABLE_NAME IS NOT NULL AND \(these(scope))\(isSeenWhole(scope))
                """
            return
                "SELECT home, `table`, name, `condition`, `column`, parent_schema, parent, parent_column, on_update, "
                + "on_delete, deferred FROM (" + keys + checks(scope) + ") AS c ORDER BY 1, 2, 3, place"
        }

        /// MySQL tells who may read some columns these parts of a foreign key, with their places in it; MariaDB tells them none.
        private func isSeenWhole(_ scope: CatalogScope) -> SQL {
            guard !server.isMariaDB, server.version >= 80_000 else { return "" }
            return """
                 AND (\(Self.exactName), t.CONSTRAINT_NAME) NOT IN (SELECT k.exact, k.name FROM (SELECT \(Self.exactName) AS exact, \
                t.CONSTRAINT_NAME AS name, MAX(t.ORDINAL_POSITION) AS last, COUNT(*) AS seen \
                FROM information_schema.KEY_COLUMN_USAGE AS t WHERE t.REFERENCED_TABLE_NAME IS NOT NULL AND \(these(scope)) \
                GROUP BY 1, 2) AS k WHERE k.last > k.seen)
                """
        }

        func shown(_ table: SQLIdentifier) -> SQL? { "SHOW CREATE TABLE \(table)" }

        func actions(shownIn definition: String) -> [ForeignKeyActions] {
            let isNoAction = !server.isMariaDB && server.version >= 80_000
            return ForeignKeyActions.shown(in: definition, usual: isNoAction ? "NO ACTION" : "RESTRICT")
        }

        /// What foreign keys do; nothing to a user who may only read.
        ///
        /// Source: <https://mariadb.com/kb/en/information-schema-referential_constraints-table/>
        private func rules(_ scope: CatalogScope) -> SQL {
            """
            SELECT DISTINCT t.CONSTRAINT_SCHEMA AS `schema`, t.TABLE_NAME AS `table`, \
            BINARY CONCAT(t.CONSTRAINT_SCHEMA, '.', t.TABLE_NAME) AS exact, t.CONSTRAINT_NAME AS name, \
            t.UPDATE_RULE AS on_update, t.DELETE_RULE AS on_delete FROM information_schema.REFERENTIAL_CONSTRAINTS AS t \
            WHERE \(these(scope, "CONSTRAINT_SCHEMA"))
            """
        }

        private func checks(_ scope: CatalogScope) -> SQL {
            if server.isMariaDB {
                return """
                     UNION ALL SELECT IF(BINARY t.CONSTRAINT_SCHEMA = BINARY \(database(scope)), NULL, \
                    t.CONSTRAINT_SCHEMA), t.TABLE_NAME, t.CONSTRAINT_NAME, t.CHECK_CLAUSE, NULL, NULL, NULL, NULL, NULL, NULL, \
                    NULL, 1 FROM information_schema.CHECK_CONSTRAINTS AS t WHERE \(these(scope, "CONSTRAINT_SCHEMA"))
                    """
            }
            guard server.version >= 80_016 else { return "" }
            return """
                 UNION ALL SELECT \(home(scope)), t.TABLE_NAME, t.CONSTRAINT_NAME, \
                \(unsafe: expression("c.CHECK_CLAUSE")), NULL, NULL, NULL, NULL, \
                NULL, NULL, NULL, 1 FROM information_schema.TABLE_CONSTRAINTS AS t \
                JOIN information_schema.CHECK_CONSTRAINTS AS c ON c.CONSTRAINT_SCHEMA = t.CONSTRAINT_SCHEMA \
                AND c.CONSTRAINT_NAME = t.CONSTRAINT_NAME \
                WHERE t.CONSTRAINT_TYPE = 'CHECK' AND t.ENFORCED = 'YES' AND \(these(scope))
                """
        }

        /// Partitions are not tables; statements name them in `PARTITION (…)` after the table.
        func partitions(_ scope: CatalogScope) -> SQL {
            """
            SELECT DISTINCT \(home(scope)), t.TABLE_NAME, NULL, t.PARTITION_NAME, \(Self.exactName) \
            FROM information_schema.PARTITIONS AS t \
            WHERE t.PARTITION_NAME IS NOT NULL AND \(these(scope)) ORDER BY 1, 2, 4
            """
        }

        func views(_ scope: CatalogScope) -> SQL {
            """
            SELECT \(home(scope)), t.TABLE_NAME, t.VIEW_DEFINITION, NULL FROM information_schema.VIEWS AS t \
            WHERE \(these(scope)) ORDER BY 1, 2
            """
        }

        /// The labels are part of the type's name.
        func labels(_ scope: CatalogScope) -> SQL { "SELECT NULL, NULL FROM DUAL WHERE 1 = 0" }

        func domains(_ scope: CatalogScope) -> SQL {
            "SELECT NULL, NULL, NULL, NULL, NULL, NULL FROM DUAL WHERE 1 = 0"
        }

        /// MariaDB does not tell the tables of a view: any trigger of its database counts.
        func insertTriggers(_ scope: CatalogScope, ofView: Bool) -> SQL {
            let scope = ofView ? CatalogScope(home: scope.home) : scope
            return """
                SELECT t.EVENT_OBJECT_SCHEMA, t.EVENT_OBJECT_TABLE, t.ACTION_TIMING = 'BEFORE' \
                FROM information_schema.TRIGGERS AS t \
                WHERE t.EVENT_MANIPULATION = 'INSERT' AND \(these(scope, "EVENT_OBJECT_SCHEMA", "EVENT_OBJECT_TABLE")) \
                ORDER BY 3 DESC LIMIT 1
                """
        }

        func isAscending(_ column: String, _ scope: CatalogScope) -> SQL {
            """
            SELECT CASE WHEN t.EXTRA LIKE '%auto_increment%' THEN 1 END FROM information_schema.COLUMNS AS t \
            WHERE t.COLUMN_NAME = \(column) AND \(these(scope))
            """
        }

        /// The database of unqualified names.
        private func database(_ scope: CatalogScope) -> SQL { scope.home.map { "\($0)" } ?? "DATABASE()" }

        /// Tells names apart that differ in case, also to DISTINCT.
        private static let exactName: SQL = "BINARY CONCAT(t.TABLE_SCHEMA, '.', t.TABLE_NAME)"

        /// The first two comparisons find the rows.
        private static func isSameTable(_ other: String) -> SQL {
            """
            \(unsafe: other).`schema` = t.TABLE_SCHEMA AND \(unsafe: other).`table` = t.TABLE_NAME \
            AND \(unsafe: other).exact = \(exactName)
            """
        }

        /// The schema of a table, NULL if its unqualified name finds it.
        private func home(_ scope: CatalogScope) -> SQL {
            "IF(BINARY t.TABLE_SCHEMA = BINARY \(database(scope)), NULL, t.TABLE_SCHEMA)"
        }

        /// The condition on `t`: the tables of a scope.
        private func these(
            _ scope: CatalogScope, _ schema: String = "TABLE_SCHEMA", _ table: String = "TABLE_NAME"
        ) -> SQL {
            // Names have no characters beyond U+FFFF, and the server refuses to compare them with a text that has some.
            func isNamed(_ column: String, _ name: String) -> SQL {
                name.unicodeScalars.contains { $0.value > 0xFFFF } ? "1 = 0" : "t.\(unsafe: column) = \(name)"
            }
            let own: SQL = "t.\(unsafe: schema) = \(database(scope))"
            if let name = scope.table { return own + " AND " + isNamed(table, name) }
            switch scope.others {
            case .none: return own
            case .besides(let names): return names.reduce("(" + own) { $0 + " OR " + isNamed(schema, $1) } + ")"
            case .only(let names): return names.reduce("(1 = 0") { $0 + " OR " + isNamed(schema, $1) } + ")"
            case .all:
                return """
                    t.\(unsafe: schema) NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')
                    """
            }
        }
    }
#endif
