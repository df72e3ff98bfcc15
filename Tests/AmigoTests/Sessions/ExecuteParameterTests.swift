import Amigo
import Foundation
import TestServer
import Testing

/// Values for the `?` of SQL of one's own: numbers and points in time, not their texts.
@Suite(.eachEngine) struct ExecuteParameterTests {
    @Test func decimalNumbersAndDates() throws {
        let amigo = try Amigo([], factory: ServedEngine.makeFactory())
        let types = ServedEngine.on(
            sqlite: "price DECIMAL(20,2), at TEXT", postgreSQL: "price DECIMAL(20,2), at TIMESTAMPTZ",
            mariaDB: "price DECIMAL(20,2), at DATETIME(3)")
        try amigo.execute("CREATE TABLE bill (a INT, b INT, \(unsafe: types), PRIMARY KEY (a, b))")
        let date = Date(timeIntervalSince1970: 1_772_236_800)
        try amigo.execute("INSERT INTO bill VALUES (1, 2, ?, ?)", params: [Decimal(string: "4.1"), date])
        func count(_ condition: String, _ values: [(any SQLValueConvertible)?]) throws -> Int? {
            try amigo.execute("SELECT count(*) FROM bill WHERE \(condition)", params: values) {
                try $0.first?.get(0, as: Int.self)
            }
        }
        #expect(try count("at = ?", [date]) == 1)
        #expect(try count("at IN (?, ?)", [date, date.addingTimeInterval(60)]) == 1)
        #expect(try count("price = ? AND at >= ?", [Decimal(string: "4.1"), date]) == 1)
        #expect(try count("at = ?", [nil]) == 0)
        try amigo.execute("UPDATE bill SET price = price * ? WHERE at = ?", params: [Decimal(string: "0.15"), date])
        // 0.615 as decimal numbers; SQLite has real ones, and keeps them.
        let price = ServedEngine.isSQLite ? "0.61" : "0.62"
        #expect(
            try count("price BETWEEN ? AND ?", [Decimal(string: price), Decimal(string: price).map { $0 + 0.006 }]) == 1
        )
    }
}
