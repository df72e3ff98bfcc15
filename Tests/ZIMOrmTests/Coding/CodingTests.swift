import Foundation
import TestServer
import Testing

@_spi(Generated) @testable import ZIMOrm

private enum Press {
    enum Status: String, ColumnValue { case draft, printed }
    struct Layout: Codable, Equatable { var columns = 1, title: String? }

    final class Issue: Model {
        var year = 0, number = 0
        var title = ""
        var isOut = false
        var price: Decimal?
        var weight: Double?
        var printed: Date?
        var code: UUID?
        var cover: Data?
        var status = Status.draft
        var layout = Layout()
        override class var table: String { "issue" }
        override class var primaryKey: [String] { ["year", "number"] }
        override class var columns: [Column] {
            [
                Column("year", \Issue.year), Column("number", \Issue.number), Column("title_text", \Issue.title),
                Column("is_out", \Issue.isOut), Column("price", \Issue.price), Column("weight", \Issue.weight),
                Column("printed", \Issue.printed), Column("code", \Issue.code), Column("cover", \Issue.cover),
                Column("status", \Issue.status), Column("layout", json: \Issue.layout),
            ]
        }
        func articles() throws -> [Article] { try hasMany(Article.self, foreignKey: ["year", "number"]) }
        override class var relationships: [Relationship] {
            [
                .hasMany("articles", Article.self, foreignKey: ["year", "number"]),
                .hasOne("lead", Article.self, foreignKey: ["year", "number"]),
            ]
        }
    }

