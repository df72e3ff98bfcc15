import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// A column of a server that is wider than its property: a value finds every row that is read as it, and no other.
@Suite(.eachEngine) struct RoundedValueTests {
    final class Pair: Model {
        var id = 0
        var low = 0.0
        var high = 0.0
        override class var table: String { "pair" }
        override class var primaryKey: [String] { ["id"] }
    }

    private func makeDatabase(_ type: String, _ values: [String], sqlite: String = "REAL") throws -> Database {
        let type = ServedEngine.isSQLite ? sqlite : type
        return try ServedEngine.current.makeDatabase(
            "CREATE TABLE account (tenant INTEGER, id \(type), name TEXT, PRIMARY KEY (tenant, id));"
                + values.enumerated().map { "INSERT INTO account VALUES (1, \($1), 'a\($0)');" }.joined())
    }

    private func names<Key: SpelledKey>(_ query: Query<SpelledAccount<Key>>) throws -> [String] {
        try query.all().compactMap(\.name).sorted()
    }

    @Test func doublesAmongDecimals() throws {
        guard ServedEngine.isPostgreSQL else { return }
        let database = try makeDatabase(
            "NUMERIC", ["0.1", "0.10000000000000001", "0.2", "9007199254740993", "0", "-1e300", "'Infinity'"])
        let log = SQLLog(database)
        try database.write { session in
            let query = try session.query(SpelledAccount<Double>.self)
            #expect(try names(query.filter(\.id == 0.1)) == ["a0", "a1"])
            let high = SQLValue.text("0.100000000000000012490009027033011079765856266021728515625")
            let found = try #require(log.take().last)
            #expect(
                found.sql
                    == #"SELECT "account"."tenant", "account"."id", "account"."name" FROM "account" WHERE "account"."id" BETWEEN ? AND ?"#
            )
            #expect(found.parameters.count == 2 && found.parameters.last == high)
            #expect(try found.parameters.first.map { try Double(column: $0) } == 0.1)
            #expect(try names(query.filter(\.id == 9_007_199_254_740_992)) == ["a3"])
            #expect(try names(query.filter(\.id == -1e300)) == ["a5"])
            #expect(try names(query.filter(\.id == 0)) == ["a4"] && names(query.filter(\.id == .infinity)) == ["a6"])
            _ = log.take()
            // The last binary digit of 0.3 is 1: the middles to its neighbours are read as these.
            #expect(try query.filter(\.id == 0.3).count() == 0)
            #expect(log.take().last?.sql.hasSuffix(#""account"."id" > ? AND "account"."id" < ?"#) == true)
            #expect(try query.filter(\.id != 0.1).count() == 5)
            #expect(try names(query.filter(\.id > 0.1)) == ["a2", "a3", "a6"])
            #expect(try names(query.filter(\.id >= 0.1)) == ["a0", "a1", "a2", "a3", "a6"])
            #expect(try names(query.filter(\.id < 0.1)) == ["a4", "a5"])
            #expect(try names(query.filter(\.id <= 0.1)) == ["a0", "a1", "a4", "a5"])
            #expect(try names(query.filter(.between(\.id, 0.1, 0.1))) == ["a0", "a1"])
            #expect(try names(query.filter(.in(\.id, [0.1, 0.2]))) == ["a0", "a1", "a2"])
            #expect(try names(query.filter("id = \(0.1) AND tenant = 1")) == ["a0", "a1"])
            #expect(try session.find(SpelledAccount<Double>.self, 1, 0.2)?.name == "a2")
            #expect(try session.find(SpelledAccount<Double>.self, 1, 9_007_199_254_740_992.0)?.name == "a3")
            #expect(try session.find(SpelledAccount<Double>.self, 1, 0.25) == nil)
            // 0 and infinity are one number each.
            #expect(try query.filter(keys: [[1, 0.0], [1, Double.infinity]]).count() == 2)
            let error = #expect(throws: ModelError.self) { try query.filter(keys: [[1, 0.1]]).count() }
            #expect(
                error?.message
                    == "\"account\".\"id\" holds numbers that Double rounds, so its keys cannot be looked up in a list")
            let page = #expect(throws: ModelError.self) { try query.orderByKey().after(1, 0.1).all() }
            #expect(page?.code == .formMissing)
            #expect(try query.orderByKey().after(1, 0.0).all().count == 5)
        }
    }

    /// A type that says so has no more digits than a number of 64 bits.
    @Test func doublesAmongDecimalsOfFewDigits() throws {
        let database = try makeDatabase("NUMERIC(10,2)", ["0.1", "0.2", "7.5"])
        let log = SQLLog(database)
        try database.read { session in
            let query = try session.query(SpelledAccount<Double>.self)
            #expect(try names(query.filter(\.id == 0.1)) == ["a0"])
            #expect(log.take().last?.parameters == [0.1])
            #expect(try names(query.filter(keys: [[1, 0.1], [1, 7.5]])) == ["a0", "a2"])
            #expect(try query.filter(\.id == 0.1 + 1e-18).count() == 1)
            #expect(try query.filter(\.id == 0.1.nextUp).count() == 0)
        }
    }

    /// MariaDB compares a number of 64 bits with its longer decimal ones as two real numbers.
    @Test func doublesAmongDecimalsOfManyDigits() throws {
        guard ServedEngine.isMariaDB else { return }
        let database = try makeDatabase("DECIMAL(40, 20)", ["0.1", "0.10000000000000001"])
        try database.read { session in
            let query = try session.query(SpelledAccount<Double>.self)
            #expect(try query.filter(\.name == "a1").all().map(\.id) == [0.1])
            for attempt in [
                { try query.filter(\.id == 0.1).count() }, { try query.filter(\.id > 0.1).count() },
                { try query.filter(keys: [[1, 0.1]]).count() },
                { try session.find(SpelledAccount<Double>.self, 1, 0.1) == nil ? 0 : 1 },
            ] as [() throws -> Int] {
                let error = #expect(throws: ModelError.self) { try attempt() }
                #expect(error?.code == .formMissing && error?.column == "id")
            }
        }
    }

    @Test func columnsOfDecimals() throws {
        guard ServedEngine.isPostgreSQL else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE pair (id INTEGER PRIMARY KEY, low NUMERIC, high FLOAT4);
            INSERT INTO pair VALUES (1, 0.5, 0.5), (2, 0.50000000000000000001, 0.5), (3, 0.4, 0.5)
            """)
        try database.read { session throws in
            #expect(try session.query(Pair.self).filter("low = high").orderByKey().all().map(\.id) == [1, 2])
            #expect(try session.query(Pair.self).filter("low < high").orderByKey().all().map(\.id) == [3])
        }
    }

    @Test func doublesAmongShorterNumbers() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try makeDatabase("FLOAT4", ["0.1", "0.5", "16777217"])
        try database.write { session in
            let query = try session.query(SpelledAccount<Double>.self)
            let own = Double(Float(0.1))
            #expect(try query.filter(\.id == 0.1).count() == 0 && query.filter(\.id != 0.1).count() == 3)
            #expect(try names(query.filter(\.id == own)) == ["a0"])
            #expect(try names(query.filter(\.id > 0.1)) == ["a0", "a1", "a2"])
            #expect(try query.filter(\.id <= 0.1).count() == 0 && query.filter(\.id <= own).count() == 1)
            #expect(try query.filter(\.id == 16_777_217).count() == 0)
            #expect(try session.find(SpelledAccount<Double>.self, 1, 0.1) == nil)
            #expect(try session.find(SpelledAccount<Double>.self, 1, own)?.name == "a0")
            #expect(try names(query.filter(keys: [[1, 0.1], [1, 0.5], [1, own]])) == ["a0", "a1"])
            #expect(try session.find(SpelledAccount<Double>.self, keys: [[1, 0.1], [1, 0.5]]).map(\.name) == ["a1"])
            #expect(try query.filter(.in(\.id, [0.1, 0.5])).update(.set(\.name, "n")) == 1)
            #expect(try query.filter(\.id == 0.1).delete() == 0 && query.count() == 3)
        }
    }

    @Test func numbersThatAreTooSmall() throws {
        let error = #expect(throws: ValueMismatch.self) { try Double(column: "-0.0001e-400") }
        #expect(error?.reason == "is out of range")
        #expect(try Double(column: "0e-400") == 0 && Double(column: "-0.0") == 0)
    }

    @Test func bytesAmongTexts() throws {
        let database = try makeDatabase("TEXT", ["'ab'", "'é'", "'\\x6162'"], sqlite: "TEXT")
        try database.write { session in
            let query = try session.query(SpelledAccount<Data>.self)
            for (text, name) in [("ab", "a0"), ("é", "a1"), ("\\x6162", "a2")] {
                let bytes = Data(text.utf8)
                #expect(try names(query.filter(\.id == bytes)) == [name])
                #expect(try query.filter(\.id != bytes).count() == 2)
                #expect(try session.find(SpelledAccount<Data>.self, 1, bytes)?.name == name)
                #expect(try names(query.filter(keys: [[1, bytes], [2, bytes]])) == [name])
                #expect(try session.find(SpelledAccount<Data>.self, keys: [[1, bytes]]).map(\.name) == [name])
            }
            for bytes in [Data([0xFF]), Data([0x61, 0])] {
                #expect(try query.filter(\.id == bytes).count() == 0 && query.filter(\.id != bytes).count() == 3)
                #expect(try query.filter(keys: [[1, bytes]]).count() == 0)
            }
        }
    }

    /// Bytes are written to no column of text, neither alone nor in a list.
    @Test func bytesThatAreWrittenAsText() throws {
        guard !ServedEngine.isSQLite else { return }
        if ServedEngine.isMariaDB { return try textsOfBytes() }
        let database = try makeDatabase("TEXT", [])
        let models = (0..<3).map { number in
            let model = SpelledAccount<Data>()
            (model.tenant, model.id) = (number, Data("ab".utf8))
            return model
        }
        let alone = #expect(throws: ModelError.self) { try database.write { try $0.insert(models[0]) } }
        #expect(alone?.code == .value && alone?.column == "id")
        #expect(alone?.message.hasSuffix("cannot be bound as `text`: it is bytes") == true)
        let together = #expect(throws: ModelError.self) { try database.write { try $0.insert(models) } }
        #expect(together?.code == .value && together?.column == "id")
        #expect(together?.message.hasSuffix("cannot be bound as `text`: it is bytes") == true)
        #expect(try database.read { try $0.query(SpelledAccount<Data>.self).count() } == 0)
    }

    /// MariaDB takes bytes for text where they are text.
    private func textsOfBytes() throws {
        let database = try makeDatabase("TEXT", [])
        func model(_ tenant: Int, _ bytes: Data) -> SpelledAccount<Data> {
            let model = SpelledAccount<Data>()
            (model.tenant, model.id) = (tenant, bytes)
            return model
        }
        let bytes = Data("é".utf8)
        try database.write { try $0.insert([model(1, bytes), model(2, bytes)]) }
        #expect(try database.read { try $0.rows("SELECT id FROM account").map { $0[0] } } == ["é", "é"])
        #expect(try database.read { try $0.find(SpelledAccount<Data>.self, 2, bytes)?.id } == bytes)
        for models in [[model(3, Data([0xFF]))], [model(3, bytes), model(4, Data([0xFF]))]] {
            let error = #expect(throws: (any Error).self) { try database.write { try $0.insert(models) } }
            #expect("\(error as Any)".contains("Incorrect string value"))
        }
        #expect(try database.read { try $0.query(SpelledAccount<Data>.self).count() } == 2)
    }

    @Test func textsAmongDecimals() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try makeDatabase("NUMERIC(12,2)", ["7", "7.5", "10"])
        try database.read { session in
            let query = try session.query(SpelledAccount<String>.self)
            #expect(try names(query.filter(\.id == "7.50")) == ["a1"])
            #expect(try query.filter(\.id != "7.50").count() == 2)
            for text in ["7.5", "7.500", "07.50", "+7.50", "-0.00", "7", "x", ""] {
                #expect(try query.filter(\.id == text).count() == 0 && query.filter(\.id != text).count() == 3)
            }
            #expect(try query.filter(.in(\.id, ["7.00", "7.5", "10.00"])).count() == 2)
            let error = #expect(throws: ModelError.self) { try query.filter(\.id < "8").count() }
            #expect(error?.code == .formMissing)
            let found = try session.find(SpelledAccount<String>.self, 1, "7.50")
            #expect(found?.name == "a1")
            let other = try session.find(SpelledAccount<String>.self, 1, "7.5")
            #expect(other == nil)
        }
        // MariaDB compares a text with a number as two real numbers: 'x' is 0.
        if ServedEngine.isMariaDB {
            try makeDatabase("DECIMAL(12, 2)", ["0", "7.5"]).read { session in
                let query = try session.query(SpelledAccount<String>.self)
                for text in ["x", "NaN", "Infinity", "-Infinity", "", "0", "7.5", "7.5e0"] {
                    #expect(try query.filter(\.id == text).count() == 0 && query.filter(\.id != text).count() == 2)
                    #expect(try query.filter(keys: [[1, text], [2, text]]).count() == 0)
                    #expect(try session.find(SpelledAccount<String>.self, keys: [[1, text]]).isEmpty)
                    let found = try session.find(SpelledAccount<String>.self, 1, text)
                    #expect(found == nil)
                }
                #expect(try names(query.filter(keys: [[1, "0.00"], [1, "7.50"]])) == ["a0", "a1"])
            }
            return
        }
        // 7.5 and 7.50 are one number and two texts.
        let open = try makeDatabase("NUMERIC", ["7.5"])
        try open.read { session in
            let query = try session.query(SpelledAccount<String>.self)
            for filter: Filter<SpelledAccount<String>> in [
                \.id == "7.5", \.id != "7.5", .in(\.id, ["7.5"]), \.id < "8",
            ] {
                let error = #expect(throws: ModelError.self) { try query.filter(filter).count() }
                #expect(error?.code == .formMissing && error?.column == "id")
            }
            #expect(try query.filter(\.name == "a0").all().map(\.id) == ["7.5"])
            let error = #expect(throws: ModelError.self) { try session.find(SpelledAccount<String>.self, 1, "7.5") }
            #expect(error?.code == .formMissing)
        }
    }

    @Test func textsAmongNumbers() throws {
        guard !ServedEngine.isSQLite else { return }
        let isMariaDB = ServedEngine.isMariaDB
        for (type, texts) in [
            ("DOUBLE PRECISION", ["7.0", "7.5", "1e+20", isMariaDB ? "0.0" : "-inf"]),
            ("FLOAT4", ["7.0", "7.5", "1.0000000200408773e+20", isMariaDB ? "0.0" : "nan"]),
        ] {
            let last = isMariaDB ? "0" : type == "FLOAT4" ? "'NaN'" : "'-Infinity'"
            let database = try makeDatabase(type, ["7", "7.5", "1e20", last])
            try database.read { session in
                let query = try session.query(SpelledAccount<String>.self)
                for (index, text) in texts.enumerated() {
                    #expect(try names(query.filter(\.id == text)) == ["a\(index)"], "\(type) \(text)")
                    #expect(try query.filter(\.id != text).count() == 3)
                }
                for text in ["7", "7.50", "0.1", "x", "", "0"] {
                    #expect(try query.filter(\.id == text).count() == 0)
                    #expect(try query.filter(keys: [[1, text]]).count() == 0)
                }
                if isMariaDB {
                    let error = #expect(throws: DatabaseError.self) { try query.filter(\.id == "inf").count() }
                    #expect(error?.message == "parameter 1: real inf cannot be bound as `double`")
                }
                let error = #expect(throws: ModelError.self) { try query.filter(\.id >= "7.0").count() }
                #expect(error?.code == .formMissing)
            }
        }
    }

    /// From the year 2242 on, and before 1728, several microseconds are one Date.
    @Test func latePointsInTime() throws {
        guard !ServedEngine.isSQLite else { return }
        let zone = ServedEngine.isMariaDB ? "" : "+00"
        let rows = [
            "2024-01-01 10:00:00.123456", "2300-01-01 10:00:00.123457", "2300-01-01 10:00:00.123456",
            "9999-12-31 23:59:59.999999", "0001-01-01 00:00:00",
            ServedEngine.isMariaDB ? "0044-03-15 00:00:00" : "0044-03-15 00:00:00+00 BC",
        ].map { $0.hasSuffix("BC") ? $0 : $0 + zone }
        for type in ["TIMESTAMPTZ", "TIMESTAMP"] {
            let database = try makeDatabase(type, rows.map { "'\($0)'" })
            let log = SQLLog(database)
            try database.read { session in
                let query = try session.query(SpelledAccount<Date>.self)
                let all = try query.all()
                for model in all {
                    let same = all.filter { $0.id == model.id }.compactMap(\.name).sorted()
                    #expect(try names(query.filter(\.id == model.id)) == same)
                    #expect(try query.filter(\.id != model.id).count() == 6 - same.count)
                    #expect(try names(query.filter(.in(\.id, [model.id]))) == same)
                    #expect(try names(query.filter("id = \(model.id)")) == same)
                    #expect(try names(query.filter(.between(\.id, model.id, model.id))) == same)
                    #expect(try query.filter(\.id < model.id).count() == all.count { $0.id < model.id })
                    #expect(try query.filter(\.id >= model.id).count() == all.count { $0.id >= model.id })
                    #expect(try same.contains(session.find(SpelledAccount<Date>.self, 1, model.id)?.name ?? ""))
                }
                let first = try #require(all.first { $0.name == "a0" })
                _ = log.take()
                #expect(try session.find(SpelledAccount<Date>.self, 1, first.id + 1) == nil)
                #expect(log.take().count == 1)
                #expect(try names(query.filter(keys: [[1, first.id]])) == ["a0"])
                let late = try #require(all.first { $0.name == "a4" })
                let error = #expect(throws: ModelError.self) { try query.filter(keys: [[1, late.id]]).count() }
                #expect(
                    error?.message
                        == "\"account\".\"id\" holds points in time that Date rounds, so its keys cannot be looked up in a list"
                )
            }
        }
    }

    /// A DATETIME has the years to 9999. The server takes numbers for other digits: 20260228 is a day.
    @Test func datesThatNoColumnHolds() throws {
        guard ServedEngine.isMariaDB else { return }
        final class Day: Model {
            var tenant = 0, id = Date(timeIntervalSince1970: 0)
            override class var table: String { "account" }
            override class var primaryKey: [String] { ["tenant", "id"] }
        }
        let rows = ["'2026-02-28'", "'9999-12-31 23:59:59.999999'", "'0001-01-01'"]
        let database = try makeDatabase("TIMESTAMP", rows)
        let late = [253_402_300_801, 20_260_228_000_000, 1e12, 1e18].map { Date(timeIntervalSince1970: $0) }
        let early = [-62_135_596_801, -1e12, -1e18].map { Date(timeIntervalSince1970: $0) }
        try database.read { session in
            let query = try session.query(SpelledAccount<Date>.self)
            for (dates, below) in [(late, 3), (early, 0)] {
                for date in dates {
                    #expect(try query.filter(\.id == date).count() == 0 && query.filter(\.id != date).count() == 3)
                    #expect(try query.filter(\.id < date).count() == below, "\(date)")
                    #expect(try query.filter(\.id <= date).count() == below)
                    #expect(try query.filter(\.id > date).count() == 3 - below)
                    #expect(try query.filter(\.id >= date).count() == 3 - below)
                    #expect(try query.filter(.in(\.id, [date])).count() == 0)
                    #expect(try query.filter(.between(\.id, date, date)).count() == 0)
                    let found = try session.find(SpelledAccount<Date>.self, 1, date)
                    #expect(found == nil)
                }
            }
        }
        let days = try ServedEngine.current.makeDatabase(
            "CREATE TABLE account (tenant INT, id DATE, PRIMARY KEY (tenant, id)); INSERT INTO account VALUES (1, '2026-02-28')"
        )
        // Read as a number, this is the day of the row.
        let day = Date(timeIntervalSince1970: 20_260_228_000_000)
        func refused(_ database: Database, _ body: (Session) throws -> Void) {
            let error = #expect(throws: (any Error).self) { try database.write { try body($0) } }
            #expect("\(error as Any)".contains("is a date in a year that the column cannot hold"), "\(error as Any)")
        }
        for (database, count) in [(database, 3), (days, 1)] {
            for date in [day] + late.dropFirst() + early.dropFirst() {
                let model = Day()
                (model.tenant, model.id) = (2, date)
                refused(database) { try $0.insert(model) }
                refused(database) { try $0.upsert([model]) }
            }
            #expect(try database.read { try $0.query(Day.self).count() } == count)
        }
        refused(days) { _ = try $0.query(Day.self).filter(\.id == day).count() }
        refused(days) { _ = try $0.find(Day.self, 1, day) }
        refused(days) { _ = try $0.query(Day.self).filter(keys: [[1, day]]).count() }
    }

    /// What is read is written so that it is read again.
    @Test func lateDatesAreWrittenToTheMicrosecond() throws {
        guard !ServedEngine.isSQLite else { return }
        for second in ["2250-06-01 10:00:00", "2400-02-29 23:59:59", "9000-01-01 00:00:00", "1600-12-31 12:00:00"] {
            for fraction in ["000001", "123000", "123457", "999999", "500000"] {
                let database = try makeDatabase(
                    "TIMESTAMPTZ", ["'\(second).\(fraction)\(ServedEngine.isMariaDB ? "" : "+00")'"])
                try database.write { session in
                    let model = try #require(try session.query(SpelledAccount<Date>.self).first())
                    let copy = SpelledAccount<Date>()
                    (copy.tenant, copy.id) = (2, model.id)
                    try session.insert(copy)
                    let both = try session.query(SpelledAccount<Date>.self).filter(\.id == model.id).all()
                    #expect(both.count == 2 && both.allSatisfy { $0.id == model.id }, "\(second).\(fraction)")
                    if fraction == "123000" {
                        #expect(model.id.sqlValue == .text(second.replacing(" ", with: "T") + ".123Z"))
                    }
                }
            }
        }
    }
}
