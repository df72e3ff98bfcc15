import Foundation
import TestServer
import Testing
import ZIMOrm

/// Properties of Foundation's classes are matched as those of the Swift types that they stand for.
@Suite(.eachEngine) struct FoundationClassTests {
    class Swifts: Model {
        var house = 0, moment = Date(timeIntervalSince1970: 0)
        var price: Decimal?, number: Double?, word: String?, bytes: Data?
        override class var table: String { "stay" }
        override class var primaryKey: [String] { ["house", "moment"] }
    }
    class Classes: Model {
        var house = 0, moment = NSDate(timeIntervalSince1970: 0)
        var price: NSDecimalNumber?, number: NSNumber?, word: NSString?, bytes: NSData?
        override class var table: String { "stay" }
        override class var primaryKey: [String] { ["house", "moment"] }
    }
    private static let forms: [String: ColumnForm] = [
        "moment": .date(.dateTime), "price": .decimal(.number), "number": .decimal(.number),
    ]
    final class FormedSwifts: Swifts {
        override class var forms: [String: ColumnForm] { FoundationClassTests.forms }
    }
    final class FormedClasses: Classes {
        override class var forms: [String: ColumnForm] { FoundationClassTests.forms }
    }

    final class Since: Model {
        var house = 0, since: NSDate?
        override class var table: String { "stay" }
        override class var primaryKey: [String] { ["house"] }
    }

    private static let moment = Date(timeIntervalSince1970: 1_577_872_800)

    private static func house(_ model: Model) -> Int {
        (model as? Swifts)?.house ?? (model as? Classes)?.house ?? 0
    }

    /// What a class answers to each question: the houses of the rows, a value, or the error's code.
    private static func answers<M: Model>(_ type: M.Type, _ session: Session) throws -> [String: String] {
        var questions: [String: () throws -> Any] = [
            "find": { try session.find(M.self, 1, moment).map(house) as Any },
            "find keys": { try session.find(M.self, keys: [[2, moment], [9, moment], [1, moment]]).map(house) },
            "filter keys": {
                try session.query(M.self).filter(keys: [[1, moment], [3, moment + 0.5]]).all().map(house)
            },
            "two columns": { try session.query(M.self).filter("price = number").orderBy("house").all().map(house) },
        ]
        func ask(_ name: String, _ predicate: PredicateText) {
            questions[name] = { try session.query(M.self).filter(predicate).orderBy("house").all().map(house) }
        }
        for column in ["price", "number"] {
            for end in [
                "= 10", "> 5", "= 2.5", "!= 9", "IN {9, 10}", "BETWEEN {2.5, 9}", "= 0.1", "< 9007199254740993",
            ] {
                ask("\(column) \(end)", PredicateText(unsafe: "\(column) \(end)"))
            }
        }
        for column in ["house", "moment", "price", "number", "word", "bytes"] {
            questions["order by \(column)"] = {
                try session.query(M.self).orderBy(column).orderBy("house").all().map(house)
            }
            for name in ["min", "max"] {
                questions["\(name) \(column)"] = { try session.query(M.self).aggregate(name, column) }
            }
        }
        for date in [moment, moment + 1, moment + 0.5, Date(timeIntervalSince1970: 1e12)] {
            let seconds = date.timeIntervalSince1970
            ask("moment = \(seconds)", "moment = \(date)")
            ask("moment <= \(seconds)", "moment <= \(date)")
            questions["find \(seconds)"] = { try session.find(M.self, 1, date).map(house) as Any }
        }
        for word in ["7", "ab", "7.0", "10"] { ask("word = \(word)", "word = \(word)") }
        ask("word < b", "word < 'b'")
        for text in ["ab", "7"] { ask("bytes = \(text)", "bytes = \(Data(text.utf8))") }
        return try questions.mapValues { question in
            // What a server says no to ends its transaction.
            do { return try session.transaction { _ in "\(try question())" } } catch let error as ModelError {
                return error.code.rawValue
            } catch let error as DatabaseError { return error.code.rawValue }
        }
    }

    private static var tables: [String] {
        switch ServedEngine.current {
        case .sqlite:
            [
                "moment TEXT, price TEXT, number TEXT, word TEXT, bytes BLOB", "moment, price, number, word, bytes",
                "moment NUMERIC, price NUMERIC, number NUMERIC, word NUMERIC, bytes NUMERIC",
                "moment REAL, price REAL, number REAL, word REAL, bytes TEXT",
            ]
        case .postgreSQL:
            [
                "moment TEXT, price TEXT, number TEXT, word TEXT, bytes BYTEA",
                "moment TIMESTAMP, price NUMERIC, number NUMERIC, word TEXT, bytes BYTEA",
                "moment TIMESTAMPTZ, price NUMERIC(12,2), number DOUBLE PRECISION, word BIGINT, bytes BYTEA",
                "moment TIMESTAMPTZ, price REAL, number REAL, word NUMERIC(10,2), bytes TEXT",
            ]
        case .mariaDB:
            [
                "moment DATETIME(6), price DECIMAL(65,30), number DECIMAL(65,30), word TEXT, bytes BLOB",
                "moment DATETIME, price DECIMAL(12,2), number DOUBLE, word BIGINT, bytes BLOB",
                "moment DATETIME(3), price FLOAT, number FLOAT, word DECIMAL(10,2), bytes TEXT",
            ]
        }
    }

