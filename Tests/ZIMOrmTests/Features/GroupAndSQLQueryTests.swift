import Testing
import ZIMOrm

@Suite(.eachEngine) struct GroupAndSQLQueryTests {
    @Test func groupsWithHaving() throws {
        let database = try Orders.database()
        try database.read { session in
            let grouped = try session.query(Orders.Line.self).filter(\.number < 3).groupBy("ol_w_id", "order")
                .having(.function("sum", .column("ol_amount")) > 8).orderBy("ol_w_id").orderBy("order")
            let rows = try grouped.rows(.count(), .function("sum", .column("ol_amount")))
            #expect(
                try grouped.rendered(.count()).sql.withQuestionMarks == #"""
                    SELECT "order_line"."ol_w_id", "order_line"."ol_o_id", count(*) FROM "order_line" WHERE "order_line"."ol_number" < ? GROUP BY "order_line"."ol_w_id", "order_line"."ol_o_id" HAVING sum("ol_amount") > ? ORDER BY "order_line"."ol_w_id", "order_line"."ol_o_id"
                    """#)
            let plain = try session.rows(
                """
                SELECT ol_w_id, ol_o_id, count(*), sum(ol_amount) FROM order_line WHERE ol_number < 3
                GROUP BY 1, 2 HAVING sum(ol_amount) > 8 ORDER BY 1, 2
                """)
            #expect(rows.map(\.values) == plain.map(\.values))
            #expect(!rows.isEmpty)
            #expect(try grouped.count() == rows.count)
        }
    }

    /// SQL has no limit of rows before its groups.
    @Test func aLimitBeforeTheGroupsIsRefused() throws {
        let database = try Orders.database()
        try database.read { session in
            let lines = try session.query(Orders.Line.self)
            for cut in [lines.limit(3), lines.offset(1), lines.limit(3).offset(1)] {
                for grouped in [cut.groupBy("order"), cut.groupBy(\.order), cut.groupBy(.column("ol_o_id") % 2)] {
                    expectFailure(
                        .query, "rows of \"order_line\" are grouped behind a limit or an offset",
                        hint: "Call groupBy first: its limit is one of groups", database
                    ) { try grouped.rows(.count()) }
                }
            }
            #expect(try lines.groupBy("order").orderBy("order").limit(1).rows(.count()).count == 1)
        }
    }

    @Test func literalsArePredicatesAndNames() throws {
        let database = try Orders.database()
        try database.read { session in
            let query = try session.query(Orders.Line.self).filter("number % 2 = 0").orderBy("order").orderBy("ol_w_id")
            #expect(try query.count() == 20)
        }
    }

    @Test func aColumnTwiceInTheResultIsRefused() throws {
        let database = try Orders.database()
        try database.read { session in
            let joined: SQL = "FROM order_line l JOIN order_line m ON m.ol_w_id = l.ol_w_id"
            for (columns, name) in [
                ("m.ol_amount, l.*", "ol_amount"), ("l.*, m.*", "ol_w_id"),
                ("l.*, m.ol_amount AS OL_AMOUNT", "ol_amount"),
            ] {
                let error = #expect(throws: ModelError.self) {
                    try session.query(Orders.Line.self, sql: "SELECT \(unsafe: columns) \(joined)").all()
                }
                #expect(error?.code == .query)
                #expect(error?.message == "the result has two columns \"\(name)\", and class Line takes one")
                #expect(error?.column == name)
                #expect(
                    error?.hint
                        == "Select the columns of \"order_line\" alone, or give the other one a name of its own")
            }
            let named: SQL = "SELECT l.*, m.ol_amount AS other, m.ol_number AS other \(joined)"
            let first = try session.query(Orders.Line.self, sql: named).first()
            #expect(first != nil)
        }
    }

    @Test func sqlOfOnesOwnBecomesModels() throws {
        let database = try Orders.database()
        try database.read { session in
            let lines = try session.query(
                Orders.Line.self,
                sql: """
                    SELECT 'extra' AS note, l.ol_amount, l.ol_number, l.ol_o_id, l.ol_d_id, l.ol_w_id
                    FROM order_line l JOIN orders o ON o.o_w_id = l.ol_w_id AND o.o_d_id = l.ol_d_id AND o.o_id = l.ol_o_id
                    WHERE o.o_c_id = \(1) ORDER BY 6, 5, 4, 3
                    """
            ).all()
            #expect(lines.count == 12)
            #expect(lines.first?.keyValues == [1, 1, 3, 1])
            #expect(try lines.first?.changedColumns() == [])
            let error = #expect(throws: ModelError.self) {
                try session.query(Orders.Line.self, sql: "SELECT ol_w_id FROM order_line").first()
            }
            #expect(error?.code == .unknownColumn)
            #expect(error?.column == "ol_d_id")
            var sum = 0.0
            try session.query(Orders.Line.self, sql: "SELECT * FROM order_line").forEach { sum += $0.amount ?? 0 }
            let expected = try session.value("SELECT sum(ol_amount) FROM order_line", as: Double.self)
            #expect(sum == expected)
        }
    }
}
