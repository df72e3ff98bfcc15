import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Models and their groups go in any order, before and after their sessions.
@Suite(.eachEngine) struct LifetimeTests {
    private func database(_ count: Int) throws -> Database {
        let database = try Theatre.database()
        try database.execute(
            ServedEngine.isMariaDB
                ? "INSERT INTO seat SELECT 'L', seq, CONCAT('g', seq), seq FROM \(unsafe: MySQLProduct.numbers(1...count))"
                : "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) INSERT INTO seat SELECT 'L', i, 'g' || i, i FROM n"
        )
        return database
    }

    @Test func modelsGoInOddOrders() throws {
        let database = try database(3000)
        var models = try database.read { try $0.query(Theatre.Seat.self).filter(\.hall == "L").orderByKey().all() }
        let group = try #require(models.first?.record)
        var generator = SystemRandomNumberGenerator()
        models.shuffle(using: &generator)
        models.removeLast(1000)
        #expect(group.members.count { $0 != nil } == 2000)
        models = models.filter { $0.number % 3 != 0 }
        #expect(group.members.count { $0 != nil } == models.count)
        // Those that are left know their own rows.
        try database.write { session in
            for model in models.prefix(200) {
                model.price = -1
                #expect(try model.changedColumns() == ["price"])
                try session.save(model)
            }
        }
        #expect(try Theatre.rows(database, "SELECT count(*) FROM seat WHERE price = -1") == [[200]])
        models = []
        #expect(group.members.allSatisfy { $0 == nil })
    }

    @Test func groupsThatOutliveTheirDatabase() throws {
        var kept: Theatre.Seat?
        do {
            let database = try database(10)
            kept = try database.read { try $0.query(Theatre.Seat.self).filter(\.hall == "L").all() }.last
        }
        let seat = try #require(kept)
        #expect(seat.isLoaded)
        seat.price = 3
        #expect(try seat.changedColumns() == ["price"])
        // Its database is kept alive by it.
        try seat.save()
        try seat.reload()
        #expect(seat.price == 3)
    }

    @Test func modelsThatLeaveTheirGroupForAnother() throws {
        let database = try database(300)
        #expect(throws: Undo.self) {
            try database.write { session in
                var models = try session.query(Theatre.Seat.self).filter(\.hall == "L").orderByKey().all()
                for (index, model) in models.enumerated() {
                    switch index % 4 {
                    case 0: try session.delete(model)
                    case 1: try session.reload(model)
                    case 2: try session.upsert(model)
                    default: model.price = 0
                    }
                }
                try session.save(models.filter { !$0.isDeleted })
                models.removeAll { $0.number % 2 == 0 }
                try session.insert(models.filter(\.isDeleted))
                let areLoaded = models.allSatisfy { $0.isLoaded }
                #expect(areLoaded)
                throw Undo()
            }
        }
        #expect(
            try Theatre.rows(database, "SELECT count(*), sum(price) FROM seat WHERE hall = 'L'") == [[300, 45150.0]])
    }

    @Test func aModelThatIsWrittenAgainAndAgain() throws {
        let database = try database(1)
        let seat = try #require(try database.read { try $0.find(Theatre.Seat.self, "L", 1) })
        let undo = { (body: (Session) throws -> Void) in
            do {
                try database.write { session in
                    try body(session)
                    throw Undo()
                }
            } catch { #expect(error is Undo, "\(error)") }
        }
        undo { session in
            for round in 0..<2000 {
                seat.price = Double(round)
                try session.upsert(seat)
            }
            #expect(seat.record?.snapshot?.record?.snapshot == nil)
        }
        #expect(try seat.changedColumns() == ["price"])
        // Within savepoints each can be undone by itself.
        undo { session in
            for round in 0..<3000 {
                try session.transaction { session in
                    seat.price = Double(round)
                    try session.upsert(seat)
                }
            }
        }
        #expect(seat.isLoaded)
        #expect(try seat.changedColumns() == ["price"])
        let play = Theatre.Play()
        undo { session in
            try session.save(play)
            try session.upsert(play)
            try session.delete(play)
            try session.insert(play)
        }
        #expect(!play.isLoaded)
        #expect(play.pk == nil)
    }

    @Test func modelsThatGoWhileTheirTransactionIsUndone() throws {
        let database = try database(50)
        var left: [Theatre.Seat] = []
        #expect(throws: Undo.self) {
            try database.write { session in
                let models = try session.query(Theatre.Seat.self).filter(\.hall == "L").orderByKey().all()
                try session.delete(models)
                try session.insert(models)
                left = models.filter { $0.number % 5 == 0 }
                throw Undo()
            }
        }
        #expect(left.count == 10)
        #expect(left.allSatisfy { $0.isLoaded && !$0.isDeleted })
        try database.write { try $0.delete(left) }
        #expect(try Theatre.rows(database, "SELECT count(*) FROM seat WHERE hall = 'L'") == [[40]])
    }

    @Test func manyTasksWithModelsOfTheirOwn() async throws {
        let database = try database(200)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<10 {
                        let models = try await database.read {
                            try $0.query(Theatre.Seat.self).filter(\.hall == "L" && \.price > Double(round)).limit(50)
                                .all()
                        }
                        let model = models[task]
                        model.guest = "t\(task)"
                        try await model.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Theatre.rows(database, "SELECT count(DISTINCT guest) FROM seat WHERE guest LIKE 't_'").first != [0])
    }
}
