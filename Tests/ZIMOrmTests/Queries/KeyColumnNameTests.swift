import TestServer
import Testing
import ZIMOrm

/// Conditions that name columns without their table, beside a list of keys that has columns of the same names.
@Suite(.eachEngine) struct KeyColumnNameTests {
    final class Parent: Model {
        var year = 0, id = 0
        override class var table: String { "parent_row" }
        override class var primaryKey: [String] { ["year", "id"] }
        override class var relationships: [Relationship] {
            [
                .hasMany("kids", Kid.self, foreignKey: ["year", "parent"]),
                .hasMany("living", LivingKid.self, foreignKey: ["year", "parent"]),
            ]
        }
    }

    final class Kid: Model {
        var id = 0, year = 0, parent = 0
        var type: String?
        var value: Int?, k1: Int?, ordinal: Int?
        override class var table: String { "kid" }
        override class var primaryKey: [String] { ["year", "parent", "id"] }
        override class var relationships: [Relationship] {
            [.belongsTo("owner", Parent.self, foreignKey: ["year", "parent"])]
        }
    }

    final class LivingKid: Model {
        var id = 0, year = 0, parent = 0
        var type: String?
        var value: Int?
        override class var table: String { "kid" }
        override class var primaryKey: [String] { ["year", "parent", "id"] }
        override class var defaultFilter: DefaultFilter? {
            DefaultFilter(Filter<LivingKid>.expression(.column("type") != "gone" && .column("ordinal") > 0))
        }
    }

    /// A key of one column, of which many are runs of numbers.
    final class Note: Model {
        var id = 0
        var type = ""
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["id"] }
        override class var isAutoIncremented: Bool { false }
        override class var defaultFilter: DefaultFilter? {
            DefaultFilter(
                Filter<Note>.expression(
                    .column("type") != "gone" && .column("id") > 0 && .column("low") > 0 && .column("low0") > 0))
        }
    }

    private let database: Database
    private let keys: [[any SQLValueConvertible]] = [[1, 1, 1], [1, 1, 2], [1, 2, 3], [9, 9, 9]]

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE parent_row (year INTEGER, id INTEGER, PRIMARY KEY (year, id));
            CREATE TABLE kid (id INTEGER, year INTEGER, parent INTEGER, type VARCHAR(9), value INTEGER, k1 INTEGER,
                ordinal INTEGER, PRIMARY KEY (year, parent, id));
            CREATE TABLE note (id INTEGER PRIMARY KEY, type VARCHAR(9), low INTEGER, low0 INTEGER);
            INSERT INTO parent_row VALUES (1, 1), (1, 2);
            INSERT INTO kid VALUES (1, 1, 1, 'A', 5, 7, 1), (2, 1, 1, 'gone', 6, 8, 2), (3, 1, 2, 'A', 7, 9, 3),
                (4, 2, 1, 'A', 9, 9, 9);
            INSERT INTO note VALUES (1, 'a', 1, 1), (2, 'gone', 1, 1), (3, 'b', 1, 1);
            """)
    }

    @Test func queriesOfKeys() throws {
        try database.write { session in
            let query = try session.query(Kid.self).filter(keys: keys)
            #expect(try query.filter(.column("type") == "A").count() == 2)
            #expect(try query.filter(.column("value") > 5).filter(.column("k1") > 8).count() == 1)
            #expect(try query.filter(.column("ordinal") > 1).orderBy(.column("id") * -1).all().map(\.id) == [3, 2])
            #expect(try query.rows(.maximum(.column("value")), .minimum(.column("k1"))).map(\.values) == [[7, 7]])
            #expect(
                try query.groupBy("type").having(.maximum(.column("value")) > 5).rows(.maximum(.column("ordinal")))
                    .count == 2)
            let parents = try session.query(Parent.self).orderByKey().all()
            let kids = try session.query(Kid.self).filter("owner", in: parents)
            #expect(try kids.filter(.column("value") > 5).orderByKey().all().map(\.id) == [2, 3])
            #expect(try kids.filter(.column("value") > 5).distinct().limit(1).rows(.column("type")).count == 1)
            // A place in the list, as a parameter is another one each time.
            let tens = try session.query(Kid.self).distinct().limit(2).rows(.column("year") * 10)
            #expect(tens.map(\.values) == [[10], [20]])
            let raised = try query.filter(.column("value") > 5).update(.set(\Kid.value, to: .column("value") + 1))
            #expect(raised == 2)
            #expect(try session.query(Kid.self).orderBy("id").all().map(\.value) == [5, 7, 8, 9])
        }
    }

    @Test func defaultFilters() throws {
        try database.write { session in
            #expect(try session.find(LivingKid.self, keys: keys).map(\.id) == [1, 3])
            #expect(try session.find(LivingKid.self, keys: [[1, 1, 1]]).count == 1)
            let expected = [[1], [3]]
            for loading in [RelationshipLoading.batched, .single] {
                let parents = try session.query(Parent.self).relationships(loading).orderByKey().all()
                let kids = try parents.map { try $0.related("living", as: LivingKid.self).map(\.id) }
                #expect(kids == expected)
            }
            let options: [[RelationshipOption]] = [[], [.orderBy("value DESC")], [.orderBy("value"), .limit(1)]]
            for options in options {
                let parents = try session.query(Parent.self).with("living", options: options).orderByKey().all()
                let kids = try parents.map { try $0.related("living", as: LivingKid.self, options: options).map(\.id) }
                #expect(kids == expected)
            }
            #expect(try session.delete(LivingKid.self, keys: keys) == 2)
            #expect(try session.query(Kid.self).orderByKey().all().map(\.id) == [2, 4])
        }
    }

    @Test func runsOfNumbers() throws {
        try database.write { session throws in
            let keys: [[any SQLValueConvertible]] = (1...400).map { [$0] }
            #expect(try session.find(Note.self, keys: keys).map(\.id) == [1, 3])
            #expect(try session.find(Note.self, keys: [[1]]).count == 1)
            #expect(try session.delete(Note.self, keys: [[1], [2]]) == 1)
        }
    }

    /// Where each column has its table, statements read as ever.
    @Test func otherStatements() throws {
        try database.read { session in
            let plain = try session.query(Kid.self).filter(keys: keys).filter(\.value > 5)
            let bare = try session.query(Kid.self).filter(keys: keys).filter(.column("value") > 5)
            let other = try session.query(Kid.self).filter(keys: keys).filter(.column("year") > 0)
            // Lists of servers have no column of that name.
            #expect(try bare.sql.contains("AS zim_value") == ServedEngine.isSQLite)
            let ordinal = try session.query(Kid.self).filter(keys: keys).filter(.column("k1") > 5)
            #expect(try ordinal.sql.contains("(SELECT zim_keys."))
            for query in [plain, other] { #expect(try !query.sql.contains("(SELECT zim_keys.")) }
        }
    }
}
