import ZIMDb

/// What the library asks of the catalogue: tables with their columns, indexes and foreign keys. It has no more.
struct ThirdSchemaQueries: SchemaQueries {
    let engine = "third"

    func tables(_ scope: CatalogScope) -> SQL {
        """
        SELECT NULL, t.name, t.type, 0, NULL, NULL, NULL, NULL, 0 FROM sqlite_schema AS t WHERE \(these(scope)) ORDER BY 2
        """
    }

    func columns(_ scope: CatalogScope) -> SQL {
        """
        SELECT NULL, t.name, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden > 1, c.type, \
        CASE WHEN c.type = 'INTEGER' AND c.pk = 1 AND (SELECT max(k.pk) FROM pragma_table_xinfo(t.name) AS k) = 1 \
        THEN 'byDefault' END, NULL, NULL, NULL, CASE c.type WHEN 'INTEGER' THEN 'integer' WHEN 'REAL' THEN 'real' \
        WHEN 'TEXT' THEN 'text' ELSE 'blob' END, NULL, NULL, NULL, NULL, NULL, NULL \
        FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c WHERE \(these(scope)) ORDER BY t.name, c.cid
        """
    }

    func indexes(_ scope: CatalogScope) -> SQL {
        """
        SELECT NULL, t.name, i.name, i.origin = 'pk', i."unique", CASE i.origin WHEN 'pk' THEN 'primaryKey' \
        WHEN 'u' THEN 'unique' ELSE 'index' END, NULL, p.name, NULL, p."desc", NULL, NOT p.key, NULL, NULL \
        FROM sqlite_schema AS t JOIN pragma_index_list(t.name) AS i JOIN pragma_index_xinfo(i.name) AS p \
        WHERE p.cid >= 0 AND \(these(scope)) ORDER BY t.name, i.name, p.seqno
        """
    }

    func constraints(_ scope: CatalogScope) -> SQL {
        """
        SELECT NULL, t.name, 'key ' || f.id, NULL, f."from", NULL, f."table", f."to", f.on_update, f.on_delete, NULL \
        FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE \(these(scope)) \
        ORDER BY t.name, f.id, f.seq
        """
    }

    private func these(_ scope: CatalogScope) -> SQL {
        let one: SQL = scope.table.map { " AND t.name = \($0)" } ?? ""
        return "t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite%'\(one)"
    }
}