    @Test func theyAnswerAsTheirSwiftTypesDo() throws {
        for columns in Self.tables {
            let takesWords = columns.contains("word TEXT") || ServedEngine.isSQLite
            let database = try ServedEngine.current.makeDatabase(
                "CREATE TABLE stay (house INTEGER, \(columns))"
                    + [("9", "ab"), ("10", "7"), ("2.5", "10"), ("2.5", "7.00")].enumerated().map { index, row in
                        let word = takesWords ? row.1 : "7"
                        return "; INSERT INTO stay VALUES (\(index + 1), '2020-01-01 10:00:00', \(row.0), \(row.0), "
                            + "'\(word)', '\(row.1)')"
                    }.joined())
            try database.read { session in
                let (swift, classes) = (try Self.answers(Swifts.self, session), try Self.answers(Classes.self, session))
                for (question, answer) in swift { #expect(classes[question] == answer, "\(question): \(columns)") }
                // A Double writes 9.0 into a column of texts, so it refuses these rows; an NSNumber writes 9.
                if columns.contains("number TEXT") { return }
                let formed = try Self.answers(FormedSwifts.self, session)
                let formedClasses = try Self.answers(FormedClasses.self, session)
                for (question, answer) in formed {
                    #expect(formedClasses[question] == answer, "\(question): \(columns)")
                }
            }
        }
    }

    /// Of a table that is not there it is not said that it needs a form.
    @Test func aMissingTableIsToldAsSuch() throws {
        let database = try ServedEngine.current.makeDatabase("CREATE TABLE other (house INTEGER)")
        let error = #expect(throws: DatabaseError.self) {
            try database.read { try $0.query(Since.self).filter("since = \(Self.moment)").all() }
        }
        #expect(error?.code == .sql && error?.missingTable == "stay")
    }

    /// A changed date is written as its row wrote the previous one.
    @Test func aChangedDateKeepsTheFormOfItsRow() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stay (house INTEGER PRIMARY KEY, since TEXT);
            INSERT INTO stay VALUES (1, '2020-01-01 10:00:00'), (2, '2020-01-01');
            """)
        try database.write { session in
            let stays = try session.query(Since.self).orderByKey().all()
            for stay in stays { stay.since = (Self.moment + 86_400) as NSDate }
            try session.save(stays)
            #expect(
                try session.rows("SELECT since FROM stay ORDER BY house").map(\.values)
                    == [["2020-01-02 10:00:00"], ["2020-01-02T10:00:00.000Z"]])
        }
    }

    /// Numbers and dates as texts are not those of one value, nor in their order.
    @Test func textsNeedADeclaredForm() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stay (house INTEGER, moment TEXT, price TEXT, number TEXT, word TEXT, bytes BLOB);
            INSERT INTO stay (house, moment, price, number) VALUES (1, '2020-01-01 10:00:00', '9', '9'),
                (2, '2020-01-01 11:00:00', '10', '10');
            """)
        try database.write { session in
            for column in ["moment", "price", "number"] {
                let error = #expect(throws: ModelError.self) {
                    try session.query(Classes.self).orderBy(column).all()
                }
                #expect(error?.code == .formMissing && error?.column == column)
                #expect(error?.hint?.hasPrefix("Declare the form: ") == true)
            }
            for filter in ["price > 5", "number = 9", "moment = '2020-01-01 10:00:00'"] {
                let error = #expect(throws: ModelError.self) {
                    try session.query(Classes.self).filter(PredicateText(unsafe: filter)).all()
                }
                #expect(error?.code == .formMissing, "\(filter)")
            }
            let formed = try session.query(FormedClasses.self)
            for column in ["moment", "price", "number"] {
                #expect(try formed.orderBy(column, ascending: false).all().map(\.house) == [2, 1])
            }
            #expect(try formed.filter("price > 5 AND number > 9.5").all().map(\.house) == [2])
            let found = try #require(try session.find(FormedClasses.self, 2, Self.moment + 3600))
            #expect(found.moment as Date == Self.moment + 3600)
            // One number has one text, whatever an NSNumber holds it as.
            (found.number, found.moment) = (NSNumber(value: 12.0), (Self.moment + 7200) as NSDate)
            try session.save(found)
            #expect(try formed.filter("number = 12").all().map(\.house) == [2])
            #expect(
                try session.rows("SELECT moment, number FROM stay WHERE house = 2").map(\.values)
                    == [["2020-01-01 12:00:00", "12"]])
        }
    }
}
