import TestServer
import Testing

@testable import ZIMOrm

/// Orders with lines that may stand alone, items that may not, and tags by a join table.
private enum Desk {
    class Order: Model {
        var year = 0, number = 0, customer = ""
        override class var table: String { "orders" }
        override class var primaryKey: [String] { ["year", "number"] }
        override class var relationships: [Relationship] {
            [
                .hasMany("lines", Line.self, foreignKey: ["year", "number"]),
                .hasMany("items", Item.self, foreignKey: ["year", "number"]),
                .hasMany(
                    "tags", Tag.self, through: OrderTag.self, foreignKey: ["year", "number"],
                    targetForeignKey: ["area", "word"]),
                .hasOne("first", Line.self, foreignKey: ["year", "number"]),
            ]
        }
    }

    /// What is done with the rows of one that is deleted.
    final class Strict: Order {
        override class var relationships: [Relationship] {
            [.hasMany("lines", Line.self, foreignKey: ["year", "number"], dependent: .restrict)]
        }
    }

    final class Tidy: Order {
        override class var relationships: [Relationship] {
            [
                .hasMany("lines", Line.self, foreignKey: ["year", "number"], dependent: .nullify),
                .hasMany("items", Item.self, foreignKey: ["year", "number"], dependent: .delete),
                .hasMany(
                    "tags", Tag.self, through: OrderTag.self, foreignKey: ["year", "number"],
                    targetForeignKey: ["area", "word"], dependent: .delete),
            ]
        }
    }

    final class Impossible: Order {
        override class var relationships: [Relationship] {
            [.hasMany("items", Item.self, foreignKey: ["year", "number"], dependent: .nullify)]
        }
    }

    final class Line: Model {
        var pk: Int?
        var year: Int?
        var number: Int?
        var text = ""
        override class var table: String { "line" }
        override class var relationships: [Relationship] {
            [
                .belongsTo("order", Order.self, foreignKey: ["year", "number"]),
                .hasMany("others", Line.self, foreignKey: ["pk"]),
            ]
        }
    }

    final class Item: Model {
        var year = 0, number = 0, position = 0
        var text: String?
        override class var table: String { "item" }
        override class var primaryKey: [String] { ["year", "number", "position"] }
        override class var relationships: [Relationship] {
            [
                .hasMany("parts", Part.self, foreignKey: ["year", "number", "position"], dependent: .delete),
                .belongsTo("order", Order.self, foreignKey: ["year", "number"]),
            ]
        }
    }

