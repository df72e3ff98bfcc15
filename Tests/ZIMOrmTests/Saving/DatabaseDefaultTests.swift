import Foundation
import TestServer
import Testing

@testable import ZIMOrm

private final class Memo: Model {
    var tenant = 0, number = 0
    var status: String?
    var rank: Int?
    var text: String?
    override class var table: String { "memo" }
    override class var primaryKey: [String] { ["tenant", "number"] }
    override class var databaseDefaults: Set<String> { ["status", "level"] }
    override class var columns: [Column] {
        [
            Column("tenant", \Memo.tenant), Column("number", \Memo.number), Column("status", \Memo.status),
            Column("level", \Memo.rank), Column("text", \Memo.text),
        ]
    }
}

private final class Misspelt: Model {
    var tenant = 0, number = 0
    var status: String?
    override class var table: String { "memo" }
    override class var primaryKey: [String] { ["tenant", "number"] }
    override class var databaseDefaults: Set<String> { ["statos"] }
}

private final class NeverNil: Model {
    var tenant = 0, number = 0
    var status = ""
    override class var table: String { "memo" }
    override class var primaryKey: [String] { ["tenant", "number"] }
    override class var databaseDefaults: Set<String> { ["status"] }
}

/// What the database gives where a new row's property is nil.
@Suite(.eachEngine) struct DatabaseDefaultTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE memo (tenant INTEGER NOT NULL, number INTEGER NOT NULL, status TEXT DEFAULT 'open', level INTEGER DEFAULT 7,
                text TEXT DEFAULT 'none', PRIMARY KEY (tenant, number));
            """)
    }

    private func memo(_ number: Int, status: String? = nil, rank: Int? = nil) -> Memo {
        let memo = Memo()
        (memo.tenant, memo.number, memo.status, memo.rank) = (1, number, status, rank)
        return memo
    }

    private func rows() throws -> [String] {
        try database.read { session in
            try session.rows("SELECT number, status, level, text FROM memo ORDER BY number").map {
                $0.values.map(\.description).joined(separator: " ")
            }
        }
    }

    @Test func nilIsTheDefaultAndReadBack() throws {
        try database.write { session in
            let log = StatementLog(database)
            let (first, second) = (memo(1), memo(2, status: "done"))
            try session.save(first)
            try session.save(second)
            let sent = log.take().filter { $0.hasPrefix("INSERT") }
            #expect(
                sent == [
                    #"INSERT INTO "memo" ("tenant", "number", "text") VALUES (?, ?, ?)"#
                        + (ServedEngine.isMySQL ? "" : #" RETURNING "status", "level""#),
                    #"INSERT INTO "memo" ("tenant", "number", "status", "text") VALUES (?, ?, ?, ?)"#
                        + (ServedEngine.isMySQL ? "" : #" RETURNING "level""#),
                ])
            #expect(log.take() == [])
            #expect(first.status == "open" && first.rank == 7 && first.text == nil)
            #expect(second.status == "done" && second.rank == 7)
            // What was read back is no change.
            try session.save(first)
            #expect(log.take() == [])
            first.status = nil
            try session.save(first)
            #expect(log.take() == [#"UPDATE "memo" SET "status" = ? WHERE "tenant" = ? AND "number" = ?"#])
        }
        #expect(try rows() == ["1 NULL 7 NULL", "2 'done' 7 NULL"])
    }

    @Test func listsAndUpserts() throws {
        try database.write { session in
            let memos = [memo(1), memo(2, status: "done", rank: 1), memo(3, rank: 2)]
            try session.insert(memos)
            #expect(memos.map(\.status) == ["open", "done", "open"] && memos.map(\.rank) == [7, 1, 2])
            let again = memo(2)
            again.text = "again"
            try session.upsert(again)
            // The row that was there keeps what the model does not say.
            #expect(again.status == "done" && again.rank == 1)
            let more = [memo(3, status: "late"), memo(4)]
            try session.upsert(more)
            #expect(more.map(\.status) == ["late", "open"] && more.map(\.rank) == [2, 7])
        }
        #expect(try rows() == ["1 'open' 7 NULL", "2 'done' 1 'again'", "3 'late' 2 NULL", "4 'open' 7 NULL"])
    }

    @Test func badInput() throws {
        try database.write { session in
            expectFailure(
                .mapping, "class Misspelt: databaseDefaults names \"statos\", which is no column or property of it",
                hint: "Did you mean \"status\"?", database
            ) { try session.save(Misspelt()) }
            expectFailure(
                .mapping, "class NeverNil: databaseDefaults names \"status\", whose property is never nil",
                hint: "Make the property an optional", database
            ) { try session.save(NeverNil()) }
        }
    }
}
