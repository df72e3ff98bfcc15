import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// A value that is given finds every row whose property reads as equal, or the call says that the form must be declared.
@Suite(.eachEngine) struct GivenValueTests {
    private func makeDatabase(_ column: SpelledColumn) throws -> Database? {
        guard let type = column.type else { return nil }
        var script =
            "CREATE TABLE account (tenant INTEGER NOT NULL, id \(type) NOT NULL, name TEXT, PRIMARY KEY (tenant, id));"
        for (index, value) in column.rows.enumerated() {
            script += "INSERT INTO account VALUES (1, \(value), 'a\(index)');"
        }
        return try ServedEngine.current.makeDatabase(script)
    }

    /// - Parameter isRounded: whether the property rounds what the column holds, so that there are no lists of keys.
    private func check<Key: SpelledKey & Equatable>(
        _ type: Key.Type, _ column: SpelledColumn, isRounded: Bool = false
    ) throws {
        guard let database = try makeDatabase(column) else { return }
        try database.write { session in
            let query = try session.query(SpelledAccount<Key>.self)
            let all = try query.all()
            #expect(all.count == column.values.count)
            for model in all {
                let id = model.id
                let same = all.filter { $0.id == id }.compactMap(\.name).sorted()
                func names(_ query: Query<SpelledAccount<Key>>) throws -> [String] {
                    try query.all().compactMap(\.name).sorted()
                }
                #expect(try same.contains(session.find(SpelledAccount<Key>.self, 1, id)?.name ?? ""), "\(column) \(id)")
                #expect(try names(query.filter(\.id == id && \.tenant == 1)) == same, "\(column) \(id)")
                #expect(try query.filter(\.id != id).count() == all.count - same.count, "\(column) \(id)")
                #expect(try names(query.filter(.in(\.id, [id]))) == same, "\(column) \(id)")
                #expect(try names(query.filter("id = \(id) AND tenant = 1")) == same, "\(column) \(id)")
                #expect(try names(query.filter("\(id) = id")) == same, "\(column) \(id)")
                #expect(try names(query.filter("NOT id IN {\(id)}")).count == all.count - same.count, "\(column) \(id)")
                let copy = SpelledAccount<Key>()
                (copy.tenant, copy.id) = (1, id)
                try session.load(copy)
                #expect(same.contains(copy.name ?? ""))
                if Key.self != Float.self, !isRounded {
                    #expect(try names(query.filter(keys: [[1, id], [2, id]])) == same, "\(column) \(id)")
                    #expect(
                        try session.find(SpelledAccount<Key>.self, keys: [[1, id]]).compactMap(\.name).sorted() == same)
                }
                #expect(try query.filter(\.id == id).update(.set(\.tenant, 1)) == same.count, "\(column) \(id)")
                #expect(try query.filter(\.id == id).delete() == same.count, "\(column) \(id)")
                #expect(try query.count() == all.count - same.count)
                for account in all where same.contains(account.name ?? "") { try session.insert(account) }
            }
            #expect(try query.count() == all.count)
        }
    }

    /// Each way to give a value says so.
    private func refuse<Key: SpelledKey & Comparable>(
        _ type: Key.Type, _ column: SpelledColumn, equality: Bool = true
    ) throws {
        guard let database = try makeDatabase(column) else { return }
        try database.write { session in
            let query = try session.query(SpelledAccount<Key>.self)
            let model = try #require(try query.orderByKey().first())
            let id = model.id
            func expect(_ purpose: String, _ body: () throws -> Void) {
                let error = #expect(throws: ModelError.self, "\(column) \(purpose)") { try body() }
                #expect(error?.code == .formMissing && error?.table == "account" && error?.column == "id")
                #expect(error?.message.hasSuffix("in more than one form, so rows cannot be " + purpose) == true)
                // No form of an integer brings its digits into order.
                let hint =
                    Key.self == Int.self ? "Compare and order by an expression" : "Declare the form: Column(\"id\""
                #expect(error?.hint?.hasPrefix(hint) == true)
            }
            if equality {
                expect("found by a value") { _ = try session.find(SpelledAccount<Key>.self, 1, id) }
                expect("found by a value") { _ = try query.filter(\.id == id).all() }
                expect("found by a value") { _ = try query.filter("id = \(id)").count() }
                expect("found by a value") { _ = try query.filter(.in(\.id, [id])).count() }
                expect("found by a value") { _ = try query.filter(keys: [[1, id]]).count() }
                expect("found by a value") { _ = try session.find(SpelledAccount<Key>.self, keys: [[1, id]]) }
                expect("found by a value") { _ = try session.delete(SpelledAccount<Key>.self, keys: [[1, id]]) }
                expect("found by a value") { _ = try query.filter(\.id != id).update(.set(\.name, "x")) }
            }
            expect("compared by their order") { _ = try query.filter(\.id < id).all() }
            expect("compared by their order") { _ = try query.filter("id >= \(id)").all() }
            expect("compared by their order") { _ = try query.filter(.between(\.id, id, id)).all() }
            expect("ordered by it") { _ = try query.orderBy(\.id).all() }
            expect("ordered by it") { _ = try query.orderBy("id").all() }
            expect("ordered by it") { _ = try query.max(\.id) }
            expect("continued after a value") { _ = try query.orderByKey().after(1, id).all() }
            #expect(try query.count() == column.values.count)
            // NULL and the key's own order need no form.
            #expect(try query.filter("id != NULL").orderByKey().limit(1).all().count == 1)
        }
    }

    @Test(arguments: SpelledColumn.forUUID + SpelledColumn.mixedUUID) func uuids(_ column: SpelledColumn) throws {
        try check(UUID.self, column)
    }
    @Test(arguments: SpelledColumn.forBool + SpelledColumn.mixedBool) func booleans(_ column: SpelledColumn) throws {
        try check(Bool.self, column)
    }
    @Test(arguments: SpelledColumn.forFloat.prefix(1) + SpelledColumn.mixedFloat) func floats(
        _ column: SpelledColumn
    ) throws { try check(Float.self, column) }
    @Test(arguments: SpelledColumn.forInt + SpelledColumn.mixedInt) func integers(_ column: SpelledColumn) throws {
        try check(Int.self, column)
    }
    @Test(arguments: SpelledColumn.mixedText) func texts(_ column: SpelledColumn) throws {
        try check(String.self, column)
    }
    @Test(arguments: SpelledColumn.mixedData) func bytes(_ column: SpelledColumn) throws {
        try check(Data.self, column)
    }

    /// Types of a server, and numbers in columns of numbers, have one spelling.
    @Test func typedColumns() throws {
        try check(Decimal.self, SpelledColumn.forDecimal[1])
        // Of more digits than a Double has MariaDB finds none: see RoundedValueTests.
        for type in [ServedEngine.isMariaDB ? "NUMERIC(15,9)" : "NUMERIC", "NUMERIC(4,1)"] {
            try check(
                Double.self, SpelledColumn(sqlite: "REAL", postgreSQL: type, values: ["1.5", "2", "0.1"]),
                isRounded: ServedEngine.isPostgreSQL && type == "NUMERIC")
        }
        if !ServedEngine.isSQLite {
            for column in SpelledColumn.forDate where ["TIMESTAMP", "TIMESTAMPTZ", "DATE"].contains(column.type) {
                // In the year 2300 several microseconds are one Date.
                try check(
                    Date.self,
                    SpelledColumn(sqlite: nil, postgreSQL: column.type, values: Array(column.values.prefix(2))))
            }
        }
    }

    @Test func formsThatMustBeDeclared() throws {
        for column in SpelledColumn.forDate where ServedEngine.isSQLite || column.type == "TEXT" {
            try refuse(Date.self, column)
        }
        try refuse(Decimal.self, SpelledColumn.forDecimal[0])
        for column in SpelledColumn.forDouble where ServedEngine.isSQLite || column.type == "TEXT" {
            try refuse(Double.self, column)
        }
        try refuse(Int.self, SpelledColumn.forInt[0], equality: false)
    }

    /// A column of numbers holds a text only as the number that prints as it.
    @Test func textsOfNumbers() throws {
        for (type, found, others) in [
            ("NUMERIC", ["7", "7.5", "x"], ["07", "7.0", " 7", "7e0"]), ("REAL", ["7.0", "7.5"], ["7"]),
        ] {
            let column = SpelledColumn(sqlite: type, postgreSQL: nil, values: ["7", "7.5", "'x'"])
            guard let database = try makeDatabase(column) else { return }
            try database.read { session in
                let query = try session.query(SpelledAccount<String>.self)
                for text in found {
                    #expect(try session.find(SpelledAccount<String>.self, 1, text)?.id == text)
                    #expect(try query.filter(\.id == text).all().map(\.id) == [text])
                    #expect(try query.filter(keys: [[1, text]]).count() == 1)
                }
                for text in others {
                    #expect(try session.find(SpelledAccount<String>.self, 1, text) == nil)
                    #expect(try query.filter(\.id == text).count() == 0 && query.filter(\.id != text).count() == 3)
                    #expect(try query.filter(keys: [[1, text]]).count() == 0)
                    #expect(try query.filter(.in(\.id, [text])).count() == 0)
                }
                let error = #expect(throws: ModelError.self) { _ = try query.filter(\.id < "8").all() }
                #expect(error?.code == .formMissing)
                #expect(try query.orderBy(\.id).all().count == 3)
            }
        }
    }

    /// A column without a type keeps 7 and 7.0 apart, which SQL takes for one number: the texts "7" and "7.0" are two.
    @Test func textsOfNumbersThatAreKept() throws {
        for (value, text, other) in [("7", "7", "7.0"), ("7.0", "7.0", "7")] {
            let column = SpelledColumn(sqlite: "", postgreSQL: nil, values: [value, "'\(text)'", "7.5", "'x'"])
            guard let database = try makeDatabase(column) else { return }
            try database.read { session in
                let query = try session.query(SpelledAccount<String>.self)
                #expect(try query.filter(\.id == text).all().map(\.id) == [text, text])
                #expect(try query.filter(\.id != text).count() == 2)
                #expect(try query.filter(\.id == other).count() == 0 && query.filter(\.id != other).count() == 4)
                #expect(try query.filter(.in(\.id, [text, "x"])).count() == 3)
                #expect(try query.filter("NOT id IN {\(other), \("x")}").count() == 3)
                #expect(try session.find(SpelledAccount<String>.self, 1, text)?.id == text)
                #expect(try session.find(SpelledAccount<String>.self, 1, other) == nil)
                #expect(try query.filter(keys: [[1, "7.5"], [1, "x"]]).count() == 2)
                for (wanted, count) in [(text, 2), (other, 0)] {
                    #expect(try query.filter(keys: [[1, wanted], [1, "x"]]).count() == count + 1)
                    #expect(try session.find(SpelledAccount<String>.self, keys: [[1, wanted]]).count == count)
                }
                let error = #expect(throws: ModelError.self) {
                    try query.filter(keys: [[1, "7"], [1, "8.0"]]).count()
                }
                #expect(
                    error?.message
                        == "\"account\".\"id\" holds 7 and 7.0 as two texts, so its keys cannot be looked up in a list"
                )
            }
        }
    }

    /// A real number beyond 64 bits is read as one text only, also beside the text of a whole number.
    @Test func textsOfNumbersBeyond64Bits() throws {
        let column = SpelledColumn(
            sqlite: "", postgreSQL: nil, values: ["2", "3.0", "1e300", "-1e300", "9.3e18", "-9223372036854775808.0"])
        guard let database = try makeDatabase(column) else { return }
        try database.read { session in
            let query = try session.query(SpelledAccount<String>.self)
            let texts = Set(try query.all().map(\.id))
            #expect(
                texts == ["2", "3.0", "1e+300", "-1e+300", "9.3e+18", "-9.223372036854776e+18"])
            let large = ["1e+300", "-1e+300", "9.3e+18"]
            #expect(
                try Set(query.filter(keys: (["2", "3"] + large).map { [1, $0] }).all().map(\.id))
                    == Set(["2"] + large))
            #expect(try Set(query.filter(.in(\.id, ["2", "3"] + large)).all().map(\.id)) == Set(["2"] + large))
            #expect(
                try Set(query.filter(.key(notIn: (["2", "3"] + large).map { [1, $0] })).all().map(\.id))
                    == ["3.0", "-9.223372036854776e+18"])
            // SQL takes it for -9223372036854775808, which is read as another text.
            #expect(try query.filter(keys: [[1, "-9223372036854775808"], [1, "2"]]).all().map(\.id) == ["2"])
            #expect(try session.find(SpelledAccount<String>.self, keys: [[1, "2"], [1, "1e+300"]]).count == 2)
        }
    }

    /// Bulk updates and deletes go by the same rule, and so do lists of keys.
    @Test func changesByTextsOfNumbersThatAreKept() throws {
        let column = SpelledColumn(sqlite: "", postgreSQL: nil, values: ["7", "'7.0'", "7.5", "'x'"])
        guard let database = try makeDatabase(column) else { return }
        try database.write { session in
            let query = try session.query(SpelledAccount<String>.self)
            #expect(try query.filter(keys: [[1, "7.0"]]).update(.set(\.name, "n")) == 1)
            #expect(try query.filter(\.name == "n").all().map(\.id) == ["7.0"])
            #expect(try session.delete(SpelledAccount<String>.self, keys: [[1, "8"], [1, "7"]]) == 1)
            #expect(try query.orderByKey().all().map(\.id) == ["7.5", "7.0", "x"])
            let error = #expect(throws: ModelError.self) {
                try session.delete(SpelledAccount<String>.self, keys: [[1, "7"], [1, "7.0"]])
            }
            #expect(error?.code == .query)
            #expect(try session.delete(SpelledAccount<String>.self, keys: [[1, "7.0"], [1, "x"]]) == 2)
            #expect(try query.count() == 1)
        }
    }

    /// Of NULL nothing is known, as in SQL, however the text beside it is spelled.
    @Test func nullBesideTextsOfNumbers() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE entry (pk INTEGER PRIMARY KEY, tenant INTEGER, account, note TEXT); INSERT INTO entry VALUES (1, 1, NULL, 'a'), (2, 1, 7, 'b'), (3, 1, 'x', 'c')"
        )
        try database.read { session in
            let query = try session.query(SpelledEntry<String>.self).orderByKey()
            #expect(try query.filter(\.account != "7").all().map(\.pk) == [3])
            #expect(try query.filter(.notIn(\.account, ["7", "8"])).all().map(\.pk) == [3])
            #expect(try query.filter(!(\.account == "7")).all().map(\.pk) == [3])
            #expect(try query.filter(\.account == "7").all().map(\.pk) == [2])
            #expect(try query.filter("NOT (account = \("7") OR account = \("x"))").count() == 0)
        }
    }

    /// NULL is in no list, and not out of one either, as in SQL; also where no row can hold what the list names.
    @Test func listsThatNoRowCanHold() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE entry (pk INTEGER PRIMARY KEY, tenant INTEGER, account REAL, note TEXT); INSERT INTO entry VALUES (1, 1, NULL, 'a'), (2, 1, 7, 'b')"
        )
        try database.read { session in
            let query = try session.query(SpelledEntry<String>.self)
            #expect(try query.filter("NOT account IN {\("07"), \("1")}").all().map(\.pk) == [2])
            #expect(try query.filter("account IN {\("07"), \("1")}").count() == 0)
        }
    }

    /// A UUID in both cases cannot be looked up, so it is not read either.
    @Test func mixedCase() throws {
        let column = SpelledColumn(
            sqlite: "TEXT", postgreSQL: "TEXT", values: ["'9D6f0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C'"])
        let database = try #require(try makeDatabase(column))
        let error = #expect(throws: ModelError.self) {
            try database.read { try $0.query(SpelledAccount<UUID>.self).all() }
        }
        #expect(
            error?.message
                == "\"account\".\"id\" of the row tenant = 1, id = '9D6f0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C': text "
                + "'9D6f0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C' cannot be read as `UUID`: it has letters in upper and in lower case"
        )
    }

    /// What is stored is found as it is, whatever the property would be written as.
    @Test func rawKeys() throws {
        let column = SpelledColumn.forDate[0]
        let database = try #require(try makeDatabase(column))
        let log = SQLLog(database)
        try database.read { session in
            #expect(try session.find(SpelledAccount<Date>.self, raw: 1, "2024-01-02")?.name == "a1")
            #expect(log.take().map(\.parameters) == [[1, "2024-01-02"]])
            #expect(try session.find(SpelledAccount<Date>.self, raw: 1, "2024-01-02T00:00:00.000Z") == nil)
            #expect(try session.find(SpelledAccount<Date>.self, raw: 1, nil) == nil)
            let query = try session.query(SpelledAccount<Date>.self)
            #expect(
                try query.filter(rawKeys: [[1, "2024-01-03"], [1, "2024-01-01"]]).orderByKey().all().map(\.name) == [
                    "a0", "a2",
                ])
            let error = #expect(throws: ModelError.self) { _ = try session.find(SpelledAccount<Date>.self, raw: 1) }
            #expect(error?.code == .keyMismatch)
        }
    }

    /// The common spelling costs one statement, as before.
    @Test func statements() throws {
        let column = SpelledColumn(
            sqlite: "TEXT", postgreSQL: "TEXT",
            values: ["'9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c'", "'1D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C'"])
        let database = try #require(try makeDatabase(column))
        let log = SQLLog(database)
        try database.read { session in
            let ours = try #require(UUID(uuidString: "9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c"))
            let theirs = try #require(UUID(uuidString: "1D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C"))
            _ = try session.find(SpelledAccount<UUID>.self, 1, ours)
            _ = log.take()
            #expect(try session.find(SpelledAccount<UUID>.self, 1, ours)?.name == "a0")
            #expect(log.take().map(\.parameters) == [[1, ours.sqlValue]])
            #expect(try session.find(SpelledAccount<UUID>.self, 1, theirs)?.name == "a1")
            let second = log.take()
            let list = ServedEngine.isSQLite ? "?, ?, ?" : "?, ?"
            #expect(
                second.map(\.sql) == [
                    #"SELECT "tenant", "id", "name" FROM "account" WHERE "tenant" = ? AND "id" = ?"#,
                    #"SELECT "tenant", "id", "name" FROM "account" WHERE "tenant" = ? AND "id" IN (\#(list))"#,
                ])
            #expect(second.last?.parameters.prefix(3) == [1, theirs.sqlValue, .text(theirs.uuidString)])
        }
    }
}
