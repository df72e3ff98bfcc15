import Testing
import ZIMSql

@Suite struct ExpressionTests {
    @Test func comparisonsJoinWithoutParentheses() throws {
        let expression: SQLExpression = .column("age") >= 18 && .column("fax", of: "p") == nil
        let rendered = try expression.render(for: .sqlite)
        #expect(rendered.sql == #""age" >= ? AND "p"."fax" IS NULL"#)
        #expect(rendered.parameters == [18])
        #expect(try expression.render(for: .postgreSQL).sql == #""age" >= $1 AND "p"."fax" IS NULL"#)
    }
}