    /// A class that tracks its changes itself, with a key of three columns.
    final class Article: Model, RowDecodable {
        var year: Int { didSet { noteChange(0, was: oldValue) } }
        var number: Int { didSet { noteChange(1, was: oldValue) } }
        var page: Int { didSet { noteChange(2, was: oldValue) } }
        var headline: String? { didSet { noteChange(3) } }
        var written: Date? { didSet { noteChange(4) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var table: String { "article" }
        override class var primaryKey: [String] { ["year", "number", "page"] }
        override class var columns: [Column] {
            [
                Column("year", \Article.year), Column("number", \Article.number), Column("page", \Article.page),
                Column("headline", \Article.headline), Column("written", \Article.written),
            ]
        }
        override class var relationships: [Relationship] {
            [.belongsTo("issue", Issue.self, foreignKey: ["year", "number"])]
        }
        required init() {
            (year, number, page) = (0, 0, 0)
            super.init()
        }
        init(row: borrowing Row) throws {
            year = try row.get(0)
            number = try row.get(1)
            page = try row.get(2)
            headline = try row.get(3)
            written = try row.get(4)
            super.init()
        }
    }

    final class Note: Model, CustomStringConvertible {
        var pk: Int?
        var text = ""
        override class var table: String { "note" }
        var description: String { "a note" }
    }

    static func database() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE issue (year INTEGER, number INTEGER, title_text TEXT NOT NULL,
                is_out \(ServedEngine.isSQLite ? "INTEGER" : "BOOLEAN") NOT NULL, price TEXT, weight REAL, printed TEXT,
                code TEXT, cover BLOB, status TEXT NOT NULL, layout TEXT NOT NULL, PRIMARY KEY (year, number));
            CREATE TABLE article (year INTEGER, number INTEGER, page INTEGER, headline TEXT, written TEXT,
                PRIMARY KEY (year, number, page));
            CREATE TABLE note (pk INTEGER PRIMARY KEY, text TEXT NOT NULL);
            INSERT INTO issue VALUES (2026, 1, 'One', \(ServedEngine.isSQLite ? "1" : "true"), '12.50', 1.5, '2026-01-02T03:04:05Z',
                '9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C', x'0102', 'printed', '{"columns":3,"title":"T"}'),
                (2026, 2, 'Two', \(ServedEngine.isSQLite ? "0" : "false"), NULL, NULL, NULL, NULL, NULL, 'draft', '{"columns":1}');
            INSERT INTO article VALUES (2026, 1, 1, 'First', '2026-01-02T03:04:05Z'), (2026, 1, 2, NULL, NULL);
            INSERT INTO note VALUES (1, 'x');
            """)
    }
}

/// Models as JSON, and changes from JSON.
@Suite(.eachEngine) struct CodingTests {
    private let database: Database

    init() throws { database = try Press.database() }

    private func json(_ value: some Encodable, _ change: (JSONEncoder) -> Void = { _ in }) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        change(encoder)
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func propertiesAreEncodedAsWhatTheyAre() throws {
        let issue = try #require(try database.find(Press.Issue.self, 2026, 1))
        #expect(
            try json(issue.encoded())
                == #"{"code":"9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C","cover":"AQI=","isOut":true,"layout":{"columns":3,"title":"T"},"#
                + #""number":1,"price":12.5,"printed":"2026-01-02T03:04:05Z","status":"printed","title":"One","weight":1.5,"year":2026}"#
        )
        #expect(
            try json(issue.encoded(names: .columns, excluding: ["layout", "code", "title_text"])) {
                $0.dateEncodingStrategy = .secondsSince1970
            }
                == #"{"cover":"AQI=","is_out":true,"number":1,"price":12.5,"printed":1767323045,"status":"printed","weight":1.5,"year":2026}"#
        )
        let empty = try #require(try database.find(Press.Issue.self, 2026, 2))
        #expect(
            try json(empty.encoded(excluding: ["layout", "status"]))
                == #"{"code":null,"cover":null,"isOut":false,"number":2,"price":null,"printed":null,"title":"Two","weight":null,"year":2026}"#
        )
        #expect(try json(Press.Note().encoded()) == #"{"pk":null,"text":""}"#)
    }

    @Test func anEncodedModelIsPrintedAsItsJSON() throws {
        let issue = try #require(
            try database.read { try $0.query(Press.Issue.self).with("lead").orderByKey().first() })
        let encoded = issue.encoded(excluding: ["layout", "code", "cover", "isOut"])
        #expect(
            "\(encoded)"
                == #"{"lead":{"headline":"First","number":1,"page":1,"written":"2026-01-02T03:04:05Z","year":2026},"#
                + #""number":1,"price":12.5,"printed":"2026-01-02T03:04:05Z","status":"printed","title":"One","weight":1.5,"year":2026}"#
        )
        #expect("\([issue].encoded(names: .columns, excluding: Self.allButKey))" == #"[{"number":1,"year":2026}]"#)
        issue.weight = .nan
        #expect("\(issue.encoded())" == "not JSON: weight: Unable to encode Double.nan directly in JSON.")
    }

    private static let allButKey: Set<String> = [
        "title", "isOut", "price", "weight", "printed", "code", "cover", "status", "layout", "lead",
    ]

    @Test func relationshipsThatAreLoadedAreThere() throws {
        let names: Set<String> = ["title", "isOut", "price", "weight", "printed", "code", "cover", "status", "layout"]
        let issues = try database.read { session in
            try session.query(Press.Issue.self).with("articles", options: []).with("lead").orderByKey().all()
        }
        #expect(
            try json(issues.encoded(excluding: names))
                == #"[{"articles":[{"headline":"First","number":1,"page":1,"written":"2026-01-02T03:04:05Z","year":2026},"#
                + #"{"headline":null,"number":1,"page":2,"written":null,"year":2026}],"#
                + #""lead":{"headline":"First","number":1,"page":1,"written":"2026-01-02T03:04:05Z","year":2026},"number":1,"year":2026},"#
                + #"{"articles":[],"lead":null,"number":2,"year":2026}]"#)
        #expect(
            try json(issues.encoded(excluding: names.union(["lead"]), includesRelationships: false))
                == #"[{"number":1,"year":2026},{"number":2,"year":2026}]"#)
        let articles = try database.read { try $0.query(Press.Article.self).with("issue").orderByKey().limit(1).all() }
        #expect(try json(articles.encoded()).contains(#""issue":{"code":"9D6F0F0E"#))
        // Nothing is loaded for it.
        let log = SQLLog(database)
        #expect(
            try json(try #require(try database.find(Press.Issue.self, 2026, 1)).encoded()).contains("articles") == false
        )
        #expect(log.texts().count == 1)
    }

    /// What was loaded stays, with what its models hold now.
    @Test func relationshipsThatWereLoadedBeforeAChangeAreThere() throws {
        let excluded = Self.allButKey.subtracting(["lead"])
        let issue = try database.write { session throws in
            let query = try session.query(Press.Issue.self).with("articles").with("lead").relationships(.forbidden)
            let issue = try #require(try query.orderByKey().first())
            let (first, second) = (try issue.articles()[0], try issue.articles()[1])
            second.headline = "Second"
            try session.save(second)
            #expect(
                "\(issue.encoded(excluding: excluded))"
                    == #"{"articles":[{"headline":"First","number":1,"page":1,"written":"2026-01-02T03:04:05Z","year":2026},"#
                    + #"{"headline":"Second","number":1,"page":2,"written":null,"year":2026}],"#
                    + #""lead":{"headline":"First","number":1,"page":1,"written":"2026-01-02T03:04:05Z","year":2026},"number":1,"year":2026}"#
            )
            let error = #expect(throws: ModelError.self) { try issue.articles() }
            #expect(
                error?.message.hasSuffix(
                    "following relationships is forbidden here: what the query has loaded was read before the last change of "
                        + "the session") == true)
            try session.delete(first)
            return issue
        }
        #expect(
            "\(issue.encoded(excluding: Self.allButKey))"
                == #"{"articles":[{"headline":"Second","number":1,"page":2,"written":null,"year":2026}],"number":1,"year":2026}"#
        )
    }

    @Test func changesAreApplied() throws {
        let issue = try #require(try database.find(Press.Issue.self, 2026, 2))
        let text = #"""
            {"title":"New","isOut":true,"price":0.1,"weight":3,"printed":"2026-05-06T07:08:09Z","status":"printed",
             "code":"9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c","cover":"AQI=","layout":{"columns":2,"title":"é"}}
            """#
        let allowed = ["title_text", "isOut", "price", "weight", "printed", "status", "code", "cover", "layout"]
        let changed = try issue.apply(json: Data(text.utf8), allowing: allowed)
        #expect(changed == ["code", "cover", "is_out", "layout", "price", "printed", "status", "title_text", "weight"])
        #expect(issue.title == "New" && issue.isOut && issue.price == Decimal(string: "0.1") && issue.weight == 3)
        #expect(issue.printed == Date(timeIntervalSince1970: 1_778_051_289) && issue.status == .printed)
        #expect(issue.cover == Data([1, 2]) && issue.layout == Press.Layout(columns: 2, title: "é"))
        try issue.save()
        let again = try #require(try database.find(Press.Issue.self, 2026, 2))
        #expect(try json(again.encoded()) == json(issue.encoded()))
        #expect(try issue.apply(json: Data(#"{"title":"New","price":null}"#.utf8), allowing: allowed) == ["price"])
        #expect(issue.price == nil)
        #expect(try issue.changedColumns() == ["price"])
    }

    final class Sample: Model {
        var batch = 0, number = 0
        var value = SQLValue.null
        var other: SQLValue?
        var count: UInt64 = 0
        var weight = NSNumber(value: 0)
        var bytes = NSData()
        override class var primaryKey: [String] { ["batch", "number"] }
    }

    /// What a property of any type holds comes back as it was, except for the point of a whole number.
    @Test func valuesOfAnyTypeComeBack() throws {
        let names = ["batch", "number", "value", "other", "count", "weight", "bytes"]
        for value: SQLValue in [
            .null, 5, .integer(.max), .integer(.min), 0.1, -2.5e-7, 1e20, 1e300, "", "x", "AQI=", .blob([]),
            .blob([1, 2]),
        ] {
            let (sample, back) = (Sample(), Sample())
            (sample.batch, sample.number, sample.value, sample.other, sample.count) = (1, 2, value, value, .max)
            (sample.weight, sample.bytes) = (7.25, NSData(data: Data([1, 2])))
            try back.apply(json: JSONEncoder().encode(sample.encoded()), allowing: names)
            #expect(back.value.isIdentical(to: value) && (back.other ?? .null).isIdentical(to: value), "\(value)")
            #expect(back.number == 2 && back.count == .max && back.weight == 7.25 && back.bytes == sample.bytes)
        }
        let bytes = Sample()
        bytes.value = .blob([1, 2])
        #expect(try json(bytes.encoded()).contains(#""value":{"base64":"AQI="}"#))
        for text in [
            #"{"value":true}"#, #"{"value":[1]}"#, #"{"value":{"base64":"?"}}"#, #"{"value":{"a":"AQI="}}"#,
            #"{"value":123456789012345678901}"#, #"{"value":0.12345678901234567890123}"#,
            #"{"count":18446744073709551616}"#, #"{"count":-1}"#, #"{"count":1.5}"#,
        ] {
            let sample = Sample()
            let error = #expect(throws: ModelError.self, "\(text)") {
                try sample.apply(json: Data(text.utf8), allowing: names)
            }
            #expect(error?.code == .value)
            #expect(sample.value == .null && sample.count == 0)
        }
    }

    /// Numbers keep their digits, also in a column of JSON, and what no property can hold is an error.
    @Test func numbersKeepTheirDigits() throws {
        final class Numbers: Model {
            var id: Int?
            var exact: Decimal?
            var whole: Int?
            var real: Double?
            var any = SQLValue.null
            var many: [Decimal] = []
            override class var primaryKey: [String] { ["id"] }
        }
        let numbers = Numbers()
        func apply(_ name: String, _ text: String) throws {
            _ = try numbers.apply(json: Data("{\"\(name)\":\(text)}".utf8), allowing: [name])
        }
        try apply("exact", "12345678901234567.89")
        #expect(numbers.exact == Decimal(string: "12345678901234567.89"))
        try apply("real", "4503599627370497.5")
        #expect(numbers.real == 4_503_599_627_370_497.5)
        try apply("real", "3")
        #expect(numbers.real == 3)
        try apply("whole", "-9223372036854775808")
        #expect(numbers.whole == .min)
        try apply("whole", "1.0e3")
        #expect(numbers.whole == 1000)
        try apply("many", "[12345678901234567.89, 7]")
        #expect(numbers.many == [try #require(Decimal(string: "12345678901234567.89")), 7])
        for (name, text) in [
            ("whole", "12345678901234567.89"), ("whole", "0.99999999999999999999"), ("whole", "9223372036854775808"),
            ("any", "9007199254740993.5"), ("exact", "340282366920938463463374607431768211456.5"),
            ("exact", "0.12345678901234567890123456789012345678901"),
            ("many", "[1, 99999999999999999999999999999999999999.9]"),
        ] {
            let error = #expect(throws: ModelError.self) { try apply(name, text) }
            #expect(error?.code == .value)
        }
        for text in ["1e400", "1e-400"] {
            let error = #expect(throws: ModelError.self) { try apply("real", text) }
            #expect(error?.code == .value && error?.column == "real")
            #expect(
                error?.message.hasSuffix(
                    #"."real": what was given cannot be read: a number beyond 64 bits, or half a character"#) == true)
        }
        #expect(numbers.whole == 1000)
        #expect(numbers.real == 3)
        #expect(numbers.any == .null)
        try apply("real", "0.1000000000000000055511151231257827021181583404541015625")
        #expect(numbers.real == 0.1)
        // Zeros at the ends are no digits, and those of a text are none of a number.
        try apply("exact", "0.000000000000000000000000000000000000000000012000000000000000000000000000000000000000000")
        #expect(numbers.exact == Decimal(string: "1.2e-44"))
        try apply("any", #""\"1234567890123456789012345678901234567890.1""#)
        #expect(numbers.any == .text("\"1234567890123456789012345678901234567890.1"))
    }

    private final class Visit: Model {
        var shop = 0, number = 0
        var at = Date()
        override class var primaryKey: [String] { ["shop", "number"] }
    }

    private static var fractions: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601WithFractions
        return encoder
    }

    @Test func datesKeepTheirFractions() throws {
        let encoder = Self.fractions
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"), (0.25, "1970-01-01T00:00:00.25Z"), (-0.75, "1969-12-31T23:59:59.25Z"),
            (1_577_840_523.123456, "2020-01-01T01:02:03.123456Z"), (-1e-7, "1970-01-01T00:00:00Z"),
        ] {
            let visit = Visit()
            (visit.shop, visit.number, visit.at) = (1, 2, Date(timeIntervalSince1970: seconds))
            let json = try encoder.encode(visit.encoded())
            #expect(String(decoding: json, as: UTF8.self).contains("\"\(text)\""))
            #expect("\(visit.encoded())".contains("\"\(text)\""))
            #expect(try abs(seconds) < 1e-6 || visit.apply(json: json, allowing: ["shop", "number", "at"]) == [])
        }
    }

    /// The calendar is the Gregorian one, as in databases, also before it was introduced.
    @Test func datesOfEarlyYearsStayTheSame() throws {
        let encoder = Self.fractions
        for text in [
            "0000-02-29T00:00:00Z", "0001-01-01T00:00:00Z", "1000-01-01T12:30:00Z", "1582-10-04T00:00:00Z",
            "1582-10-14T23:59:59.25Z", "1582-10-15T00:00:00Z", "9999-12-31T23:59:59.5Z",
        ] {
            let visit = Visit()
            _ = try visit.apply(
                json: Data(#"{"shop":1,"number":2,"at":"\#(text)"}"#.utf8), allowing: ["shop", "number", "at"])
            #expect(visit.at == DateFormat.iso8601.date(from: .text(text)))
            let json = try encoder.encode(visit.encoded())
            #expect(String(decoding: json, as: UTF8.self).contains("\"\(text)\""))
            #expect("\(visit.encoded())".contains("\"\(text)\""))
            #expect(try visit.apply(json: json, allowing: ["shop", "number", "at"]) == [])
        }
        // No text of ISO 8601 with four digits says the year.
        for seconds in [-62_200_000_000, 316_516_550_400, Double.infinity] {
            let visit = Visit()
            visit.at = Date(timeIntervalSince1970: seconds)
            #expect(throws: EncodingError.self) { try encoder.encode(visit.encoded()) }
            #expect("\(visit.encoded())".hasPrefix("not JSON: at: "))
        }
    }

    /// What a new model holds before need not be what its column can.
    @Test func aDayInPlaceOfAMoment() throws {
        final class Sale: Model {
            var shop = 0, number = 0
            var day = Date()
            override class var primaryKey: [String] { ["shop", "number"] }
            override class var columns: [Column] {
                [Column("shop", \Sale.shop), Column("number", \Sale.number), Column("day", \Sale.day, date: .date)]
            }
        }
        let sale = Sale()
        let names = try sale.apply(
            json: Data(#"{"shop":1,"number":2,"day":"2024-01-01"}"#.utf8), allowing: ["shop", "number", "day"])
        #expect(names == ["day", "number", "shop"])
        #expect(sale.day == Date(timeIntervalSince1970: 1_704_067_200))
        // The same of a class that tracks its changes.
        final class TrackedSale: Model {
            var shop = 0
            var day = Date() { didSet { noteChange(1) } }
            private var changed = ColumnChanges()
            override var columnChanges: ColumnChanges? {
                get { changed }
                set { changed = newValue ?? ColumnChanges() }
            }
            override class var primaryKey: [String] { ["shop"] }
            override class var columns: [Column] {
                [Column("shop", \TrackedSale.shop), Column("day", \TrackedSale.day, date: .date)]
            }
        }
        let tracked = TrackedSale()
        let applied = try tracked.apply(json: Data(#"{"shop":1,"day":"2024-01-01"}"#.utf8), allowing: ["shop", "day"])
        #expect(applied == ["day", "shop"])
        #expect(tracked.day == sale.day)
    }

    @Test func aClassThatTracksItselfNotesThem() throws {
        let article = try #require(try database.find(Press.Article.self, 2026, 1, 2))
        #expect(
            try article.apply(json: Data(#"{"headline":"Second","page":3}"#.utf8), allowing: ["headline", "page"]) == [
                "headline", "page",
            ])
        #expect(try article.changedColumns() == ["page", "headline"])
        try article.save()
        #expect(try database.find(Press.Article.self, 2026, 1, 3)?.headline == "Second")
        #expect(try database.find(Press.Article.self, 2026, 1, 2) == nil)
    }

    @Test func badChangesChangeNothing() throws {
        let issue = try #require(try database.find(Press.Issue.self, 2026, 1))
        func refused(_ text: String, _ code: ModelError.Code = .value) -> String? {
            let error = #expect(throws: ModelError.self) {
                try issue.apply(
                    json: Data(text.utf8),
                    allowing: ["title", "isOut", "price", "weight", "printed", "cover", "status", "layout"])
            }
            #expect(error?.code == code)
            return error?.message
        }
        #expect(refused(#"{"year":2027}"#, .unknownColumn) == "\"issue\".\"year\" may not be changed here")
        #expect(
            refused(#"{"titel":"x"}"#, .unknownColumn) == "\"issue\" (class Issue) has no column or property \"titel\"")
        #expect(refused(#"[1]"#) == "the changes of \"issue\" are no JSON object")
        #expect(refused(#"{"title":"x""#) == "the changes of \"issue\" are no JSON object")
        #expect(refused(#"{"title":7}"#) == "\"issue\".\"title_text\": a number was given, which String cannot hold")
        #expect(refused(#"{"title":null}"#) == "\"issue\".\"title_text\": null was given, which String cannot hold")
        #expect(refused(#"{"isOut":1}"#) == "\"issue\".\"is_out\": a number was given, which Bool cannot hold")
        #expect(refused(#"{"weight":"1.5"}"#)?.contains("a text was given") == true)
        #expect(refused(#"{"price":[1]}"#)?.contains("an array was given") == true)
        #expect(refused(#"{"cover":"not base64"}"#)?.contains("a text that is not base64 was given") == true)
        #expect(refused(#"{"printed":5}"#)?.contains("a number was given") == true)
        _ = refused(#"{"printed":"yesterday"}"#)
        _ = refused(#"{"status":"lost"}"#)
        _ = refused(#"{"layout":{"columns":"many"}}"#)
        #expect(refused(#"{"title":"x","title_text":"y"}"#) == "\"issue\".\"title_text\" is given twice")
        // The good ones before a bad one are not set either.
        _ = refused(#"{"isOut":false,"title":"x","weight":true}"#)
        #expect(issue.title == "One" && issue.isOut)
        #expect(try !issue.hasChanges())
        #expect(throws: ModelError.self) { try issue.apply(json: Data("{}".utf8), allowing: ["nothing"]) }
    }

    @Test func rowsAreComparedByTheirKeys() throws {
        let one = try #require(try database.find(Press.Issue.self, 2026, 1))
        let same = try #require(try database.find(Press.Issue.self, 2026, 1))
        let other = try #require(try database.find(Press.Issue.self, 2026, 2))
        #expect(one.rowIdentity == same.rowIdentity && one !== same)
        #expect(one.rowIdentity != other.rowIdentity)
        #expect(Set([one, same, other].map(\.rowIdentity)).count == 2)
        #expect(one.rowIdentity.key == [2026, 1])
        one.number = 7
        #expect(one.rowIdentity == same.rowIdentity)
        let (new, another) = (Press.Issue(), Press.Issue())
        #expect(new.rowIdentity == new.rowIdentity && new.rowIdentity != another.rowIdentity)
        let elsewhere = try #require(try Press.database().find(Press.Issue.self, 2026, 1))
        #expect(elsewhere.rowIdentity != same.rowIdentity)
    }

    @Test func printedModels() throws {
        let article = try #require(try database.find(Press.Article.self, 2026, 1, 2))
        #expect("\(article)" == "Article(year: 2026, number: 1, page: 2, headline: NULL, written: NULL)")
        #expect("\(Press.Note())" == "a note")
        let issue = try #require(try database.find(Press.Issue.self, 2026, 2))
        #expect("\(issue)".hasPrefix("Issue(year: 2026, number: 2, title: 'Two', isOut: 0, price: NULL"))
    }
}
