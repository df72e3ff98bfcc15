import TestServer
import Testing

@testable import ZIMOrm

/// Keys and foreign keys that are named by key paths do what the same names do as strings.
@Suite(.eachEngine) struct KeyPathKeyTests {
    /// Its key has three columns, two of which are called otherwise than their properties.
    final class Order: Model {
        var tenant = 0, year = 0, number = 0
        var seller: Int?
        override class var table: String { "orders" }
        override class var primaryKeyPaths: [AnyKeyPath] { [\Order.tenant, \Order.year, \Order.number] }
        override class var columns: [Column] {
            [
                Column("o_number", \Order.number), Column("o_year", \Order.year), Column("tenant", \Order.tenant),
                Column("seller", \Order.seller),
            ]
        }
        func lines(_ options: [RelationshipOption] = []) throws -> [Line] {
            try hasMany(Line.self, foreignKey: [\.tenant, \.year, \.order], options: options)
        }
        func label() throws -> Label? { try hasOne(Label.self, foreignKey: [\.tenant, \.year, \.number]) }
        func itsSeller() throws -> Seller? { try belongsTo(Seller.self, foreignKey: [\Order.seller]) }
    }

    final class Line: Model {
        var tenant = 0, year = 0, order = 0, pos = 0
        override class var table: String { "line" }
        override class var primaryKeyPaths: [AnyKeyPath] { [\Line.tenant, \Line.year, \Line.order, \Line.pos] }
        func itsOrder() throws -> Order? {
            try belongsTo(Order.self, foreignKey: [\Line.tenant, \Line.year, \Line.order])
        }
        func requiredOrder() throws -> Order {
            try belongsTo(required: Order.self, foreignKey: [\Line.tenant, \Line.year, \Line.order])
        }
    }

    final class Label: Model {
        var id = 0
        var tenant: Int?, year: Int?, number: Int?
        override class var table: String { "label" }
        override class var primaryKeyPaths: [AnyKeyPath] { [\Label.id] }
    }

    final class Seller: Model {
        var id = 0
        override class var table: String { "seller" }
        override class var primaryKeyPaths: [AnyKeyPath] { [\Seller.id] }
        func buyers() throws -> [Buyer] {
            try hasMany(Buyer.self, through: Deal.self, foreignKey: [\.seller], targetForeignKey: [\.shop, \.buyer])
        }
    }

    final class Buyer: Model {
        var shop = 0, number = 0
        override class var table: String { "buyer" }
        override class var primaryKeyPaths: [AnyKeyPath] { [\Buyer.shop, \Buyer.number] }
    }

