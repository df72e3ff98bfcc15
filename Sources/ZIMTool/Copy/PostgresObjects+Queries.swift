import ZIMSql

/// What the catalogue is asked.
extension PostgresObjects {
    /// In the order in which they were made. Those that a default, a computed column or a domain asks are wanted first.
    static let routines: SQL = """
        SELECT \(CatalogSQL.schema("p", kind: "function")), pg_catalog.format('%I.%I', n.nspname, p.proname), \
        pg_catalog.quote_ident(p.proname), p.prokind::text, p.oid::regprocedure::text, l.lanname::text, \
        CASE WHEN p.prokind <> 'a' THEN pg_get_functiondef(p.oid) \
        WHEN a.aggkind = 'n' AND a.aggmtransfn = 0 AND a.aggsortop = 0 THEN pg_catalog.format('(%s) (SFUNC = %s, STYPE = %s', \
        CASE WHEN p.pronargs = 0 THEN '*' ELSE pg_get_function_arguments(p.oid) END, a.aggtransfn, \
        pg_catalog.format_type(a.aggtranstype, NULL)) || CASE WHEN a.aggfinalfn <> 0 THEN ', FINALFUNC = ' || a.aggfinalfn::text \
        || CASE WHEN a.aggfinalextra THEN ', FINALFUNC_EXTRA' ELSE '' END ELSE '' END \
        || CASE WHEN a.aggcombinefn <> 0 THEN ', COMBINEFUNC = ' || a.aggcombinefn::text ELSE '' END \
        || COALESCE(', INITCOND = ' || quote_literal(a.agginitval), '') \
        || CASE p.proparallel WHEN 's' THEN ', PARALLEL = SAFE' ELSE '' END || ')' END, \
        p.prosecdef, EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.refclassid = 'pg_catalog.pg_proc'::regclass \
        AND d.refobjid = p.oid AND (d.classid = 'pg_catalog.pg_attrdef'::regclass OR d.classid = \
        'pg_catalog.pg_constraint'::regclass AND EXISTS (SELECT FROM pg_catalog.pg_constraint AS o WHERE o.oid = d.objid \
        AND o.contypid <> 0))) \
        FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace \
        JOIN pg_catalog.pg_language AS l ON l.oid = p.prolang \
        LEFT JOIN pg_catalog.pg_aggregate AS a ON a.aggfnoid = p.oid \
        WHERE \(CatalogSQL.isOwnSchema) \
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_catalog.pg_proc'::regclass \
        AND d.objid = p.oid AND d.deptype IN ('e', 'i')) ORDER BY p.oid
        """

    static let views: SQL = """
        SELECT c.oid::text, \(CatalogSQL.schema()), c.relname::text, \
        c.relkind = 'm', pg_get_viewdef(c.oid), COALESCE(pg_catalog.array_to_string(c.reloptions, ', '), ''), \
        c.relkind = 'm' AND c.relispopulated, pg_catalog.to_json(ARRAY(SELECT pg_get_indexdef(i.indexrelid, 0, true) \
        FROM pg_catalog.pg_index AS i WHERE i.indrelid = c.oid ORDER BY 1))::text \
        FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
        WHERE c.relkind IN ('v', 'm') AND \(CatalogSQL.isOwnSchema) \
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_catalog.pg_class'::regclass \
        AND d.objid = c.oid AND d.deptype = 'e') ORDER BY c.oid
        """

    /// The tables, views and sequences of others that the query of a view names.
    static let viewUses: SQL = """
        SELECT DISTINCT r.ev_class::text, \(CatalogSQL.schema()), c.relname::text \
        FROM pg_catalog.pg_depend AS d JOIN pg_catalog.pg_rewrite AS r ON d.classid = 'pg_catalog.pg_rewrite'::regclass \
        AND d.objid = r.oid AND r.rulename = '_RETURN' JOIN pg_catalog.pg_class AS c \
        ON d.refclassid = 'pg_catalog.pg_class'::regclass AND c.oid = d.refobjid AND c.oid <> r.ev_class \
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') \
        AND \(CatalogSQL.isOwnSchema) AND NOT EXISTS ( \
        SELECT FROM pg_catalog.pg_depend AS e WHERE e.classid = 'pg_catalog.pg_class'::regclass AND e.objid = c.oid \
        AND e.deptype = 'e')
        """

    static let rules: SQL = """
        SELECT \(CatalogSQL.schema()), c.relname::text, r.rulename::text, \
        pg_get_ruledef(r.oid, true), \
        CASE r.ev_enabled WHEN 'D' THEN 'DISABLE' WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' END \
        FROM pg_catalog.pg_rewrite AS r JOIN pg_catalog.pg_class AS c ON c.oid = r.ev_class \
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE r.rulename <> '_RETURN' \
        AND \(CatalogSQL.isOwnSchema) AND NOT c.relispartition ORDER BY r.oid
        """

    static let triggers: SQL = """
        SELECT \(CatalogSQL.schema()), c.relname::text, t.tgname::text, \
        pg_get_triggerdef(t.oid, true), \
        CASE t.tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' END \
        FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid \
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal \
        AND \(CatalogSQL.isOwnSchema) AND NOT c.relispartition ORDER BY t.oid
        """
}
