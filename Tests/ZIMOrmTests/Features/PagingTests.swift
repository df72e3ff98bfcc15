import TestServer
import Testing
import ZIMOrm

@Suite(.eachEngine) struct PagingTests {
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
                try query.sql.withQuestionMarks.hasSuffix(
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

    /// The order that the key completed is one of rows, of which groups have their columns only.
    @Test func whatStandsBehindARowIsGrouped() throws {
        let database = try Orders.database()
        try database.read { session in
            let line = try #require(try session.query(Orders.Line.self).orderByKey().offset(29).first())
            let rest = try session.query(Orders.Line.self).after(line)
            let plain = try session.rows(
                """
                SELECT ol_w_id, count(*) FROM order_line WHERE (ol_w_id, ol_d_id, ol_o_id, ol_number) > (\(line.keyValues[0]),
                    \(line.keyValues[1]), \(line.keyValues[2]), \(line.keyValues[3])) GROUP BY ol_w_id ORDER BY ol_w_id
                """)
            let groups = rest.groupBy("ol_w_id")
            #expect(try groups.rows(.count()).map(\.values) == plain.map(\.values))
            #expect(try groups.count() == plain.count)
            let end = #"> (?, ?, ?, ?) GROUP BY "order_line"."ol_w_id""#
            #expect(
                try groups.rendered(.count()).sql.withQuestionMarks.hasSuffix(
                    end + #" ORDER BY "order_line"."ol_w_id""#))
            // An order of the groups takes its place.
            let counted = groups.orderBy(.count()).orderBy("ol_w_id", ascending: false)
            #expect(
                try counted.rendered(.count()).sql.withQuestionMarks.hasSuffix(
                    #" ORDER BY count(*)\#(ServedEngine.isPostgreSQL ? " NULLS FIRST" : ""), "order_line"."ol_w_id" DESC"#
                ))
            #expect(try Set(counted.rows(.count()).map(\.values)) == Set(plain.map(\.values)))
            // What rows are continued by need be no column of the groups.
            let byAmount = try session.query(Orders.Line.self).orderBy(\.amount).after(line).groupBy(\.number)
            #expect(
                try byAmount.rendered(.count()).sql.withQuestionMarks.hasSuffix(
                    #"GROUP BY "order_line"."ol_number" ORDER BY "order_line"."ol_number""#))
            #expect(try byAmount.rows(.count()).count == byAmount.count())
        }
    }

    private final class Sale: Model {
        var number = 0, shop = 0, day = 0
        override class var primaryKey: [String] { ["shop", "number"] }
    }

    /// Rows that are equal in the order, and not inserted in the order of their keys.
    private func sales() throws -> Database {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE Sale (number INTEGER, shop INTEGER, day INTEGER, PRIMARY KEY (shop, number));
            INSERT INTO Sale SELECT value, 1, 5 FROM json_each('[9,8,7,6,5,4]');
            """)
        return database
    }

    @Test(arguments: [true, false])
    func rowsThatAreEqualInTheOrderAreNotLostBetweenPages(_ isAscending: Bool) throws {
        try sales().read { session in
            for query in [
                try session.query(Sale.self).orderBy(\.day, ascending: isAscending).limit(2),
                try session.query(Sale.self).orderByKey(ascending: isAscending).limit(2),
            ] {
                var seen: [Int] = []
                var page = try query.all()
                while let last = page.last {
                    seen += page.map(\.number)
                    page = try query.after(last).all()
                }
                #expect(seen == (isAscending ? [4, 5, 6, 7, 8, 9] : [9, 8, 7, 6, 5, 4]))
                let pages = try [0, 2, 4].flatMap { try query.offset($0).all().map(\.number) }
                #expect(pages == seen)
            }
        }
    }

    @Test func aLimitWithoutAnOrderGoesByTheKey() throws {
        try sales().read { session in
            let query = try session.query(Sale.self).limit(2)
            var seen: [Int] = []
            var page = try query.all()
            while let last = page.last {
                seen += page.map(\.number)
                page = try query.after(last).all()
            }
            #expect(seen == [4, 5, 6, 7, 8, 9])
            #expect(try query.offset(4).sum(\.number) == 17)
            #expect(try query.offset(1).first()?.number == 5)
        }
    }

    @Test func whatIsNotCutKeepsItsOrder() throws {
        try sales().read { session in
            let sales = try session.query(Sale.self)
            #expect(try !sales.sql.contains("ORDER BY"))
            #expect(try sales.orderBy(\.day).sql.hasSuffix(#"ORDER BY "Sale"."day""#))
            #expect(
                try sales.orderBy(\.number).limit(1).sql.hasSuffix(#"ORDER BY "Sale"."number", "Sale"."shop" LIMIT ?"#))
            #expect(try !sales.groupBy(\.day).limit(1).rendered(.count()).sql.contains("ORDER BY"))
            let log = StatementLog(session.database)
            #expect(try sales.first()?.number == 9)
            #expect(try sales.limit(2).exists())
            #expect(!log.sql.contains { $0.contains("ORDER BY") })
        }
    }

    @Test func anOrderBehindAfterIsRefused() throws {
        try sales().read { session in
            let sale = try #require(try session.query(Sale.self).orderByKey().first())
            let late = try session.query(Sale.self).after(sale).orderBy(\.day).limit(2)
            let error = #expect(throws: ModelError.self) { try late.all() }
            #expect(error?.hint == "Call orderBy before after")
        }
    }
}
