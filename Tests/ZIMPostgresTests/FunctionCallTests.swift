#if PostgreSQL
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    /// Which queries may change rows by a function that they call.
    @Suite struct FunctionCallTests {
        private func mayChange(_ sql: String) throws -> Bool {
            try PostgresScript.statements(of: sql).contains(where: \.mayChange)
        }

        @Test(arguments: [
            "SELECT added()", "SELECT 1, app.added (2)", "select count(added())", "SELECT * FROM added()",
            "VALUES (added(1))",
            "WITH a AS (SELECT \"Added\"()) SELECT * FROM a", "SELECT app.count(1)", "SELECT insert(1)",
            "FETCH ALL FROM c",
            "DECLARE c CURSOR FOR SELECT added()", "SELECT DISTINCT ON (a) added() FROM t",
            "EXPLAIN ANALYZE SELECT added()",
            "SELECT query_to_xml('DELETE FROM t', true, true, '')", "SELECT \"Count\"(1)",
        ])
        func theseMay(_ sql: String) throws { #expect(try mayChange(sql)) }

        @Test(arguments: [
            "SELECT count(*), pg_catalog.count(1), \"count\"(a) FROM t", "SELECT a FROM t AS u (a, b) WHERE (a) IN (1)",
            "WITH RECURSIVE r(n) AS (VALUES (1) UNION ALL SELECT (n + 1) FROM r) SELECT * FROM r",
            "SELECT a::numeric(10, 2), CAST(a AS varchar(9)), '1'::character varying(9) FROM t",
            "SELECT sum(a) FILTER (WHERE (b)) OVER (PARTITION BY (c) ORDER BY (d)) FROM t GROUP BY ROLLUP (a), GROUPING SETS ((a))",
            "SELECT k0 FROM unnest($1::bigint[]) WITH ORDINALITY AS zim_keys (k0, ordinal)",
            "SELECT 'added()', \"added\", added FROM t -- added()", "SHOW work_mem", "SAVEPOINT a",
        ])
        func theseDoNot(_ sql: String) throws { #expect(try !mayChange(sql)) }
    }
#endif
