import Testing

@testable import ZIMSql

/// Names and texts that Swift takes for one, and engines for two.
@Suite struct EqualLookingNameTests {
    private let one = "\u{e9}", other = "e\u{301}"

    @Test func statementsAreToldApart() throws {
        let insert = InsertStatement(into: "t").columns(["id", one, other]).values(1, 2, 3)
        #expect(
            try UpsertStatement(insert).matching(["id", one]).render(for: .sqlite).sql.utf8.elementsEqual(
                "INSERT INTO \"t\" (\"id\", \"\(one)\", \"\(other)\") VALUES (?, ?, ?) ON CONFLICT (\"id\", \"\(one)\") DO UPDATE SET \"\(other)\" = \"excluded\".\"\(other)\""
                    .utf8))
        #expect(SQL(unsafe: "SELECT '\(one)'").parameters(asWrittenIn: SQL(unsafe: "SELECT '\(other)'")) == nil)
        #expect(SQL("\(identifier: one)").parameters(asWrittenIn: SQL("\(identifier: other)")) == nil)
        var values: [SQLValue] = []
        let statement = SelectStatement().from("t")
        #expect(
            !statement.where(.column(one), .equalTo, 1).appendValues(
                to: &values, asWrittenIn: statement.where(.column(other), .equalTo, 1)))
    }

    /// `--` begins a comment.
    @Test func aSignIsNoPartOfAnOperator() throws {
        #expect(SQL("SELECT 5 -\(-1), 7").description == "SELECT 5 - -1, 7")
        #expect(SQL("SELECT 5 - \(-1), (\(-2.5))").description == "SELECT 5 - -1, (-2.5)")
        #expect(try SQL("SELECT 5 <\(-1)").text(for: .postgreSQL) == "SELECT 5 < -1")
    }

    @Test func numbersOfPlaceholders() throws {
        let statement = PreparedStatement("SELECT ?9223372036854775807, ?")
        #expect(throws: SQLBuildError.self) { _ = try statement.render(for: .sqlite) }
    }

    /// Rendering ends before the stack does.
    @Test func statementsInsideOfStatements() throws {
        // Unoptimised, each has a frame of some 14 KB.
        try onSmallStack(kilobytes: 2048) { () throws in
            let shapes: [(SelectStatement) -> SelectStatement] = [
                { SelectStatement().column("a").from("t").where("a", .in, $0) },
                { SelectStatement().from($0, alias: "t") },
                { SelectStatement().column(.sql("\($0)")) },
            ]
            for shape in shapes {
                var (few, many) = (SelectStatement().column("a").from("t"), SelectStatement().column("a").from("t"))
                for _ in 0..<48 { few = shape(few) }
                for _ in 0..<400 { many = shape(many) }
                #expect(try few.render(for: .sqlite).sql.hasPrefix("SELECT"))
                let error = #expect(throws: SQLBuildError.self) { _ = try many.render(for: .sqlite) }
                #expect(error?.message == "a statement has more than 100 others inside one another")
            }
        }
    }
}
