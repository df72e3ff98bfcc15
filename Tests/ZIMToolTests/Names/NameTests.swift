import Testing

@testable import ZIMTool

/// Names of tables and columns as Swift names.
@Suite struct NameTests {
    @Test(arguments: [
        ("order_line", "orderLine"), ("Order Details", "orderDetails"), ("ORDERS", "orders"),
        ("CustomerID", "customerID"),
        ("customer_id", "customerID"), ("personPKs", "personPKs"), ("HTMLText", "htmlText"), ("C_W_ID", "cWID"),
        ("sub-type", "subType"), ("straßenName", "straßenName"), ("already", "already"), ("S_DIST_01", "sDist01"),
        // What Swift takes no identifier of leaves a number, which is none either.
        ("\u{2070E}\u{20731}1", "column1"), ("\u{2070E}", "column1"),
    ])
    func members(_ name: String, _ swift: String) {
        #expect(SwiftName.member(NameWords(name), fallback: "column1") == swift)
    }

    @Test(arguments: [
        ("orders", "Order"), ("Categories", "Category"), ("addresses", "Address"), ("people", "Person"),
        ("Order Details", "OrderDetail"), ("status", "Status"), ("boxes", "Box"), ("news", "News"), ("class", "Class"),
        ("sessions", "SessionRow"), ("dates", "DateRow"), ("2fa_codes", "Table2faCode"), ("%", "Table"),
        ("series", "Series"),
        ("customer_statuses", "CustomerStatus"), ("employee territories", "EmployeeTerritory"),
        ("analyses", "Analysis"),
    ])
    func classes(_ table: String, _ swift: String) { #expect(SwiftName.type(NameWords(table).singular) == swift) }

    @Test(arguments: [
        ("order", "orders"), ("category", "categories"), ("day", "days"), ("box", "boxes"), ("person", "people"),
        ("news", "news"), ("address", "addresses"), ("status", "statuses"), ("child", "children"),
    ])
    func plurals(_ one: String, _ many: String) {
        #expect(EnglishNoun.plural(one) == many)
        #expect(EnglishNoun.singular(many) == one)
    }

    @Test func literals() {
        #expect(SwiftName.literal("a\"b\\c\n\u{0}é") == #""a\"b\\c\n\u{0}é""#)
        #expect(SwiftName.literal("\\(x)") == #""\\(x)""#)
        #expect(SwiftName.quoted("in") == "`in`")
    }

    @Test func eachNameOnce() {
        var pool = NamePool()
        #expect(pool.take(["a"]) == "a")
        #expect(pool.take(["a", "b"]) == "b")
        #expect(pool.take(["a", "b"]) == "b2")
    }

    @Test(arguments: [
        ("2001-02-03", DateForm.day), ("2001-02-03 04:05:06", .dateTime), ("2001-02-03T04:05", .isoTime),
        ("2001-02-03T04:05:06Z", .zoned), ("2001-02-03 04:05:06+01:00", .zoned), ("3.2.2001", .dots),
        ("12/31/99", .slashes), ("20010203", .compact),
    ])
    func dateForms(_ text: String, _ form: DateForm) {
        var text = text
        #expect(text.withUTF8 { DateForm.of(text: $0) } == form)
    }

    @Test(arguments: ["12345678", "2001-13-03", "about 2001", "1.2.3", "192.168.10.1", "13/13/2001", "20011350"])
    func noDates(_ text: String) {
        var text = text
        #expect(text.withUTF8 { DateForm.of(text: $0) } == nil)
    }
}
