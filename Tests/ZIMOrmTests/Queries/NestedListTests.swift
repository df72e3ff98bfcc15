import TestServer
import Testing
import ZIMOrm

/// Queries inside of queries inside of queries: MariaDB forgets the innermost one where its column is of another width and
/// the one around it stands in a table of its own.
@Suite(.eachEngine) struct NestedListTests {
    final class Shelf: Model {
        var hall = 0, code = ""
        override class var table: String { "shelf" }
        override class var primaryKey: [String] { ["hall", "code"] }
    }

    final class Visit: Model {
        var id = 0
        var hall: Int?
        override class var table: String { "visit" }
        override class var primaryKey: [String] { ["id"] }
    }

    final class Label: Model {
        var id = 0
        var text: String?
        override class var table: String { "label" }
        override class var primaryKey: [String] { ["id"] }
    }

    private let database: Database

    init() throws {
        let visits = (0..<14).map { "(\($0), \($0 % 3))" }.joined(separator: ", ")
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE shelf (hall BIGINT NOT NULL, code VARCHAR(40) NOT NULL, PRIMARY KEY (hall, code));
            CREATE TABLE visit (id BIGINT PRIMARY KEY, hall BIGINT);
            CREATE TABLE label (id BIGINT PRIMARY KEY, text VARCHAR(60));
            INSERT INTO shelf VALUES (0, 'x'), (1, 'b'), (1, 'a'), (1, 'x'), (2, ''), (2, 'a'), (2, 'x'), (3, 'b'), (3, 'x');
            INSERT INTO label VALUES (1, 'zz'), (2, 'yy'), (3, 'b');
            INSERT INTO visit VALUES \(visits);
            """)
    }

    @Test(arguments: [[["zz"]], [["zz"], ["yy"]]]) func listsOfKeys(_ codes: [[String]]) throws {
        try database.write { session in
            let shelves = try session.query(Shelf.self), visits = try session.query(Visit.self)
            for hall in [1, 2] {
                let none = shelves.filter(.key(in: codes.map { [1, $0[0]] } + [[hall, "ww"]]))
                #expect(try none.count() == 0)
                let outer = visits.filter(.in(\.hall, \.hall, of: none))
                #expect(try outer.count() == 0)
                #expect(try visits.filter(!.in(\.hall, \.hall, of: none)).count() == 14)
                #expect(try outer.delete() == 0)
            }
            let some = shelves.filter(.key(in: [[1, "x"], [1, "zz"], [4, "x"]]))
            #expect(try visits.filter(.in(\.hall, \.hall, of: some)).count() == 5)
        }
    }

    @Test func columnsOfOtherWidths() throws {
        try database.write { session in
            let labels = try session.query(Label.self), visits = try session.query(Visit.self)
            func halls(_ labels: Query<Label>) throws -> Query<Shelf> {
                try session.query(Shelf.self).filter(.in(\.code, \.text, of: labels))
            }
            let none = try halls(labels.filter(\.id < 3)), some = try halls(labels)
            #expect(try none.count() == 0)
            #expect(try some.count() == 2)
            #expect(try visits.filter(.in(\.hall, \.hall, of: none)).count() == 0)
            #expect(try visits.filter(.in(\.hall, \.hall, of: some)).values(\.hall) == [1, 1, 1, 1, 1])
            #expect(try visits.filter(!.in(\.hall, \.hall, of: some)).count() == 9)
            #expect(try visits.filter(.in(\.hall, \.hall, of: some.orderByKey().limit(1))).count() == 5)
            #expect(try visits.filter(.in(\.hall, \.hall, of: none.orderByKey().limit(9))).count() == 0)
            #expect(try visits.filter(.in(\.hall, \.hall, of: none.orderByKey().limit(9))).delete() == 0)
            // The engine's own way where the rows of the changed table decide.
            func same(_ shelves: Query<Shelf>) -> Query<Visit> {
                visits.filter(.in(\.id, \.id, of: visits.filter(.in(\.hall, \.hall, of: shelves))))
            }
            #expect(try same(none).count() == 0)
            #expect(try same(none).delete() == 0)
            #expect(try same(some).update(.set(\.hall, 1)) == 5)
            #expect(try same(some).orderByKey().limit(2).delete() == 2)
            #expect(try same(some).filter(keys: [[1], [7], [8]]).delete() == 1)
            #expect(try same(some).delete() == 2)
            #expect(try visits.count() == 9)
        }
    }
}
