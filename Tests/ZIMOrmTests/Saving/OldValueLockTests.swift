import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Rows that must still hold what was read, for tables without a version.
@Suite(.eachEngine) struct OldValueLockTests {
    private typealias Bin = Depot.Bin
    private typealias WholeBin = Depot.WholeBin
    private let database: Database
    private let log: SQLLog
    private let held = ServedEngine.isSQLite ? " COLLATE BINARY IS ?" : ""

    init() throws {
        database = try Depot.database()
        log = SQLLog(database)
    }

    private func bins() throws -> [[String?]] {
        try Depot.texts(
            database, "SELECT aisle, place, label, weight FROM bin WHERE warehouse = 1 ORDER BY aisle, place")
    }

    private func lost(_ body: () throws -> Void) -> ModelError? {
        let error = #expect(throws: ModelError.self) { try body() }
        #expect(error?.code == .staleRow)
        return error
    }

    @Test func onlyTheColumnsThatAreWrittenAreCompared() throws {
        let bin = try #require(try database.find(Bin.self, 1, "A", 1))
        try database.execute("UPDATE bin SET weight = '13' WHERE place = 1 AND aisle = 'A'")
        bin.label = "NUTS"
        _ = log.take()
        try bin.save()
        let text =
            ServedEngine.isSQLite
            ? #""label" COLLATE BINARY IS ?"#
            : ServedEngine.isMariaDB
                ? #"CAST(CONVERT("label" USING utf8mb4) AS BINARY) <=> CAST(? AS BINARY)"#
                : #"CAST("label" AS text) COLLATE "C" IS NOT DISTINCT FROM CAST(CAST(? AS character varying(20)) AS text)"#
        #expect(
            log.take().map { "\($0.sql) \($0.parameters)" } == [
                #"UPDATE "bin" SET "label" = ? WHERE "warehouse" = ? AND "aisle" = ? AND "place" = ? AND "#
                    + text + " ['NUTS', 1, 'A', 1, 'nuts']"
            ])
        // The row's own spelling was read, so it is compared: not what the property would be written as.
        bin.weight = 99
        let error = lost { try bin.save() }
        #expect(error?.conflicts.map(\.column) == ["weight"])
        #expect(error?.conflicts.first?.expected.description.contains("12.50") == true)
        #expect(error?.conflicts.first?.found.description.contains("13") == true)
        try bin.merge()
        #expect(bin.weight == 99 && bin.label == "NUTS")
        try bin.save()
        bin.weight = 100
        try bin.save()
        #expect(try bins().first?.dropFirst(2).first == "'NUTS'")
    }

    @Test func upperAndLowerCaseDifferWhateverTheCollation() throws {
        let bin = try #require(try database.find(Bin.self, 1, "A", 1))
        try database.execute("UPDATE bin SET label = 'Nuts' WHERE label = 'nuts'")
        bin.label = "screws"
        #expect(
            lost { try bin.save() }?.conflicts == [ColumnConflict(column: "label", expected: "nuts", found: "Nuts")])
    }

    @Test func nullIsCompared() throws {
        let bin = try #require(try database.find(Bin.self, 1, "A", 2))
        (bin.label, bin.weight, bin.checked) = ("nails", 3, Date(timeIntervalSince1970: 86_400))
        try bin.save()
        bin.label = nil
        try bin.save()
        bin.label = "tacks"
        try database.execute("UPDATE bin SET label = 'theirs' WHERE place = 2")
        #expect(
            lost { try bin.save() }?.conflicts == [ColumnConflict(column: "label", expected: .null, found: "theirs")])
        #expect(bin.label == "tacks")
    }

    @Test func allColumnsAreCompared() throws {
        let all = try database.read { try $0.query(WholeBin.self).orderByKey().all() }
        all[0].label = "nuts and bolts"
        _ = log.take()
        try all[0].save()
        #expect(log.take().first?.parameters.count == 7)
        all[0].checked = Date(timeIntervalSince1970: 0)
        try all[0].save()
        // What the database rounded or padded is still what was written.
        all[0].weight = Decimal(string: "1.5")
        try all[0].save()
        all[0].label = "bolts"
        try all[0].save()
        try database.execute("UPDATE bin SET weight = '2' WHERE aisle = 'A' AND place = 1")
        all[0].label = "nuts"
        #expect(lost { try all[0].save() }?.conflicts.map(\.column) == ["weight"])
        #expect(lost { try all[0].delete() }?.message.contains("was not deleted") == true)
        try all[0].reload()
        try all[0].delete()
        #expect(try bins().count == 2)
    }

    @Test func aDeletionComparesAllThatWasRead() throws {
        let bins = try database.read { try $0.query(Bin.self).orderByKey().all() }
        try database.execute("UPDATE bin SET weight = '5' WHERE aisle = 'B'")
        #expect(lost { try database.write { try $0.delete(bins) } }?.key == [1, "B", 1])
        #expect(try self.bins().count == 3)
        try database.write { try $0.delete(Array(bins.prefix(2))) }
        #expect(try self.bins().count == 1)
    }

    @Test func listsAreComparedTogether() throws {
        for locking in [Locking.changedColumns, .allColumns] {
            let all = try database.read { try $0.query(WholeBin.self).orderByKey().all() }
            for bin in all { bin.label = "\(locking) \(bin.place)" }
            _ = log.take()
            try database.write { try $0.update(all, locking: locking) }
            #expect(log.texts().count == (ServedEngine.isSQLite ? 2 : ServedEngine.updatesOneByOne ? 3 : 1))
            for bin in all { bin.label = "again" }
            try database.execute("UPDATE bin SET label = 'theirs' WHERE aisle = 'B'")
            let error = lost { try database.write { try $0.save(all, locking: locking) } }
            #expect(error?.key == [1, "B", 1])
            #expect(error?.conflicts.map(\.found) == ["theirs"])
            #expect(try bins().prefix(2).allSatisfy { $0[2] != "'again'" })
            for bin in all { try bin.merge() }
            try database.write { try $0.save(all, locking: locking) }
            #expect(try bins().allSatisfy { $0[2] == "'again'" })
        }
    }

    @Test func aRollbackGivesTheOldValuesBack() throws {
        let bin = try #require(try database.find(Bin.self, 1, "A", 1))
        let whole = try #require(try database.find(WholeBin.self, 1, "B", 1))
        #expect(throws: Undo.self) {
            try database.write { session in
                (bin.label, whole.label) = ("one", "one")
                try session.save([bin, whole])
                (bin.label, whole.label) = ("two", "two")
                try session.save([bin, whole])
                throw Undo()
            }
        }
        try database.write { try $0.save([bin, whole]) }
        #expect(try bins().compactMap { $0[2] } == ["'two'", "'two'"])
        let fresh = WholeBin()
        (fresh.warehouse, fresh.aisle, fresh.place, fresh.weight) = (1, "C", 1, Decimal(string: "7.25"))
        try? database.write { session in
            try session.insert(fresh)
            fresh.label = "x"
            try session.save(fresh)
            throw Undo()
        }
        try database.write { try $0.save(fresh) }
        fresh.label = "y"
        try fresh.save()
        #expect(try bins().last?[2] == "'y'")
        #expect(try bins().last?[3]?.contains("7.25") == true)
    }

    @Test func oneCallMayAskForMoreOrLess() throws {
        let plain = try #require(try database.find(Depot.PlainStock.self, 1, 1))
        plain.quantity = 11
        _ = log.take()
        try plain.save(locking: .allColumns)
        let held = ServedEngine.isSQLite ? "IS ?" : ServedEngine.isMariaDB ? "<=> ?" : "IS NOT DISTINCT FROM ?"
        let text =
            ServedEngine.isSQLite
            ? "\"note\" IS ?"
            : ServedEngine.isMariaDB
                ? #"CAST(CONVERT("note" USING utf8mb4) AS BINARY) <=> CAST(? AS BINARY)"#
                : #""note" COLLATE "C" IS NOT DISTINCT FROM ?"#
        #expect(
            log.take().map { "\($0.sql) \($0.parameters)" } == [
                #"UPDATE "stock" SET "quantity" = ? WHERE "warehouse" = ? AND "item" = ? AND "quantity" "# + held
                    + " AND \(text) [11, 1, 1, 10, NULL]"
            ])
        try database.execute("UPDATE stock SET note = 'theirs' WHERE item = 1")
        plain.quantity = 12
        _ = lost { try plain.save(locking: .allColumns) }
        try plain.save(locking: .changedColumns)
        plain.quantity = 13
        try database.execute("UPDATE stock SET quantity = 0 WHERE item = 1")
        try plain.save()
        #expect(
            try Depot.rows(database, "SELECT quantity FROM stock WHERE item = 1 ORDER BY warehouse") == [[13], [0]])
        let bin = try #require(try database.find(Bin.self, 1, "A", 1))
        try database.execute("UPDATE bin SET label = 'theirs' WHERE aisle = 'A'")
        bin.label = "mine"
        try bin.save(locking: .none)
        bin.label = "mine again"
        try bin.save()
        // The class counts its versions, and this call compares something else besides.
        let stock = try #require(try database.find(Depot.Stock.self, 1, 2))
        try database.execute("UPDATE stock SET lock_version = 5 WHERE item = 2")
        stock.quantity = 1
        try stock.save(locking: .changedColumns)
        #expect(stock.version == 6)
    }

    @Test func modelsWithoutOldValuesAreRefused() throws {
        let bin = WholeBin()
        (bin.warehouse, bin.aisle, bin.place, bin.label) = (1, "A", 1, "x")
        for attempt in [{ try database.write { try $0.update(bin) } }, { try database.write { try $0.delete(bin) } }]
            as [() throws -> Void]
        {
            let error = #expect(throws: ModelError.self) { try attempt() }
            #expect(error?.code == .notLoaded)
            #expect(
                error?.message
                    == "the row (warehouse = 1, aisle = 'A', place = 1) of \"bin\" is compared with what was read, and "
                    + "\"label\" was not read into this model")
            #expect(error?.hint == "Load it, or write it with locking: .none")
        }
        try database.write { try $0.update(bin, locking: .none) }
        bin.label = "y"
        try bin.save()
        #expect(try bins().first?[2] == "'y'")
    }
}
