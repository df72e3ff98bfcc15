import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTestSupport

/// Orders with keys of two columns, lines with keys of three, and people who have bosses.
enum Legacy {
    static let schema = """
        CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT NOT NULL, boss INT REFERENCES employee);
        CREATE TABLE orders (number INT NOT NULL, year INT NOT NULL, seller INT REFERENCES employee,
            PRIMARY KEY (year, number));
        CREATE TABLE article (code TEXT PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE "order line" (pos INT NOT NULL, number INT NOT NULL, year INT NOT NULL, code TEXT REFERENCES article,
            PRIMARY KEY (year, number, pos), FOREIGN KEY (number, year) REFERENCES orders (number, year));
        """
    static let rows: TestFixture = [
        "employee": [["id": 1, "name": "Ada"], ["id": 2, "name": "Grace", "boss": 1], ["id": 3, "name": "Alan"]],
        "orders": [["year": 1998, "number": 7, "seller": 2], ["year": 1998, "number": 8, "seller": nil]],
        "article": [["code": "C-1", "name": "cards"], ["code": "R-2", "name": "ribbon"]],
        "order line": [
            ["year": 1998, "number": 7, "pos": 1, "code": "C-1"], ["year": 1998, "number": 7, "pos": 2, "code": "R-2"],
            ["year": 1998, "number": 8, "pos": 1, "code": "R-2"],
        ],
    ]

    static func database(_ options: DatabaseOptions = showingValues) throws -> Database {
        let database = try Database.inMemory(sql: schema, options: options)
        try database.fill(rows)
        return database
    }

    static var showingValues: DatabaseOptions {
        var options = DatabaseOptions()
        options.valuesInMessages = true
        return options
    }

    /// A schema of its own on the server with the same tables and no rows; nil where there is no server.
    static func server() throws -> Database? {
        guard let server = TestServer.shared else { return nil }
        let name = server.newName()
        try Database(url: server.url()).execute("CREATE SCHEMA \(identifier: name)")
        let database = try Database(url: server.url(schema: name), options: showingValues)
        try database.execute(SQL(unsafe: schema))
        return database
    }

    static func count(_ table: String, in database: Database) throws -> Int? {
        try database.read { try $0.value("SELECT count(*) FROM \(identifier: table)", as: Int.self) }
    }
}

final class Order: Model {
    var year = 0, number = 0
    var seller: Int?
    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["year", "number"] }
    func lines() throws -> [OrderLine] { try hasMany(OrderLine.self, foreignKey: ["year", "number"]) }
}

final class OrderLine: Model {
    var year = 0, number = 0, pos = 0
    var code: String?
    override class var table: String { "order line" }
    override class var primaryKey: [String] { ["year", "number", "pos"] }
}

/// The text of the error that a closure throws.
func failure(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "nothing was thrown"
}
