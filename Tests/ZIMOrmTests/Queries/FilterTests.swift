import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// What conditions find, and how values are bound.
@Suite(.eachEngine) struct FilterTests {
    let database: Database

    init() throws { database = try Shop.makeDatabase() }

    private func skus(_ query: Query<Ware>) throws -> [String] {
        try query.orderByKey().all().map { "\($0.region)\($0.sku)" }
    }

    private func typed(
        _ filter: Filter<Ware>, _ condition: String, _ parameters: [SQLValue], _ expected: [String],
        location: SourceLocation = #_sourceLocation
    ) throws {
        try database.read { session in
            let query = try session.query(Ware.self).filter(filter)
            let rendered = try query.rendered()
            let text = String(rendered.sql.split(separator: " WHERE ", maxSplits: 1).last ?? "")
            // What SQLite says with GLOB, by places or by bytes, PostgreSQL says with LIKE.
            let own = ["GLOB", "LIKE", "instr", "BLOB"]
            if ServedEngine.isSQLite || !own.contains(where: { condition.contains($0) }) {
                #expect(
                    text.withQuestionMarks == condition.replacingOccurrences(of: "~", with: "\"ware\"."),
                    sourceLocation: location)
                #expect(rendered.parameters == parameters, sourceLocation: location)
            }
            #expect(try skus(query) == expected, sourceLocation: location)
        }
    }

    private func text(
        _ predicate: PredicateText, _ condition: String, _ parameters: [SQLValue], _ expected: [String],
        location: SourceLocation = #_sourceLocation
    ) throws {
        try database.read { session in
            let query = try session.query(Ware.self).filter(predicate)
            let rendered = try query.rendered()
            let text = String(rendered.sql.split(separator: " WHERE ", maxSplits: 1).last ?? "")
            // What SQLite says with GLOB, by places or by bytes, PostgreSQL says with LIKE.
            let own = ["GLOB", "LIKE", "instr", "BLOB"]
            if ServedEngine.isSQLite || !own.contains(where: { condition.contains($0) }) {
                #expect(
                    text.withQuestionMarks == condition.replacingOccurrences(of: "~", with: "\"ware\"."),
                    sourceLocation: location)
                #expect(rendered.parameters == parameters, sourceLocation: location)
            }
            #expect(try skus(query) == expected, sourceLocation: location)
        }
    }

    @Test func comparisons() throws {
        try typed(\.region == 2, "~\"region\" = ?", [2], ["2a", "2b", "2c"])
        try typed(\.region != 2, "~\"region\" <> ?", [2], ["1a", "1b"])
        try typed(\.price < 7.25, "~\"price\" < ?", [7.25], ["1b", "2a"])
        try typed(\.price <= 7.25, "~\"price\" <= ?", [7.25], ["1b", "2a", "2b", "2c"])
        try typed(\.price > 7.25, "~\"price\" > ?", [7.25], ["1a"])
        try typed(\.price >= 7.25, "~\"price\" >= ?", [7.25], ["1a", "2b", "2c"])
        try typed(\.stock == nil, "~\"stock\" IS NULL", [], ["1b"])
        try typed(\.stock != nil, "~\"stock\" IS NOT NULL", [], ["1a", "2a", "2b", "2c"])
        try typed(\.stock == 3, "~\"stock\" = ?", [3], ["1a", "2c"])
        try typed(\.region == \.region, "~\"region\" = ~\"region\"", [], ["1a", "1b", "2a", "2b", "2c"])
    }

    /// NULL is another value than any, also under a NOT.
    @Test func identityOfValuesUnderNot() throws {
        try database.write { session throws in
            let wares = try session.query(Ware.self)
            let all = try wares.count()
            #expect(try wares.filter("stock IS NULL").count() > 0)
            for value in [0, 3, 5, 1000] {
                let same = try wares.filter("stock IS \(value)").count()
                #expect(try wares.filter("stock = \(value)").count() == same)
                #expect(try wares.filter("NOT stock IS \(value)").count() == all - same)
                #expect(try wares.filter("stock IS NOT \(value)").count() == all - same)
                let others = try wares.filter("region = 2 AND stock IS NOT \(value)").count()
                #expect(try wares.filter("NOT (region = 2 AND NOT stock IS \(value))").count() == all - others)
            }
        }
    }

    @Test func connectives() throws {
        try typed(
            \.region == 2 && (\.stock == 0 || \.stock == 12), "~\"region\" = ? AND (~\"stock\" = ? OR ~\"stock\" = ?)",
            [2, 0, 12], ["2a", "2b"])
        try typed(!(\.region == 2), "NOT (~\"region\" = ?)", [2], ["1a", "1b"])
    }

    @Test func lists() throws {
        try typed(.in(\.sku, ["a", "c"]), "~\"sku\" IN (?, ?)", ["a", "c"], ["1a", "2a", "2c"])
        try typed(.in(\.sku, []), "1 = 0", [], [])
        try typed(.notIn(\.sku, []), "NOT (1 = 0)", [], ["1a", "1b", "2a", "2b", "2c"])
        try typed(.notIn(\.sku, ["a"]), "NOT (~\"sku\" IN (?))", ["a"], ["1b", "2b", "2c"])
        try typed(.in(\.stock, [nil, 12]), "~\"stock\" IN (?) OR ~\"stock\" IS NULL", [12], ["1b", "2b"])
        try typed(
            .notIn(\.stock, [nil, 12]), "NOT (~\"stock\" IN (?) OR ~\"stock\" IS NULL)", [12], ["1a", "2a", "2c"])
        try typed(.in(\.stock, [nil]), "1 = 0 OR ~\"stock\" IS NULL", [], ["1b"])
        try typed(.between(\.price, 5, 8), "~\"price\" BETWEEN ? AND ?", [5.0, 8.0], ["2a", "2b", "2c"])
        try text("sku IN \(["a", "c"])", "~\"sku\" IN (?, ?)", ["a", "c"], ["1a", "2a", "2c"])
        try text("sku IN \([] as [String])", "1 = 0", [], [])
        try text("price BETWEEN 5 AND 8", "~\"price\" BETWEEN ? AND ?", [5.0, 8.0], ["2a", "2b", "2c"])
    }

    @Test func patterns() throws {
        try typed(.contains(\.name, "nvil"), "instr(~\"name\", ?) > ?", ["nvil", 0], ["1a", "2a"])
        try typed(.beginsWith(\.name, "Anvil"), "~\"name\" GLOB ?", ["Anvil*"], ["1a"])
        try typed(
            .beginsWith(\.name, "Anvil", ignoresCase: true), "~\"name\" LIKE ? ESCAPE '\\'", ["Anvil%"], ["1a", "2a"])
        let end = "coalesce(substr(CAST(~\"name\" AS BLOB), -length(CAST(? AS BLOB))), ~\"name\") = CAST(? AS BLOB)"
        try typed(.endsWith(\.name, "[*]"), end, ["[*]", "[*]"], ["2b"])
        try typed(.contains(\.name, "0%"), "instr(~\"name\", ?) > ?", ["0%", 0], ["1b"])
        try typed(.contains(\.name, "L_S", ignoresCase: true), "~\"name\" LIKE ? ESCAPE '\\'", ["%L\\_S%"], ["2a"])
        try typed(.like(\.name, "%o%"), "~\"name\" LIKE ?", ["%o%"], ["1b", "2b"])
        try text("name CONTAINS[c] 'ANVIL'", "~\"name\" LIKE ? ESCAPE '\\'", ["%ANVIL%"], ["1a", "2a"])
        try text("name ENDSWITH 'l'", end, ["l", "l"], ["1a", "2a", "2c"])
    }

    /// A value is bound as its column stores it, whichever way the condition was written.
    @Test func valuesAsTheColumnStoresThem() throws {
        try typed(\.shelf == .high, "~\"shelf\" = ?", [3], ["2a", "2b"])
        try typed(\.isOffer == true, "~\"is_offer\" = ?", [1], ["1b", "2b"])
        try typed(
            \.added >= Date(timeIntervalSince1970: 4000), "~\"added\" >= ?", [4000], ["2b", "2c"])
        try typed(\.id == UUID(uuidString: Shop.id), "~\"id\" = ?", [.text(Shop.id)], ["1b"])
        try text("added >= \(Date(timeIntervalSince1970: 4000))", "~\"added\" >= ?", [4000], ["2b", "2c"])
        try text("shelf = \(Shelf.high)", "~\"shelf\" = ?", [3], ["2a", "2b"])
        try text("region = '2'", "~\"region\" = ?", [2], ["2a", "2b", "2c"])
        try text("isOffer = TRUE", "~\"is_offer\" = ?", [1], ["1b", "2b"])
        try text(
            "sold = \(Date(timeIntervalSince1970: 1000))", "~\"sold\" = ?", ["1970-01-01T00:16:40.000Z"], ["1a"])
        try text("\(7.25) = price", "? = ~\"price\"", [7.25], ["2b", "2c"])
    }

    /// No row holds 2.5 where the property is an Int, but rows lie on both sides of it.
    @Test func numbersBetweenWhatAPropertyHolds() throws {
        try text("stock > 2.5", "~\"stock\" > ?", [2.5], ["1a", "2b", "2c"])
        try text("stock = 2.5", "~\"stock\" = ?", [2.5], [])
        try text("stock < \(Double(1e300))", "~\"stock\" < ?", [1e300], ["1a", "2a", "2b", "2c"])
        // No property is the 9th shelf.
        try text("shelf IN (1, 9)", "~\"shelf\" IN (?)", [1], ["1a", "2c"])
        try database.read { session in
            let query = try session.query(Ware.self).filter("stock = 'many'")
            let error = #expect(throws: ModelError.self) { try query.all() }
            #expect(error?.code == .value && error?.column == "stock")
        }
    }

    @Test func namesWithDots() throws {
        try text("year.key = 'x'", "~\"year.key\" = ?", ["x"], ["1a", "2b"])
        try text(
            "dotted = 'x' AND ware.dotted = 'x'", "~\"year.key\" = ? AND ~\"year.key\" = ?", ["x", "x"], ["1a", "2b"])
        try text("ware.sku = 'c'", "~\"sku\" = ?", ["c"], ["2c"])
        try database.read { session in
            let makers = try session.query(Ware.self).filter("maker.year.key = 'b'")
            #expect(try skus(makers) == ["1b", "2a"])
            #expect(try session.query(Ware.self).orderBy("maker.year.key").orderByKey().all().count == 5)
        }
    }

    @Test func expressionsOfTheBuilder() throws {
        try database.read { session in
            let query = try session.query(Ware.self)
            #expect(try skus(query.filter(.column("price", of: "ware") > 7)) == ["1a", "2b", "2c"])
            #expect(try skus(query.filter(.expression(.column("stock") == 3) && \.region == 2)) == ["2c"])
            #expect(try skus(query.filter(.sql("price * \(2) > \(20)"))) == ["1a"])
        }
    }

    @Test func literalsAreBoundAndNothingIsPasted() throws {
        try database.read { session in
            for text in ["' OR 1=1 --", "\") OR (1=1", "x'; DELETE FROM ware; --", "\u{0}", "?", "%", "*"] {
                // PostgreSQL has no text with NUL; asking for it is an error.
                if text == "\u{0}", !ServedEngine.isSQLite { continue }
                let query = try session.query(Ware.self)
                #expect(try query.filter(\.name == text).count() == 0)
                #expect(try query.filter("name = \(text)").count() == 0)
                #expect(try query.filter(.beginsWith(\.name, text)).count() == 0)
            }
            #expect(try session.query(Ware.self).count() == 5)
        }
    }

    @Test func errorsAreThrownWhenTheQueryIsSent() throws {
        try database.read { session in
            let query = try session.query(Ware.self)
            expectFailure(
                .unknownColumn, "\"ware\" (class Ware) has no column or property \"prise\"",
                hint: "Did you mean \"price\"?", database
            ) { try query.filter("prise > 1").limit(3).all() }
            expectFailure(
                .unknownRelationship, "\"ware\" (class Ware) has no relationship \"makr\"",
                hint: "Did you mean \"maker\"?", database
            ) { try query.filter("makr.name = 'x'").count() }
            expectFailure(.unknownColumn, "\"maker\" (class Maker) has no column or property \"nam\"", database) {
                try query.filter("maker.nam = 'x'").exists()
            }
            expectFailure(.query, "a limit of -1 rows is negative", database) { try query.limit(-1).first() }
            expectFailure(.query, "an offset of -1 rows is negative", database) { try query.offset(-1).sql }
        }
    }
}
