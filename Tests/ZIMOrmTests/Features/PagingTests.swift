import Testing
import ZIMOrm

@Suite struct PagingTests {
    @Test func pagesOfACompositeKeyFitTogether() throws {
        let database = try Orders.database()
        try database.read { session in
            let all = try session.query(Orders.Line.self).orderByKey().all().map(\.keyValues)
            var paged: [[SQLValue]] = []
            var query = try session.query(Orders.Line.self).orderByKey().limit(7)
            while true {
                let page = try query.all()
                paged += page.map(\.keyValues)
                guard let last = page.last, page.count == 7 else { break }
                query = try session.query(Orders.Line.self).orderByKey().limit(7).after(last)
            }
            #expect(paged == all)
            #expect(all.count == 60)
            #expect(
                try query.sql.hasSuffix(
                    #"""
                    WHERE ("order_line"."ol_w_id", "order_line"."ol_d_id", "order_line"."ol_o_id", "order_line"."ol_number") > (?, ?, ?, ?) ORDER BY "order_line"."ol_w_id", "order_line"."ol_d_id", "order_line"."ol_o_id", "order_line"."ol_number" LIMIT ?
                    """#))
        }
    }

    @Test(arguments: [true, false], [true, false])
    func pagesOverNullsAndMixedDirections(_ first: Bool, _ second: Bool) throws {
        let database = try Orders.database()
        try database.read { session in
            let query = try session.query(Orders.Line.self).orderBy(\.amount, ascending: first).orderBy(
                \.order, ascending: second)
            let ordered = try query.orderByKey(ascending: second).all().map(\.keyValues)
            var paged: [[SQLValue]] = []
            var page = try query.orderByKey(ascending: second).limit(4).all()
            while let last = page.last {
                paged += page.map(\.keyValues)
                page = try query.limit(4).after(last).all()
            }
            #expect(paged == ordered)
            #expect(Set(paged).count == 60)
        }
    }

    @Test func pagingNeedsColumnsAndAKey() throws {
        let database = try Orders.database()
        try database.read { session in
            let line = try #require(try session.query(Orders.Line.self).first())
            let byExpression = try session.query(Orders.Line.self).orderBy(.function("random")).after(line)
            #expect(throws: ModelError.self) { try byExpression.all() }
            let short = try session.query(Orders.Line.self).orderByKey().after(1, 2)
            let error = #expect(throws: ModelError.self) { try short.all() }
            #expect(
                error?.message == "the order has 4 columns (ol_w_id, ol_d_id, ol_o_id, ol_number), 2 values were given")
        }
    }
}
