import Foundation
import Synchronization
import TestServer
import Testing

@testable import ZIMOrm

@Suite(.eachEngine, .timeLimit(.minutes(25))) struct ModelObservationTests {
    final class Order: Model {
        var warehouse = 0, number = 0, status = ""
        override class var table: String { "orders" }
        override class var primaryKey: [String] { ["warehouse", "number"] }
        override class var relationships: [Relationship] {
            [.hasMany("lines", Line.self, foreignKey: ["warehouse", "number"])]
        }
        func lines() throws -> [Line] { try hasMany(Line.self, foreignKey: ["warehouse", "number"]) }
    }

    final class Line: Model {
        var warehouse = 0, number = 0, position = 0, amount = 0
        override class var table: String { "line" }
        override class var primaryKey: [String] { ["warehouse", "number", "position"] }
        func order() throws -> Order? { try belongsTo(Order.self, foreignKey: ["warehouse", "number"]) }
        override class var relationships: [Relationship] {
            [.belongsTo("order", Order.self, foreignKey: ["warehouse", "number"])]
        }
    }

    final class Tag: Model {
        var id: Int?
        var name = ""
        override class var table: String { "tag" }
        override class var primaryKey: [String] { ["id"] }
    }

    private func makeDatabase() throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE orders (warehouse INTEGER, number INTEGER, status TEXT NOT NULL,
                PRIMARY KEY (warehouse, number)) WITHOUT ROWID;
            CREATE TABLE line (warehouse INTEGER, number INTEGER, position INTEGER, amount INTEGER NOT NULL,
                PRIMARY KEY (warehouse, number, position)) WITHOUT ROWID;
            CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
            INSERT INTO orders VALUES (1, 1, 'open'), (1, 2, 'open'), (2, 1, 'sent');
            INSERT INTO line VALUES (1, 1, 1, 10), (1, 1, 2, 20), (2, 1, 1, 30);
            """)
        #if PostgreSQL
            if ServedEngine.isPostgreSQL {
                try database.write { try WatchTriggers(on: "orders", "line", "tag").install(in: $0) }
            }
        #endif
        return database
    }

    @Test func modelsAndWhatIsLoadedWithThemAreObserved() async throws {
        guard !ServedEngine.isMariaDB else { return }
        let database = try makeDatabase()
        var orders = database.observe(Order.self) { try $0.filter(\.warehouse == 1).with("lines").orderByKey().all() }
            .makeAsyncIterator()
        let first = try #require(try await orders.next())
        #expect(first.map(\.number) == [1, 2])
        #expect(try first[0].lines().map(\.amount) == [10, 20])

        // A row of the relationship's table alone.
        try await database.write { try $0.query(Line.self).filter(\.position == 2).update(.set(\.amount, 21)) }
        let second = try #require(try await orders.next())
        #expect(try second[0].lines().map(\.amount) == [10, 21])
        #expect(second[0] !== first[0])

        // The models are the loop's own: they are saved, which comes back as the next value.
        second[1].status = "sent"
        try await second[1].save()
        let third = try #require(try await orders.next())
        #expect(third.map(\.status) == ["open", "sent"])
    }

    @Test func whatIsNotReadIsNotAskedFor() async throws {
        guard !ServedEngine.isMariaDB else { return }
        let database = try makeDatabase()
        let sent = SentStatements()
        let trace = database.trace { sent.add($0) }
        defer { trace.cancel() }
        var lines = database.observe(Line.self) { try $0.filter(\.warehouse == 1).with("order").orderByKey().all() }
            .makeAsyncIterator()
        #expect(try await lines.next()?.count == 2)
        #expect(sent.reads == 2)
        for name in ["a", "b", "c"] {
            try await database.write { session throws in
                let tag = Tag()
                tag.name = name
                try session.save(tag)
            }
        }
        // Another warehouse's: read again, and the same.
        try await database.write { try $0.query(Line.self).filter(\.warehouse == 2).update(.set(\.amount, 31)) }
        try await database.write { try $0.query(Order.self).filter(\.warehouse == 1).update(.set(\.status, "late")) }
        let next = try #require(try await lines.next())
        #expect(try next.map { try $0.order()?.status } == ["late", "late"])
        #expect(sent.reads == 4)
    }

    @Test func countsJoinsAndSingleKeysAreObserved() async throws {
        guard !ServedEngine.isMariaDB else { return }
        let database = try makeDatabase()
        var count = database.observe(Line.self) { try $0.filter("order.status = \("open")").count() }
            .makeAsyncIterator()
        var joined = database.observe(Line.self) { try $0.with(joined: "order").orderByKey().all() }.makeAsyncIterator()
        var tags = database.observe(Tag.self) { try $0.orderBy(\.name).all() }.makeAsyncIterator()
        #expect(try await count.next() == 2)
        #expect(try await joined.next()?.count == 3)
        #expect(try await tags.next()?.count == 0)
        try await database.write { session throws in
            try session.query(Order.self).filter(\.number == 1).update(.set(\.status, "sent"))
            let tag = Tag()
            tag.name = "x"
            try session.save(tag)
        }
        #expect(try await count.next() == 0)
        #expect(try await joined.next()?.first?.order()?.status == "sent")
        #expect(try await tags.next()?.map(\.name) == ["x"])
    }

    @Test func changesNameTheClassesTables() async throws {
        guard !ServedEngine.isMariaDB else { return }
        let database = try makeDatabase()
        var changes = try await database.changes(in: [Order.self, Line.self]).makeAsyncIterator()
        try await database.write { try $0.query(Order.self).filter(\.warehouse == 2).update(.set(\.status, "open")) }
        let change = try #require(try await changes.next())
        #expect(change.isExact && change.includes(Order.self) && !change.includes(Line.self))
        #expect(!change.includes(Tag.self))
        try await database.write { session throws in
            try session.query(Order.self).filter(\.warehouse == 2).delete()
            try session.query(Line.self).filter(\.warehouse == 2).delete()
        }
        #expect(try await changes.next()?.tables == ["orders", "line"])
    }

    /// MariaDB reports no commits: whatever is observed ends with the error that says so, and nothing is read.
    @Test func aServerThatReportsNoCommits() async throws {
        guard ServedEngine.isMariaDB else { return }
        let database = try makeDatabase()
        let sent = SentStatements()
        let trace = database.trace { sent.add($0) }
        defer { trace.cancel() }
        func expectRefusal(_ body: () async throws -> Void) async {
            do {
                try await body()
                Issue.record("nothing was thrown")
            } catch let error as DatabaseError {
                #expect(error.code == .misuse)
                #expect(error.message == "\(database.location) cannot be watched: its engine does not tell of commits")
            } catch { Issue.record("\(error)") }
        }
        for startsWithCurrent in [true, false] {
            var orders = database.observe(Order.self, startsWithCurrent: startsWithCurrent) {
                try $0.with("lines").orderByKey().all()
            }.makeAsyncIterator()
            await expectRefusal { _ = try await orders.next() }
            // The sequence is over.
            let next = try await orders.next()
            #expect(next == nil)
        }
        await expectRefusal {
            for try await _ in database.observe(Line.self, { try $0.filter("order.status = \("open")").count() }) {}
        }
        await expectRefusal { _ = try await database.changes(in: [Order.self, Line.self]) }
        #expect(sent.reads == 0)
    }

    @Test func aFailingQueryEndsIt() async throws {
        guard !ServedEngine.isMariaDB else { return }
        let database = try makeDatabase()
        var orders = database.observe(Order.self) { try $0.filter("nothing = 1").all() }.makeAsyncIterator()
        do {
            _ = try await orders.next()
            Issue.record("nothing was thrown")
        } catch let error as ModelError { #expect(error.code == .unknownColumn) }
        #expect(try await orders.next() == nil)
        final class Nowhere: Model {}
        do {
            _ = try await database.changes(in: [Nowhere.self])
            Issue.record("nothing was thrown")
        } catch {}
    }
}

/// Counts the statements that read rows of models.
private final class SentStatements: Sendable {
    private let count = Mutex(0)

    func add(_ trace: StatementTrace) {
        guard trace.sql.hasPrefix("SELECT \"") else { return }
        count.withLock { $0 += 1 }
    }

    var reads: Int { count.withLock { $0 } }
}
