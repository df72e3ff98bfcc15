import TestServer
import Testing

@testable import ZIMOrm

private class Clerk: Model {
    var id = 0
    var boss: Int?
    var pay = 0
    override class var table: String { "clerk" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("boss", Clerk.self, foreignKey: ["boss"]),
            .belongsTo("seen", SeenClerk.self, foreignKey: ["boss"]),
            .belongsTo("doubled", DoubledClerk.self, foreignKey: ["boss"]),
            .hasMany("far", FarClerk.self, foreignKey: ["boss"]),
        ]
    }
}

/// The same rows behind a view.
private final class SeenClerk: Model {
    var id = 0
    var boss: Int?
    var pay = 0
    override class var table: String { "seen_clerk" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] { [.belongsTo("boss", Clerk.self, foreignKey: ["boss"])] }
}

/// The same rows with a computed column.
private final class DoubledClerk: Model {
    var id = 0
    var twice = 0
    override class var table: String { "clerk" }
    override class var primaryKey: [String] { ["id"] }
}

/// A table of the same name in another database of the connection.
private final class FarClerk: Model {
    var id = 0
    var boss: Int?
    var pay = 0
    override class var table: String { "clerk" }
    override class var schema: String? { "far" }
    override class var primaryKey: [String] { ["id"] }
}

/// Columns that are set to aggregates of the table's own rows: as these were before the statement.
@Suite(.eachEngine) struct RelatedUpdateTests {
    private struct Undo: Error {}

    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE clerk (id INTEGER NOT NULL PRIMARY KEY, boss INTEGER, pay INTEGER NOT NULL,
                twice INTEGER GENERATED ALWAYS AS (pay * 2) STORED);
            CREATE VIEW seen_clerk AS SELECT id, boss, pay FROM clerk;
            INSERT INTO clerk (id, boss, pay) VALUES (1, NULL, 100), (2, 1, 10), (3, 2, 1);
            """)
    }

    private func expect<M: Model>(
        _ type: M.Type, _ pay: [Int], location: SourceLocation = #_sourceLocation,
        _ change: (Query<M>) throws -> Int
    ) throws {
        // It does not read the table that it changes.
        if ServedEngine.isMySQL { return }
        #expect(throws: Undo.self, sourceLocation: location) {
            try database.write { session in
                #expect(try change(session.query(type)) == 2, sourceLocation: location)
                let now = try session.query(Clerk.self).orderByKey().values(\.pay)
                #expect(now == pay, sourceLocation: location)
                throw Undo()
            }
        }
    }

    @Test func whateverWayTheyAreRead() throws {
        try expect(Clerk.self, [100, 100, 10]) { clerks in
            try clerks.filter(\.boss != nil).update(.set(\.pay, to: clerks.expression(Related.max("boss", \Clerk.pay))))
        }
        try expect(Clerk.self, [100, 100, 10]) { clerks in
            try clerks.filter(\.boss != nil).update(
                .set(\.pay, to: clerks.expression(Related.max("seen", \SeenClerk.pay))))
        }
        try expect(Clerk.self, [100, 200, 20]) { clerks in
            try clerks.filter(\.boss != nil).update(
                .set(\.pay, to: clerks.expression(Related.max("doubled", \DoubledClerk.twice))))
        }
        try expect(Clerk.self, [100, 100, 10]) { clerks in
            try clerks.filter(\.boss != nil).orderBy(\.id).limit(2).update(
                .set(\.pay, to: clerks.expression(Related.max("boss", \Clerk.pay))))
        }
    }

    @Test func ofAView() throws {
        if ServedEngine.isSQLite {
            _ = try database.execute(
                """
                CREATE TRIGGER seen_u INSTEAD OF UPDATE ON seen_clerk BEGIN
                UPDATE clerk SET pay = NEW.pay WHERE id = NEW.id; END
                """)
        }
        try expect(SeenClerk.self, [100, 100, 10]) { clerks in
            try clerks.filter(\.boss != nil).update(.set(\.pay, to: clerks.expression(Related.max("boss", \Clerk.pay))))
        }
    }

    @Test func sqliteComputesAllValuesFirst() throws {
        guard ServedEngine.isSQLite else { return }
        try database.write { session in
            let clerks = try session.query(Clerk.self).filter(\.boss != nil)
            let log = StatementLog(database)
            _ = try clerks.update(.set(\.pay, to: clerks.expression(Related.max("boss", \Clerk.pay))))
            _ = try clerks.update(.set(\.pay, 1))
            #expect(
                log.sql == [
                    #"UPDATE "clerk" SET "pay" = (SELECT max("boss"."pay") FROM "clerk" AS "boss" "#
                        + #"WHERE "boss"."id" = "clerk"."boss") FROM (SELECT 1 AS "zim_one") AS zim_one "#
                        + #"WHERE "clerk"."boss" IS NOT NULL"#,
                    #"UPDATE "clerk" SET "pay" = ? WHERE "clerk"."boss" IS NOT NULL"#,
                ])
        }
    }

    @Test func aTableOfTheSameNameElsewhere() throws {
        guard ServedEngine.isSQLite else { return }
        try database.withoutTransaction { session in
            _ = try session.execute("ATTACH ':memory:' AS far")
            _ = try session.execute("CREATE TABLE far.clerk (id INTEGER PRIMARY KEY, boss INTEGER, pay INTEGER)")
            _ = try session.execute("INSERT INTO far.clerk VALUES (1, 1, 7), (2, 1, 8), (3, 2, 9)")
            let clerks = try session.query(Clerk.self).filter(\.id < 3)
            #expect(try clerks.update(.set(\.pay, to: clerks.expression(Related.sum("far", \FarClerk.pay)))) == 2)
            #expect(try session.query(Clerk.self).orderByKey().values(\.pay) == [15, 9, 1])
        }
    }
}
