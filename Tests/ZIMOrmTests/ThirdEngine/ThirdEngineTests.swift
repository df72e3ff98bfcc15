import Foundation
import Testing

@testable import ZIMOrm

/// An engine that the library does not know does what its own ones do, by the protocols in `ZIMDb/Engine` alone.
@Suite struct ThirdEngineTests {
    private let database: Database
    private let file: TemporaryFile

    init() throws {
        EngineRegistry.register(ThirdEngine.self, schemes: ["third"])
        file = TemporaryFile()
        database = try Database(url: "third://\(file.path)")
        try database.execute(SQL(unsafe: ThirdStock.script))
    }

    @Test func aURLOfItsSchemeOpensIt() throws {
        #expect(database.location == "third://\(file.path)")
        #expect(try database.read { try $0.value("SELECT count(*) FROM line", as: Int.self) } == 4)
        let error = #expect(throws: DatabaseError.self) { try Database(url: "fourth://\(file.path)") }
        #expect(error?.code == .cannotOpen)
    }

    @Test func itsCatalogueBecomesASchema() throws {
        let schema = try database.read { try $0.schema() }
        #expect(schema.engine == "third")
        #expect(schema.tables.map(\.name) == ["customer", "invoice", "invoice label", "label", "line"])
        let line = try #require(schema.table("line"))
        #expect(line.primaryKey == ["year", "number", "pos"])
        #expect(line.columns.map(\.type) == ["INTEGER", "INTEGER", "TEXT", "REAL"])
        #expect(line.foreignKeys.map(\.table) == ["invoice"])
        #expect(line.foreignKeys.first?.references == ["year", "number"])
        #expect(schema.table("customer")?.column("id")?.identity == .byDefault)
        try database.check([
            ThirdCustomer.self, ThirdInvoice.self, ThirdLine.self, ThirdLabel.self, ThirdInvoiceLabel.self,
        ])
    }

    @Test func rowsAreFoundByKeysOfTwoAndThreeColumns() throws {
        try database.read { session in
            let late = try expectSent(
                [
                    (
                        "SELECT `year`, `number`, `customer`, `note` FROM `invoice` WHERE `year` = :p1 AND `number` = :p2",
                        [1998, 2]
                    )
                ], database
            ) { try session.find(ThirdInvoice.self, 1998, 2) }
            #expect(late?.note == "late")
            #expect(try session.find(ThirdLine.self, 1998, 1, "b")?.amount == 2)
            #expect(try session.find(ThirdLine.self, 1998, 1, "c") == nil)
            let keys: [[any SQLValueConvertible]] = [[1998, 1, "a"], [1999, 1, "a"], [2000, 1, "a"]]
            #expect(try session.find(ThirdLine.self, keys: keys).map(\.amount) == [1.5, 8])
        }
    }

    /// Three keys of two parts, in a set for four.
    private static let keys = """
        SELECT 1 AS ordinal, CAST(:p1 AS INTEGER) AS k0, CAST(:p2 AS INTEGER) AS k1 \
        UNION ALL SELECT 2, CAST(:p3 AS INTEGER), CAST(:p4 AS INTEGER) \
        UNION ALL SELECT 3, CAST(:p5 AS INTEGER), CAST(:p6 AS INTEGER) \
        UNION ALL SELECT 4, CAST(:p7 AS INTEGER), CAST(:p8 AS INTEGER)
        """

    @Test func aRelationshipIsLoadedForTheBatch() throws {
        try database.read { session in
            try expectSent(
                [
                    (
                        """
                        SELECT `invoice`.`year`, `invoice`.`number`, `invoice`.`customer`, `invoice`.`note` \
                        FROM `invoice` ORDER BY `invoice`.`year`, `invoice`.`number`
                        """, []
                    ),
                    (
                        """
                        SELECT `line`.`year`, `line`.`number`, `line`.`pos`, `line`.`amount`, \
                        (zim_keys.ordinal - 1) AS zim_key FROM (\(Self.keys)) AS zim_keys \
                        JOIN `line` ON `line`.`year` = zim_keys.k0 AND `line`.`number` = zim_keys.k1
                        """, [1998, 1, 1998, 2, 1999, 1, .null, .null]
                    ),
                    (
                        """
                        SELECT `customer`.`id`, `customer`.`name`, (zim_keys.ordinal - 1) AS zim_key FROM (\
                        SELECT 1 AS ordinal, CAST(:p1 AS INTEGER) AS k0 UNION ALL SELECT 2, CAST(:p2 AS INTEGER)\
                        ) AS zim_keys JOIN `customer` ON `customer`.`id` = zim_keys.k0
                        """, [1, 2]
                    ),
                    (
                        """
                        SELECT `label`.`code`, `label`.`words`, (zim_keys.ordinal - 1) AS zim_key FROM (\(Self.keys)) \
                        AS zim_keys JOIN `invoice label` ON `invoice label`.`year` = zim_keys.k0 AND \
                        `invoice label`.`number` = zim_keys.k1 JOIN `label` ON `label`.`code` = `invoice label`.`code` \
                        ORDER BY zim_key, `label`.`code`
                        """, [1998, 1, 1998, 2, 1999, 1, .null, .null]
                    ),
                ], database
            ) {
                let invoices = try session.query(ThirdInvoice.self).orderByKey().all()
                #expect(try invoices.map { try $0.lines().map(\.amount) } == [[1.5, 2], [4], [8]])
                #expect(try invoices.map { try $0.buyer()?.name } == ["Ada", "Bob", nil])
                #expect(try invoices.map { try $0.labels().map(\.code) } == [["r", "x"], [], ["x"]])
            }
            try expectStatements(2, database) {
                let lines = try session.query(ThirdLine.self).orderByKey().all()
                #expect(try lines.map { try $0.invoice()?.note } == [nil, nil, "late", nil])
            }
        }
    }