    final class Deal: Model {
        var seller = 0, shop = 0, buyer = 0
        override class var table: String { "deal" }
        override class var primaryKeyPaths: [AnyKeyPath] { [\Deal.seller, \Deal.shop, \Deal.buyer] }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE orders (o_number INT, o_year INT, tenant INT, seller INT, PRIMARY KEY (tenant, o_year, o_number));
            INSERT INTO orders VALUES (1, 1998, 1, 7), (1, 1998, 2, NULL), (2, 1998, 1, 8);
            CREATE TABLE line (pos INT, "order" INT, year INT, tenant INT, PRIMARY KEY (tenant, year, "order", pos));
            INSERT INTO line VALUES (1, 1, 1998, 1), (2, 1, 1998, 1), (1, 1, 1998, 2), (1, 9, 1998, 1);
            CREATE TABLE label (id INT PRIMARY KEY, tenant INT, year INT, number INT);
            INSERT INTO label VALUES (5, 1, 1998, 2), (6, 1, NULL, 2);
            CREATE TABLE seller (id INT PRIMARY KEY);
            INSERT INTO seller VALUES (7), (8);
            CREATE TABLE buyer (shop INT, number INT, PRIMARY KEY (shop, number));
            INSERT INTO buyer VALUES (1, 1), (1, 2), (2, 1);
            CREATE TABLE deal (seller INT, shop INT, buyer INT, PRIMARY KEY (seller, shop, buyer));
            INSERT INTO deal VALUES (7, 1, 2), (7, 2, 1), (8, 1, 1);
            """)
    }

    @Test func keysOfSeveralColumnsAndOfOne() throws {
        try database.read { session in
            let log = SQLLog(database)
            let order = try session.find(Order.self, 1, 1998, 2)
            #expect(order?.seller == 8)
            #expect(
                log.texts() == [
                    #"SELECT "o_number", "o_year", "tenant", "seller" FROM "orders" "#
                        + #"WHERE "tenant" = ? AND "o_year" = ? AND "o_number" = ?"#
                ])
            #expect(try session.find(Order.self, 2, 1998, 2) == nil)
            #expect(try session.find(Seller.self, 7)?.id == 7)
        }
        try database.write { session in
            let order = Order()
            (order.tenant, order.year, order.number) = (1, 1998, 2)
            try session.upsert(order)
            #expect(try session.query(Order.self).count() == 3)
            #expect(try session.find(Order.self, 1, 1998, 2)?.seller == nil)
        }
    }

    @Test func relationshipsInBothDirections() throws {
        try database.read { session in
            let order = try #require(try session.find(Order.self, 1, 1998, 1))
            #expect(try order.lines().map(\.pos).sorted() == [1, 2])
            #expect(try order.lines([.limit(1)]).map(\.pos) == [1])
            #expect(try order.itsSeller()?.id == 7)
            #expect(try order.label() == nil)
            #expect(try session.find(Order.self, 1, 1998, 2)?.label()?.id == 5)
            #expect(try session.find(Order.self, 2, 1998, 1)?.itsSeller() == nil)
            let line = try #require(try session.find(Line.self, 2, 1998, 1, 1))
            #expect(try line.itsOrder()?.tenant == 2)
            #expect(try line.requiredOrder().tenant == 2)
            let orphan = try #require(try session.find(Line.self, 1, 1998, 9, 1))
            #expect(try orphan.itsOrder() == nil)
            let error = #expect(throws: ModelError.self) { try orphan.requiredOrder() }
            #expect(error?.code == .rowNotFound && error?.table == "line")
            let buyers = try session.find(Seller.self, 7)?.buyers() ?? []
            #expect(buyers.map { [$0.shop, $0.number] }.sorted { $0[0] < $1[0] } == [[1, 2], [2, 1]])
        }
    }

    @Test func aLoopSendsOneStatementForTheBatch() throws {
        try database.read { session in
            let orders = try session.query(Order.self).orderByKey().all()
            let log = SQLLog(database)
            let counts = try orders.map { try $0.lines().count }
            #expect(counts == [2, 0, 1])
            #expect(log.take().count == 1)
        }
    }

    class Base: Model {
        var a = 0, b = 0
        var computed: Int { a + b }
        override class var table: String { "base" }
    }

    final class Both: Base {
        override class var primaryKey: [String] { ["a"] }
        override class var primaryKeyPaths: [AnyKeyPath] { [\Both.b] }
    }

    final class Twice: Base { override class var primaryKeyPaths: [AnyKeyPath] { [\Twice.a, \Twice.a] } }
    final class Foreign: Base { override class var primaryKeyPaths: [AnyKeyPath] { [\Order.year] } }
    final class Deep: Base { override class var primaryKeyPaths: [AnyKeyPath] { [\String.count] } }
    final class Computed: Base { override class var primaryKeyPaths: [AnyKeyPath] { [\Computed.computed] } }
    final class Inherited: Base { override class var primaryKeyPaths: [AnyKeyPath] { [\Base.a, \Base.b] } }

    @Test func mistakesAreNamed() throws {
        #expect(try MappingRegistry.mapping(of: Inherited.self).keyNames == ["a", "b"])
        for (type, message) in [
            (Both.self, "class Both overrides both primaryKey and primaryKeyPaths"),
            (Twice.self, "class Twice: the primary key (a, a) names a column twice"),
            (Foreign.self, "class Foreign: a key path leads from Order to Int, which is no column of the class"),
            (Deep.self, "class Deep: a key path leads from String to Int, which is no column of the class"),
        ] as [(Model.Type, String)] {
            let error = #expect(throws: ModelError.self) { try MappingRegistry.mapping(of: type) }
            #expect(error?.code == .mapping && error?.message == message)
        }
        let error = #expect(throws: ModelError.self) { try MappingRegistry.mapping(of: Computed.self) }
        #expect(error?.code == .unknownColumn && error?.message.contains("class Computed") == true)
        try database.read { session in
            let line = try #require(try session.find(Line.self, 1, 1998, 1, 1))
            let error = #expect(throws: ModelError.self) {
                try line.belongsTo(Order.self, foreignKey: [\Label.tenant, \Label.year, \Label.number])
            }
            #expect(
                error?.message
                    == "class Line: a key path leads from Label to Optional<Int>, which is no column of the class")
        }
    }
}