    final class Part: Model {
        var year = 0, number = 0, position = 0, name = ""
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["year", "number", "position", "name"] }
    }

    final class Tag: Model {
        var area = "", word = ""
        override class var table: String { "tag" }
        override class var primaryKey: [String] { ["area", "word"] }
    }

    final class OrderTag: Model {
        var year = 0, number = 0, area = "", word = ""
        var grade: Int?
        override class var table: String { "order_tag" }
        override class var primaryKey: [String] { ["year", "number", "area", "word"] }
    }

    /// Rows that refer to each other in a circle.
    final class Knot: Model {
        var a = 0, b = 0
        var nextA: Int?
        var nextB: Int?
        override class var table: String { "knot" }
        override class var primaryKey: [String] { ["a", "b"] }
        override class var relationships: [Relationship] {
            [.hasMany("before", Knot.self, foreignKey: ["nextA", "nextB"], dependent: .delete)]
        }
    }

    static func database() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE orders (year INTEGER, number INTEGER, customer TEXT NOT NULL, PRIMARY KEY (year, number));
            CREATE TABLE line (pk INTEGER PRIMARY KEY, year INTEGER, number INTEGER, text TEXT NOT NULL,
                FOREIGN KEY (year, number) REFERENCES orders (year, number));
            CREATE TABLE item (year INTEGER, number INTEGER, position INTEGER, text TEXT,
                PRIMARY KEY (year, number, position), FOREIGN KEY (year, number) REFERENCES orders (year, number));
            CREATE TABLE part (year INTEGER, number INTEGER, position INTEGER, name TEXT,
                PRIMARY KEY (year, number, position, name),
                FOREIGN KEY (year, number, position) REFERENCES item (year, number, position));
            CREATE TABLE tag (area TEXT, word TEXT, PRIMARY KEY (area, word));
            CREATE TABLE order_tag (year INTEGER, number INTEGER, area TEXT, word TEXT, grade INTEGER,
                PRIMARY KEY (year, number, area, word), FOREIGN KEY (year, number) REFERENCES orders (year, number),
                FOREIGN KEY (area, word) REFERENCES tag (area, word));
            CREATE TABLE knot (a INTEGER, b INTEGER, "nextA" INTEGER, "nextB" INTEGER, PRIMARY KEY (a, b));
            INSERT INTO orders VALUES (2026, 1, 'Ada'), (2026, 2, 'Bob'), (2025, 1, 'Cid');
            INSERT INTO line VALUES (1, 2026, 1, 'one'), (2, 2026, 1, 'two'), (3, 2026, 2, 'three'), (4, NULL, NULL, 'four');
            INSERT INTO item VALUES (2026, 1, 1, 'x'), (2026, 1, 2, 'y'), (2026, 2, 1, 'z');
            INSERT INTO part VALUES (2026, 1, 1, 'p'), (2026, 1, 1, 'q'), (2026, 2, 1, 'r');
            INSERT INTO tag VALUES ('a', 'red'), ('a', 'blue'), ('b', 'red');
            INSERT INTO order_tag VALUES (2026, 1, 'a', 'red', 1), (2026, 1, 'b', 'red', 2), (2026, 2, 'a', 'red', 1);
            INSERT INTO knot VALUES (1, 1, 1, 3), (1, 2, 1, 1), (1, 3, 1, 2), (2, 2, 2, 2), (3, 1, NULL, NULL);
            """)
    }
}

/// Adding to relationships, removing from them, and what becomes of rows whose parent is deleted.
@Suite(.eachEngine) struct AssociationTests {
    private typealias Order = Desk.Order
    private let database: Database
    private let log: SQLLog

    init() throws {
        database = try Desk.database()
        log = SQLLog(database)
    }

    private func rows(_ sql: SQL) throws -> [[SQLValue]] {
        try database.read { try $0.rows(sql).map(\.values) }
    }
    private func lines() throws -> [[SQLValue]] { try rows("SELECT pk, year, number FROM line ORDER BY pk") }
    private func tags(_ number: Int) throws -> [[SQLValue]] {
        try rows("SELECT area, word, grade FROM order_tag WHERE year = 2026 AND number = \(number) ORDER BY area, word")
    }
    private func order(_ session: Session, _ number: Int) throws -> Order {
        try #require(try session.find(Order.self, 2026, number))
    }

    @Test func childrenAreAddedToALoadedAndToANewParent() throws {
        try database.write { session in
            let first = try order(session, 1)
            let loaded = try session.query(Desk.Line.self).filter(\.pk == 3 || \.pk == 4).orderByKey().all()
            let made = Desk.Line()
            made.text = "five"
            _ = log.take()
            try session.add(loaded + [made], to: first, "lines")
            // One of the lines gets a new number, the other both columns; the third is new.
            #expect(log.texts().count == 2)
            let fresh = Order()
            (fresh.year, fresh.number, fresh.customer) = (2027, 1, "Dan")
            let item = Desk.Item()
            item.position = 7
            try fresh.add([item], to: "items")
            #expect(fresh.isLoaded && item.keyValues == [2027, 1, 7])
        }
        #expect(try lines() == [[1, 2026, 1], [2, 2026, 1], [3, 2026, 1], [4, 2026, 1], [5, 2026, 1]])
        #expect(try rows("SELECT count(*) FROM item WHERE year = 2027") == [[1]])
    }

    @Test func rowsOfTheJoinTableAreMadeAndFilled() throws {
        try database.write { session in
            let first = try order(session, 1)
            let blue = try #require(try session.find(Desk.Tag.self, "a", "blue"))
            let green = Desk.Tag()
            (green.area, green.word) = ("c", "green")
            var grade = 10
            try first.add([blue, green], to: "tags") { (link: Desk.OrderTag, tag: Desk.Tag) in
                link.grade = grade + tag.word.count
                grade += 10
            }
            let fresh = Order()
            (fresh.year, fresh.number, fresh.customer) = (2026, 9, "Eve")
            try session.add([green], to: fresh, "tags")
        }
        #expect(
            try tags(1) == [["a", "blue", 14], ["a", "red", 1], ["b", "red", 2], ["c", "green", 25]])
        #expect(try tags(9) == [["c", "green", nil]])
        // What is there already fails by its key, and nothing is done.
        let (first, tag) = try database.read { session in
            (try order(session, 1), try #require(try session.find(Desk.Tag.self, "a", "red")))
        }
        let other = Desk.Tag()
        (other.area, other.word) = ("d", "new")
        let error = #expect(throws: DatabaseError.self) { try first.add([other, tag], to: "tags") }
        #expect(error?.code == .constraint)
        #expect(!other.isLoaded)
        #expect(try rows("SELECT count(*) FROM tag") == [[4]])
    }

    @Test func removing() throws {
        try database.write { session in
            let first = try order(session, 1)
            let lines = try session.query(Desk.Line.self).orderByKey().all()
            let tags = try session.query(Desk.Tag.self).orderByKey().all()
            _ = log.take()
            // One of them belongs to another order.
            #expect(try first.remove([lines[0], lines[2]], from: "lines") == 1)
            let sent = log.texts()
            #expect(sent.count == 2 && sent.last?.hasPrefix("UPDATE \"line\" SET") == true)
            #expect(lines[0].year == nil && lines[2].year == 2026)
            #expect(try session.remove([lines[1]], from: first, "lines", dependent: .delete) == 1)
            #expect(lines[1].isDeleted)
            _ = log.take()
            #expect(try first.remove(tags, from: "tags") == 2)
            let deleted = log.texts()
            // One of the three is not there, as far as its key tells: its row is asked for the spelling.
            #expect(
                deleted.count == 3
                    && deleted.last?.hasPrefix("DELETE \(ServedEngine.isMariaDB ? "" : "FROM ")\"order_tag\"") == true)
            let items = try session.query(Desk.Item.self).filter(\.number == 1).orderByKey().all()
            let shared = #expect(throws: ModelError.self) { try first.remove(items, from: "items") }
            #expect(shared?.code == .sharedColumn)
            let restricted = #expect(throws: ModelError.self) {
                try session.remove(items, from: first, "items", dependent: .restrict)
            }
            #expect(restricted?.code == .restricted)
            #expect(
                restricted?.message
                    == "the row (year = 2026, number = 1, position = 1) of \"item\" may not be removed from \"items\"")
        }
        #expect(try lines() == [[1, nil, nil], [3, 2026, 2], [4, nil, nil]])
        #expect(try tags(1) == [] && tags(2).count == 1)
        #expect(try rows("SELECT count(*) FROM tag") == [[3]])
    }

    @Test func replacing() throws {
        try database.write { session in
            let first = try order(session, 1)
            let lines = try session.query(Desk.Line.self).orderByKey().all()
            let made = Desk.Line()
            made.text = "new"
            #expect(try first.replace("lines", with: [lines[1], lines[3], made]) == 1)
            let tags = try session.query(Desk.Tag.self).orderByKey().all()
            #expect(tags.map(\.word) == ["blue", "red", "red"])
            #expect(
                try session.replace(
                    "tags", of: first, with: Array(tags.prefix(2)),
                    fill: { link, _ in
                        (link as? Desk.OrderTag)?.grade = 9
                    }) == 1)
            let fresh = Order()
            (fresh.year, fresh.number) = (2026, 8)
            #expect(try fresh.replace("tags", with: [tags[2]]) == 0)
            #expect(try fresh.replace("tags", with: []) == 1)
        }
        #expect(try lines() == [[1, nil, nil], [2, 2026, 1], [3, 2026, 2], [4, 2026, 1], [5, 2026, 1]])
        #expect(try tags(1) == [["a", "blue", 9], ["a", "red", 1]])
        #expect(try tags(8) == [])
    }

    /// Children go before their parents, in whatever order they are listed, also where a parent deletes them itself.
    @Test func aListOfParentsAndChildren() throws {
        try database.write { session in
            for reversed in [false, true] {
                struct Undo: Error {}
                do {
                    try session.transaction { session in
                        let order = try #require(try session.find(Desk.Tidy.self, 2026, 1))
                        let items = try session.query(Desk.Item.self).filter(\.number == 1).all()
                        let parts = try session.query(Desk.Part.self).filter(\.number == 1).all()
                        let models = [order] + items + parts as [Model]
                        try session.delete(reversed ? models.reversed() : models)
                        #expect(models.count == 5 && models.allSatisfy(\.isDeleted))
                        #expect(try session.query(Desk.Item.self).count() == 1)
                        throw Undo()
                    }
                } catch is Undo {}
            }
            // What the class does not say, the foreign keys of the database do.
            let order = try #require(try session.find(Order.self, 2026, 2))
            let item = try #require(try session.find(Desk.Item.self, 2026, 2, 1))
            let line = try #require(try session.find(Desk.Line.self, 3))
            let tag = try #require(try session.find(Desk.OrderTag.self, 2026, 2, "a", "red"))
            try session.delete([order, line, item, tag])
        }
        #expect(try lines().count == 3)
    }

    @Test func whatBecomesOfTheRowsOfADeletedOne() throws {
        try database.write { session in
            let strict = try #require(try session.find(Desk.Strict.self, 2026, 1))
            let error = #expect(throws: ModelError.self) { try session.delete(strict) }
            #expect(error?.code == .restricted)
            #expect(
                error?.message
                    == "the row (year = 2026, number = 1) of \"orders\" was not deleted: \"line\" (pk = 1) refers to it "
                    + "(\"lines\")")
            #expect(error?.table == "line" && error?.key == [1] && strict.isLoaded)
            let free = try #require(try session.find(Desk.Strict.self, 2025, 1))
            try free.delete()
            let impossible = try #require(try session.find(Desk.Impossible.self, 2026, 1))
            #expect(throws: ModelError.self) { try impossible.delete() }
            let tidy = try #require(try session.find(Desk.Tidy.self, 2026, 1))
            // The row is meant, not what the model has been changed to.
            tidy.number = 2
            try session.delete(tidy)
            #expect(tidy.isDeleted)
            let byHand = Desk.Tidy()
            (byHand.year, byHand.number) = (2026, 2)
            try session.delete([byHand])
        }
        #expect(try lines().map { $0[1] } == [nil, nil, nil, nil])
        for table in ["orders", "item", "part", "order_tag"] {
            #expect(try rows("SELECT count(*) FROM \(identifier: table)") == [[0]])
        }
        #expect(try rows("SELECT count(*) FROM tag") == [[3]])
    }

    @Test func aFailureUndoesAll() throws {
        try database.execute(
            "CREATE TABLE guard (year BIGINT, number BIGINT, FOREIGN KEY (year, number) REFERENCES orders (year, number))"
        )
        try database.execute("INSERT INTO guard VALUES (2026, 1)")
        let tidy = try #require(try database.find(Desk.Tidy.self, 2026, 1))
        #expect(throws: DatabaseError.self) { try tidy.delete() }
        #expect(tidy.isLoaded && !tidy.isDeleted)
        #expect(try rows("SELECT count(*) FROM part") == [[3]])
        #expect(try lines().filter { $0[1] == 2026 }.count == 3)
    }

    @Test func circlesAndLongChains() throws {
        try database.write { session in
            let knot = try #require(try session.find(Desk.Knot.self, 1, 1))
            try session.delete(knot)
            let own = try #require(try session.find(Desk.Knot.self, 2, 2))
            try session.delete(own)
            #expect(try session.query(Desk.Knot.self).all().map(\.a) == [3])
            try session.execute(
                """
                INSERT INTO knot WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
                SELECT 9, (a.i - 1) * 60 + b.i, 9, (a.i - 1) * 60 + b.i - 1 FROM n AS a, n AS b WHERE a.i <= 20
                """)
            let end = try #require(try session.find(Desk.Knot.self, 9, 1))
            try session.delete(end)
            #expect(try session.query(Desk.Knot.self).all().map(\.a) == [3])
        }
    }

    @Test func childrenOfManyParents() throws {
        try database.read { session in
            let orders = try session.query(Order.self).orderByKey().all()
            _ = log.take()
            let lines = try session.query(Desk.Line.self).filter("order", in: orders).filter(\.text != "two")
                .orderBy(\.pk).all()
            #expect(lines.map(\.pk) == [1, 3])
            #expect(log.texts().count == 1)
            let items = try session.query(Desk.Item.self).filter("order", in: Array(orders.suffix(1)))
            #expect(try items.count() == 1 && items.all().map(\.number) == [2])
            #expect(try session.query(Desk.Item.self).filter("order", in: []).count() == 0)
            #expect(try session.query(Desk.Item.self).filter("order", in: [Order()]).count() == 0)
            #expect(try session.query(Desk.Item.self).filter("order", in: orders + orders).count() == 3)
            let wrong = #expect(throws: ModelError.self) {
                try session.query(Desk.Item.self).filter("order", in: [Desk.Tag()]).all()
            }
            #expect(wrong?.message == "the relationship \"order\" leads to class Order, not to Tag")
            let toMany = #expect(throws: ModelError.self) {
                try session.query(Desk.Item.self).filter("parts", in: orders).all()
            }
            #expect(toMany?.code == .unknownRelationship)
            let unknown = #expect(throws: ModelError.self) {
                try session.query(Desk.Item.self).filter("ordr", in: orders).all()
            }
            #expect(unknown?.hint == "Did you mean \"order\"?")
        }
        try database.write { session in
            let orders = try session.query(Order.self).filter(\.number == 1).all()
            #expect(try session.query(Desk.Line.self).filter("order", in: orders).update(.set(\.text, "same")) == 2)
        }
    }

    @Test func whatIsRefused() throws {
        try database.write { session in
            let first = try order(session, 1)
            func message(_ body: () throws -> Void) -> String? {
                let error = #expect(throws: ModelError.self) { try body() }
                #expect(error?.code == .unknownRelationship)
                return error?.message
            }
            #expect(
                message { try first.add([], to: "line") } == "\"orders\" (class Order) has no relationship \"line\"")
            #expect(
                message { try first.add([Desk.Line()], to: "first") }
                    == "the relationship \"first\" of \"orders\" leads to one row")
            #expect(
                message { try first.add([Desk.Tag()], to: "lines") }
                    == "the relationship \"lines\" leads to class Line, not to Tag")
            #expect(
                message {
                    try first.add([Desk.Tag()], to: "tags") { (link: Desk.Line, tag: Desk.Tag) in link.text = tag.word }
                }
                    == "the relationship \"tags\" leads through class OrderTag, not Line")
            let item = try #require(try session.find(Desk.Item.self, 2026, 2, 1))
            let moved = #expect(throws: ModelError.self) { try first.add([item], to: "items") }
            #expect(moved?.code == .sharedColumn)
            let gone = try order(session, 2)
            try session.execute("DELETE FROM order_tag WHERE number = 2")
            try session.execute("DELETE FROM part WHERE number = 2")
            try session.execute("DELETE FROM item WHERE number = 2")
            try session.execute("DELETE FROM line WHERE number = 2")
            try session.delete(gone)
            let deleted = #expect(throws: ModelError.self) { try gone.add([Desk.Line()], to: "lines") }
            #expect(deleted?.code == .deleted)
        }
    }
}