    @Test func rowsAreSaved() throws {
        try database.write { session in
            let customer = ThirdCustomer()
            customer.name = "Cy"
            let invoice = ThirdInvoice()
            (invoice.year, invoice.number) = (2001, 7)
            try expectSent(
                [
                    ("INSERT INTO `customer` (`name`) VALUES (:p1)", ["Cy"]),
                    (
                        "INSERT INTO `invoice` (`year`, `number`, `customer`, `note`) VALUES (:p1, :p2, :p3, :p4)",
                        [2001, 7, 3, .null]
                    ),
                    ("UPDATE `invoice` SET `note` = :p1 WHERE `year` = :p2 AND `number` = :p3", ["paid", 2001, 7]),
                    ("DELETE FROM `invoice` WHERE `year` = :p1 AND `number` = :p2", [2001, 7]),
                ], database
            ) {
                try session.save(customer)
                #expect(customer.id == 3)
                invoice.customer = customer.id
                try session.save(invoice)
                invoice.note = "paid"
                try session.save(invoice)
                try session.delete(invoice)
            }
            #expect(try session.find(ThirdInvoice.self, 2001, 7) == nil)
        }
    }

    @Test func anUpsertInsertsOrUpdates() throws {
        try database.write { session in
            let label = ThirdLabel()
            (label.code, label.words) = ("x", "abroad")
            try expectSent(
                [
                    (
                        """
                        INSERT INTO `label` (`code`, `words`) VALUES (:p1, :p2) ON CONFLICT (`code`) DO UPDATE SET \
                        `words` = `excluded`.`words`
                        """, ["x", "abroad"]
                    )
                ], database
            ) { try session.upsert(label) }
            #expect(try session.find(ThirdLabel.self, "x")?.words == "abroad")
            let lines = (1...3).map { number in
                let line = ThirdLine()
                (line.year, line.number, line.pos, line.amount) = (1998, 2, "\(number)", Double(number))
                return line
            }
            try session.save(lines)
            for line in lines { line.amount += 10 }
            try session.update(lines)
            try session.upsert(lines)
            #expect(
                try session.query(ThirdLine.self).filter(\.amount > 10).orderByKey().all().map(\.pos) == [
                    "1", "2", "3",
                ])
            try session.delete(lines)
            #expect(try session.query(ThirdLine.self).filter(\.amount > 10).count() == 0)
        }
    }

    @Test func rowsOfAJoinTableAreAddedAndRemoved() throws {
        try database.write { session in
            let invoice = try #require(try session.find(ThirdInvoice.self, 1998, 2))
            let label = try #require(try session.find(ThirdLabel.self, "r"))
            try session.add([label], to: invoice, "labels")
            #expect(try invoice.labels().map(\.code) == ["r"])
            try invoice.remove([label], from: "labels")
            #expect(try invoice.labels().isEmpty)
        }
    }

    @Test func aViolatedKeyIsNamed() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session in
                let line = ThirdLine()
                (line.year, line.number, line.pos) = (1998, 1, "a")
                try session.insert(line)
            }
        }
        #expect(error?.constraint?.kind == .primaryKey)
        #expect(error?.constraint?.columns == ["year", "number", "pos"])
    }

    @Test func aTransactionThatFailsChangesNothing() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try database.write { session in
                try session.execute("DELETE FROM line")
                throw Stop()
            }
        }
        try database.write { session in
            let invoice = try #require(try session.find(ThirdInvoice.self, 1998, 1))
            #expect(throws: Stop.self) {
                try session.transaction { session in
                    invoice.note = "inner"
                    try session.save(invoice)
                    throw Stop()
                }
            }
            // What the savepoint undid is to be saved again.
            try expectStatements(1, database) { try session.save(invoice) }
        }
        try database.read { session in
            let invoice = try session.find(ThirdInvoice.self, 1998, 1)
            #expect(invoice?.note == "inner")
            let count = try session.query(ThirdLine.self).count()
            #expect(count == 4)
        }
    }

    @Test func aQueryFiltersOrdersAndGroups() throws {
        try database.read { session in
            let late = try session.query(ThirdInvoice.self).filter("note CONTAINS[c] 'LATE' OR year > 1998")
                .orderBy("year").all()
            #expect(late.map(\.year) == [1998, 1999])
            #expect(try session.query(ThirdLine.self).sum(\.amount) == 15.5)
            #expect(try session.query(ThirdInvoice.self).orderByKey().limit(1).offset(1).all().map(\.number) == [2])
        }
    }
}

/// A file that is gone with this object.
private final class TemporaryFile: Sendable {
    let path = NSTemporaryDirectory() + "zim-third-\(UUID().uuidString).sqlite"
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
