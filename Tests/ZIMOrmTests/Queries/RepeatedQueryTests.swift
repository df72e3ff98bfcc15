import TestServer
import Testing

@testable import ZIMOrm

/// Queries that differ in their values only, whose text is rendered once.
@Suite(.eachEngine) struct RepeatedQueryTests {
    let database: Database

    init() throws { database = try Shop.makeDatabase() }

    private func texts(_ session: Session) throws -> Int { try session.plan(for: Ware.self).queryTexts.count }

    @Test func theTextIsRenderedOnceAndTheValuesAreBound() throws {
        try database.read { session in
            let log = StatementLog(database)
            for region in [1, 2, 9] {
                for price in [0, 2.5] {
                    let query = try session.query(Ware.self).filter(\.region == region && \.price > price)
                        .orderByKey().limit(region)
                    let rendered = try query.rendered()
                    let wares = try query.all()
                    #expect(log.all.last?.sql == rendered.sql)
                    #expect(
                        rendered.parameters == [
                            .integer(Int64(region)), .real(price), .integer(Int64(region)),
                        ])
                    #expect(wares.allSatisfy { $0.region == region && $0.price > price } && wares.count <= region)
                    let all = try session.query(Ware.self).all().filter { $0.region == region && $0.price > price }
                    #expect(wares.count == min(region, all.count))
                }
            }
            // The one with conditions, and the one without.
            let kept = try texts(session)
            #expect(kept == 2)
        }
    }

    /// NULL is compared in other words; the same text would find nothing.
    @Test func nilBetweenOthers() throws {
        try database.read { session in
            func count(_ stock: Int?) throws -> Int {
                try session.query(Ware.self).filter(\.stock == stock).all().count
            }
            let all = try session.query(Ware.self).all()
            for stock in [3, nil, 0, nil, 3] as [Int?] {
                let expected = all.count { $0.stock == stock }
                let found = try count(stock)
                #expect(found == expected)
            }
        }
    }

    /// A key path with type parameters is another object at each call; only the first ones are kept.
    @Test func keyPathsOfManyObjects() throws {
        func region<W: Ware>(of type: W.Type) -> KeyPath<W, Int> { \W.region }
        func sku<W: Ware>(of type: W.Type) -> KeyPath<W, String> { \W.sku }
        try database.read { session in
            let all = try session.query(Ware.self).all()
            var paths: [AnyKeyPath] = []
            for round in 0..<50 {
                let (region, sku) = (region(of: Ware.self), sku(of: Ware.self))
                paths += [region, sku]
                let wanted = all[round % all.count]
                let query = try session.query(Ware.self).filter(region == wanted.region && sku == wanted.sku)
                let found = try query.orderBy(sku).orderBy(region, ascending: false).all()
                #expect(found.map(\.sku) == [wanted.sku] && found.first?.region == wanted.region)
            }
            #expect(Set(paths.map(ObjectIdentifier.init)).count > 64)
        }
    }

    @Test func eachFormHasItsOwnText() throws {
        try database.read { session in
            let query = try session.query(Ware.self)
            let forms: [Query<Ware>] = [
                query.filter(\.region == 1), query.filter(\.region != 1), query.filter(\.price == 1),
                query.filter(!(\.region == 1)), query.filter(\.region == 1 || \.price == 1),
                query.filter(\.region == 1 && \.price == 1), query.filter(.in(\.region, [1])),
                query.filter(.in(\.region, [1, 2])), query.filter(.notIn(\.region, [1, 2])),
                query.filter(.between(\.price, 1, 2)), query.filter(\.region == 1).distinct(),
                query.filter(\.region == 1).orderByKey(),
                query.filter(\.region == 1).orderBy(\.price, ascending: false),
                query.filter(\.region == 1).limit(1), query.filter(\.region == 1).limit(1).offset(1),
                query.filter("region = 1"), query.filter("region > 1"), query.filter(\.sold == nil),
            ]
            let log = StatementLog(database)
            // Twice: what was kept the first time is found the second time.
            for round in 0..<2 {
                for form in forms.reversed() {
                    let rendered = try form.rendered()
                    let before = log.count
                    let rows = try form.all()
                    #expect(log.all[before].sql == rendered.sql, "\(round)")
                    let plain = try form.run(rendered) { statement in
                        var plain = 0
                        while try statement.step() { plain += 1 }
                        return plain
                    }
                    #expect(rows.count == plain, "\(rendered.sql)")
                }
            }
            let kept = try texts(session)
            #expect((12...16).contains(kept))
        }
    }

    /// PostgreSQL has no texts with NUL; the text that was rendered before must not take one.
    @Test func whatIsRefusedIsRefusedTheSecondTime() throws {
        try database.read { session in
            func find(_ name: String) throws -> Int { try session.query(Ware.self).filter(\.name == name).all().count }
            let first = try find("nothing")
            if ServedEngine.isPostgreSQL {
                #expect(throws: SQLBuildError.self) { _ = try find("a\0b") }
            } else {
                let found = try find("a\0b")
                #expect(found == 0)
            }
            let last = try find("nothing")
            #expect(first == 0 && last == 0)
        }
    }
}
