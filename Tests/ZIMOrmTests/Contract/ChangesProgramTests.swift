import Foundation
import Testing
import ZIMOrm

/// The contract's seventh program. Its classes are inside: other programs have an OrderLine, too.
@Suite(.timeLimit(.minutes(25))) struct ChangesProgramTests {
    final class Account: Model {
        var bank = "", number = 0, balance = 0, version = 0
        override class var primaryKey: [String] { ["bank", "number"] }
        override class var locking: Locking { .version("version") }
    }
    final class Order: Model {
        var year = 0, number = 0
        var customer = ""
        override class var primaryKey: [String] { ["year", "number"] }
    }
    final class Product: Model {
        var id = 0
        var name = ""
        override class var primaryKey: [String] { ["id"] }
    }
    final class OrderLine: Model {
        var year = 0, number = 0, product = 0, quantity = 1
        override class var table: String { "order_line" }
        override class var primaryKey: [String] { ["year", "number", "product"] }
    }

    let database: Database

    init() throws {
        database = try Database.inMemory()
        var migrations = Migrations()
        migrations.add("1 tables") { session in
            try session.execute(
                """
                CREATE TABLE Account (bank TEXT, number INT, balance INT NOT NULL, version INT NOT NULL, PRIMARY KEY (bank, number));
                CREATE TABLE "Order" (year INT, number INT, customer TEXT NOT NULL, PRIMARY KEY (year, number));
                CREATE TABLE Product (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
                CREATE TABLE order_line (year INT, number INT, product INT, quantity INT NOT NULL,
                    PRIMARY KEY (year, number, product), FOREIGN KEY (year, number) REFERENCES "Order", FOREIGN KEY (product) REFERENCES Product);
                """)
        }
        #expect(try migrations.run(on: database) == ["1 tables"])
        #expect(try migrations.run(on: database) == [])
        try database.execute(
            """
            INSERT INTO Account VALUES ('A', 1, 10, 0); INSERT INTO "Order" VALUES (1998, 7, 'Ada'), (1998, 8, 'Bob');
            """)
    }

    @Test func aLostRace() throws {
        let mine = try #require(try database.find(Account.self, "A", 1))
        let theirs = try #require(try database.find(Account.self, "A", 1))
        theirs.balance += 1
        try database.write { try $0.save(theirs) }
        mine.balance -= 1
        let error = #expect(throws: ModelError.self) { try database.write { try $0.save(mine) } }
        #expect(error?.code == .staleRow)
        #expect(mine.balance == 9 && mine.version == 0)
        try mine.reload()
        #expect(mine.balance == 11 && mine.version == 1)
    }

    @Test func productsAndLines() throws {
        func lines(_ session: Session) throws -> [[SQLValue]] {
            try session.rows("SELECT year, number, product, quantity FROM order_line").map(\.values)
        }
        try database.write { session in
            let saw = Product()
            saw.name = "saw"
            try session.upsert(saw, on: ["name"])
            #expect(saw.id == 1)
            let (hammer, isNew) = try session.findOrCreate(Product.self, by: ["name": "hammer"]) { $0.id = 7 }
            #expect(hammer.id == 7 && isNew)
            let byKey: [ModelKey: Order] = try session.find(
                Order.self, keys: [[1998, 7], [1998, 8]], as: .dictionary)
            #expect(byKey.mapValues(\.customer) == [[1998, 7]: "Ada", [1998, 8]: "Bob"])
            let order = try #require(byKey[[1998, 7]])
            try order.add(
                hammer, through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"]
            ) {
                $0.quantity = 3
            }
            #expect(try lines(session) == [[1998, 7, 7, 3]])
            try order.remove(
                hammer, through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"])
            #expect(try lines(session) == [])
            try order.replace(
                with: [saw], through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"])
            #expect(try lines(session) == [[1998, 7, 1, 1]])
        }
    }

    @Test func watching() async throws {
        var counts: [Int] = []
        for try await count in database.observe({ try $0.query(Account.self).filter(\.balance < 0).count() }) {
            counts.append(count)
            if counts.count == 2 { break }
            try await database.write { try $0.execute("UPDATE Account SET balance = -1") }
        }
        #expect(counts == [0, 1])
    }

    @Test func aModelCrossesAwaitAndEncodesItself() async throws {
        let account = try #require(try await database.find(Account.self, "A", 1))
        account.balance = 4
        try await account.save()
        account.balance = 5
        try await account.save()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(account)
        #expect(String(decoding: json, as: UTF8.self) == #"{"balance":5,"bank":"A","number":1,"version":2}"#)
        let error = #expect(throws: ModelError.self) { try account.apply(json: json, allowing: ["balance"]) }
        #expect(error?.code == .unknownColumn)
        #expect(try account.apply(json: Data(#"{"balance":6}"#.utf8), allowing: ["balance"]) == ["balance"])
    }
}
