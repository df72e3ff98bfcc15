import TestServer
import Testing
import ZIMOrm

private final class Order: Model {
    var year = 0, number = 0
    var code: String?
    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var relationships: [Relationship] {
        [
            .hasMany("lines", Line.self, foreignKey: ["year", "number"]),
            .hasMany("slips", Slip.self, foreignKey: ["code"], references: ["code"]),
            .hasMany(
                "tags", Tag.self, through: OrderTag.self, foreignKey: ["year", "number"],
                targetForeignKey: ["area", "word"]),
        ]
    }
}

private final class Line: Model {
    var pk = 0
    var year: Int?, number: Int?
    override class var table: String { "line" }
    override class var primaryKey: [String] { ["pk"] }
    override func willSave() throws { if isLoaded { try merge() } }
}

private final class Slip: Model {
    var pk = 0
    var code: String?
    override class var table: String { "slip" }
    override class var primaryKey: [String] { ["pk"] }
}

private final class Tag: Model {
    var area = 0, word = 0
    override class var table: String { "tag" }
    override class var primaryKey: [String] { ["area", "word"] }
}

private final class OrderTag: Model {
    var year = 0, number = 0, area = 0, word = 0
    override class var table: String { "order_tag" }
    override class var primaryKey: [String] { ["year", "number", "area", "word"] }
}

/// Relationships of models whose keys were changed and are not saved: another row may have the key.
@Suite(.eachEngine) struct ChangedKeyAssociationTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE orders (year INTEGER NOT NULL, number INTEGER NOT NULL, code VARCHAR(9) UNIQUE,
                PRIMARY KEY (year, number));
            CREATE TABLE line (pk INTEGER NOT NULL PRIMARY KEY, year INTEGER, number INTEGER);
            CREATE TABLE slip (pk INTEGER NOT NULL PRIMARY KEY, code VARCHAR(9));
            CREATE TABLE tag (area INTEGER NOT NULL, word INTEGER NOT NULL, PRIMARY KEY (area, word));
            CREATE TABLE order_tag (year INTEGER NOT NULL, number INTEGER NOT NULL, area INTEGER NOT NULL,
                word INTEGER NOT NULL, PRIMARY KEY (year, number, area, word));
            INSERT INTO orders VALUES (1, 1, 'a'), (1, 2, 'b');
            INSERT INTO line VALUES (1, 1, 1), (2, 1, 2), (3, 1, 2);
            INSERT INTO slip VALUES (1, 'a'), (2, 'b');
            INSERT INTO tag VALUES (1, 1), (2, 1);
            INSERT INTO order_tag VALUES (1, 1, 1, 1);
            """)
    }

    private func rows(_ session: Session) throws -> [[SQLValue]] {
        try session.rows(
            """
            SELECT pk, year, number FROM line UNION ALL SELECT pk + 10, 0, NULL FROM slip WHERE code = 'a'
            UNION ALL SELECT 20 + area, year, number FROM order_tag ORDER BY 1
            """
        ).map(\.values)
    }

    private func order(_ session: Session) throws -> Order { try #require(try session.find(Order.self, 1, 1)) }

    @Test func anUnsavedKeyOfTheParentIsRefused() throws {
        let before: [[SQLValue]] = [[1, 1, 1], [2, 1, 2], [3, 1, 2], [11, 0, nil], [21, 1, 1]]
        try database.write { session in
            let line = try #require(try session.find(Line.self, 2))
            let slip = try #require(try session.find(Slip.self, 2))
            let tag = try #require(try session.find(Tag.self, 2, 1))
            let calls: [(column: String, call: (Order) throws -> Void)] = [
                ("number", { try session.add([line], to: $0, "lines") }),
                ("number", { _ = try session.remove([line], from: $0, "lines", dependent: .delete) }),
                ("number", { _ = try session.replace("lines", of: $0, with: [], dependent: .delete) }),
                ("number", { try session.add([tag], to: $0, "tags") }),
                ("number", { _ = try session.remove([tag], from: $0, "tags") }),
                ("number", { _ = try session.replace("tags", of: $0, with: [tag]) }),
                ("code", { try session.add([slip], to: $0, "slips") }),
                ("code", { _ = try session.replace("slips", of: $0, with: []) }),
            ]
            for (index, (column, call)) in calls.enumerated() {
                let order = try order(session)
                if column == "code" { order.code = "b" } else { order.number = 2 }
                let error = #expect(throws: ModelError.self) { try call(order) }
                #expect(error?.code == .conflict && error?.column == column && error?.key == [1, 1], "\(index)")
                #expect(error?.table == "orders" && error?.hint == "Save it first", "\(index)")
                #expect(try rows(session) == before, "\(index)")
                (order.number, order.code) = (1, "a")
                #expect(try session.remove([tag], from: order, "tags") == 0, "\(index)")
            }
        }
    }

    @Test func anUnsavedKeyBehindAJoinTableIsRefused() throws {
        try database.write { session in
            let order = try order(session)
            let tag = try #require(try session.find(Tag.self, 1, 1))
            tag.area = 2
            let error = #expect(throws: ModelError.self) { try session.add([tag], to: order, "tags") }
            #expect(error?.code == .conflict && error?.table == "tag" && error?.key == [1, 1])
            // Its row belongs to the order already.
            #expect(try session.replace("tags", of: order, with: [tag]) == 0)
            #expect(try session.remove([tag], from: order, "tags") == 1)
            #expect(throws: ModelError.self) { try session.replace("tags", of: order, with: [tag]) }
        }
    }

    @Test func aSavedKeyIsTaken() throws {
        try database.write { session in
            let order = try order(session)
            let line = try #require(try session.find(Line.self, 2))
            order.number = 7
            try session.save(order)
            try session.add([line], to: order, "lines")
            #expect(try rows(session).prefix(3) == [[1, 1, 1], [2, 1, 7], [3, 1, 2]])
        }
    }

    /// The hook of a line merges it: it gets a batch of its own then.
    @Test func modelsThatTheirHooksReadAgainAreAddedAndRemoved() throws {
        try database.write { session in
            let order = try order(session)
            let lines = try session.query(Line.self).orderByKey().all()
            try session.add([lines[2]], to: order, "lines")
            #expect(try rows(session).prefix(3) == [[1, 1, 1], [2, 1, 2], [3, 1, 1]])
            #expect(try session.remove([lines[0]], from: order, "lines") == 1)
            #expect(try rows(session).prefix(3) == [[1, nil, nil], [2, 1, 2], [3, 1, 1]])
            #expect(try session.replace("lines", of: order, with: [lines[0], lines[1]]) == 1)
            #expect(try rows(session).prefix(3) == [[1, 1, 1], [2, 1, 1], [3, nil, nil]])
        }
    }
}
