import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Tables of several tenants whose rows are marked as deleted.
private enum Office {
    @TaskLocal static var tenant: Int?

    final class Client: Model {
        var tenant = 0, number = 0, name = ""
        var deleted: Date?
        override class var table: String { "client" }
        override class var primaryKey: [String] { ["tenant", "number"] }
        override class var defaultFilter: DefaultFilter? { DefaultFilter(\Client.deleted == nil) }
        override class var relationships: [Relationship] {
            [.hasMany("bills", Bill.self, foreignKey: ["tenant", "client"])]
        }
        func bills(_ options: [RelationshipOption] = []) throws -> [Bill] {
            try hasMany(Bill.self, foreignKey: ["tenant", "client"], options: options)
        }
        func bill() throws -> Bill? { try hasOne(Bill.self, foreignKey: ["tenant", "client"]) }
    }

    final class Bill: Model {
        var tenant = 0, client = 0, number = 0, amount = 0
        var deleted: Date?
        var replaces: Int?
        override class var table: String { "bill" }
        override class var primaryKey: [String] { ["tenant", "client", "number"] }
        override class var defaultFilter: DefaultFilter? {
            guard let tenant = Office.tenant else { return DefaultFilter(\Bill.deleted == nil) }
            return DefaultFilter(\Bill.deleted == nil && \Bill.tenant == tenant)
        }
        override class var relationships: [Relationship] {
            [
                .belongsTo("owner", Client.self, foreignKey: ["tenant", "client"]),
                .belongsTo("former", Bill.self, foreignKey: ["tenant", "client", "replaces"]),
                .hasMany(
                    "words", Word.self, through: Tag.self, foreignKey: ["tenant", "client", "number"],
                    targetForeignKey: ["tenant", "word"]),
            ]
        }
        func owner() throws -> Client? { try belongsTo(Client.self, foreignKey: ["tenant", "client"]) }
        func requiredOwner() throws -> Client {
            try belongsTo(required: Client.self, foreignKey: ["tenant", "client"])
        }
        func words() throws -> [Word] {
            try hasMany(
                Word.self, through: Tag.self, foreignKey: ["tenant", "client", "number"],
                targetForeignKey: ["tenant", "word"])
        }
    }

    /// Filtered only as long as there is a tenant.
    final class OpenBill: Model {
        var tenant = 0, client = 0, number = 0
        override class var table: String { "bill" }
        override class var primaryKey: [String] { ["tenant", "client", "number"] }
        override class var defaultFilter: DefaultFilter? {
            Office.tenant.map { DefaultFilter(\OpenBill.tenant == $0) }
        }
    }

    final class Tag: Model {
        var tenant = 0, client = 0, number = 0, word = ""
        var deleted: Date?
        override class var table: String { "tag" }
        override class var primaryKey: [String] { ["tenant", "client", "number", "word"] }
        override class var defaultFilter: DefaultFilter? { DefaultFilter(\Tag.deleted == nil) }
    }

    final class Word: Model {
        var tenant = 0, word = ""
        var deleted: Date?
        override class var table: String { "word" }
        override class var primaryKey: [String] { ["tenant", "word"] }
        override class var defaultFilter: DefaultFilter? { DefaultFilter(\Word.deleted == nil) }
    }

    /// A key of one column.
    final class Memo: Model {
        var pk: Int?
        var text = ""
        var isHidden = false
        override class var table: String { "memo" }
        override class var defaultFilter: DefaultFilter? { DefaultFilter(\Memo.isHidden == false) }
    }

    /// Its filter cannot be told from another table's columns.
    final class Loose: Model {
        var tenant = 0, client = 0, number = 0
        var replaces: Int?
        override class var table: String { "bill" }
        override class var primaryKey: [String] { ["tenant", "client", "number"] }
        override class var defaultFilter: DefaultFilter? {
            DefaultFilter(Filter<Loose>.expression(.sql("deleted IS NULL")))
        }
        override class var relationships: [Relationship] {
            [.belongsTo("former", Loose.self, foreignKey: ["tenant", "client", "replaces"])]
        }
    }

    final class Wrong: Model {
        var tenant = 0, number = 0
        override class var table: String { "client" }
        override class var primaryKey: [String] { ["tenant", "number"] }
        override class var defaultFilter: DefaultFilter? { DefaultFilter(\Memo.isHidden == false) }
    }

    static func database() throws -> Database {
        let gone = "CASE WHEN i % 3 = 0 THEN '2026-01-02 00:00:00Z' END"
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE client (tenant INTEGER, number INTEGER, name TEXT NOT NULL, deleted TEXT,
                PRIMARY KEY (tenant, number));
            CREATE TABLE bill (tenant INTEGER, client INTEGER, number INTEGER, amount INTEGER NOT NULL, deleted TEXT,
                replaces INTEGER, PRIMARY KEY (tenant, client, number));
            CREATE TABLE word (tenant INTEGER, word TEXT, deleted TEXT, PRIMARY KEY (tenant, word));
            CREATE TABLE tag (tenant INTEGER, client INTEGER, number INTEGER, word TEXT, deleted TEXT,
                PRIMARY KEY (tenant, client, number, word));
            CREATE TABLE memo (pk INTEGER PRIMARY KEY, text TEXT NOT NULL, "isHidden" \(ServedEngine.isSQLite ? "INTEGER" : "BOOLEAN") NOT NULL);
            INSERT INTO memo VALUES (1, 'shown', \(ServedEngine.isSQLite ? "0" : "false")), (2, 'hidden', \(ServedEngine.isSQLite ? "1" : "true"));
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
            INSERT INTO client SELECT i % 2, i, 'client ' || i, \(gone) FROM n;
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
            INSERT INTO bill SELECT i % 12 % 2, i % 12, i, i * 7 % 50, CASE WHEN i % 5 = 0 THEN '2026-01-02' END,
                CASE WHEN i > 11 THEN i - 12 END FROM n;
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
            INSERT INTO word SELECT i % 2, 'w' || i, \(gone) FROM n;
            INSERT INTO tag SELECT b.tenant, b.client, b.number, w.word,
                CASE WHEN (b.number + length(w.word) + b.amount) % 4 = 0 THEN '2026-01-02' END
                FROM bill AS b JOIN word AS w ON w.tenant = b.tenant WHERE b.number % 2 = 1 OR w.word < 'w4';
            """)
    }
}

/// A class's own filter, compared with plain SQL that says the same in each place.
@Suite(.eachEngine) struct DefaultFilterTests {
    private typealias Client = Office.Client
    private typealias Bill = Office.Bill
    private let database: Database
    private let log: SQLLog

    init() throws {
        database = try Office.database()
        log = SQLLog(database)
    }

    private func numbers(_ session: Session, _ sql: SQL) throws -> [Int] {
        try session.rows(sql).map { try $0.get(0) }
    }

    /// What a default filter hides is found by nobody, but belongs to its parent all the same.
    @Test func hiddenRowsAreRemovedAndNotAddedTwice() throws {
        try database.write { session in
            let key: SQL = "tenant = 1 AND client = 1 AND number = 1"
            try session.execute("DELETE FROM tag WHERE \(key)")
            try session.execute("INSERT INTO tag VALUES (1, 1, 1, 'w1', NULL), (1, 1, 1, 'w5', '2026-01-02')")
            let bill = try #require(try session.find(Bill.self, 1, 1, 1))
            let words = try session.query(Office.Word.self).filter(\.tenant == 1).orderByKey().all()
            #expect(words.map(\.word) == ["w1", "w5", "w7"])
            func tags() throws -> [[SQLValue]] {
                try session.rows("SELECT word, deleted FROM tag WHERE \(key) ORDER BY word").map(\.values)
            }
            #expect(try session.replace("words", of: bill, with: words) == 0)
            #expect(try tags() == [["w1", nil], ["w5", "2026-01-02"], ["w7", nil]])
            // One that no filter shows was not asked to stay.
            #expect(try session.replace("words", of: bill, with: [words[2]]) == 1)
            #expect(try tags() == [["w5", "2026-01-02"], ["w7", nil]])
            #expect(try session.remove([words[1]], from: bill, "words") == 1)
            #expect(try tags() == [["w7", nil]])
        }
    }

    @Test func aRequiredRowThatIsHidden() throws {
        try database.read { session in
            let bill = try #require(try session.find(Bill.self, 1, 3, 3))
            let error = #expect(throws: ModelError.self) { try bill.requiredOwner() }
            #expect(error?.code == .rowNotFound)
            #expect(
                error?.message == "\"bill\" (tenant = 1, client = 3) belongs to a row of \"client\" that is not there, "
                    + "or that the default filter of its class hides")
            #expect(
                error?.hint
                    == "unfiltered { } finds hidden rows; zim doctor lists missing ones; belongsTo gives nil for them")
            #expect(try session.unfiltered { _ in try bill.requiredOwner().number } == 3)
            bill.client = 99
            let missing = #expect(throws: ModelError.self) {
                try session.unfiltered { _ in _ = try bill.requiredOwner() }
            }
            #expect(missing?.message.hasSuffix("belongs to a row of \"client\" that is not there") == true)
            #expect(missing?.hint == "zim doctor lists such rows; belongsTo gives nil for them")
        }
    }

    @Test func queriesCountsAndBulkChanges() throws {
        try database.write { session in
            let bills = try session.query(Bill.self)
            let kept: SQL = "FROM bill WHERE deleted IS NULL"
            #expect(
                try bills.orderBy(\.number).all().map(\.number)
                    == numbers(session, "SELECT number \(kept) ORDER BY number"))
            #expect(try bills.count() == numbers(session, "SELECT count(*) \(kept)").first)
            #expect(try bills.sum(\.amount) == numbers(session, "SELECT sum(amount) \(kept)").first)
            #expect(try bills.orderBy(\.number).limit(5).count() == 5)
            #expect(try bills.filter(\.number == 5 || \.number == 6).all().map(\.number) == [6])
            #expect(try !bills.filter(\.number == 5).exists())
            #expect(
                try bills.filter("number < \(12) OR number = \(15)").count()
                    == numbers(session, "SELECT count(*) \(kept) AND (number < 12 OR number = 15)").first)
            #expect(
                try bills.groupBy("client").rows(.count()).count
                    == numbers(session, "SELECT DISTINCT client \(kept)").count)
            #expect(try bills.filter(keys: [[0, 0, 0], [1, 1, 1], [0, 10, 10]]).all().map(\.number) == [1])
            #expect(try bills.orderByKey().last()?.number == 59)
            #expect(try bills.unfiltered().count() == 60)
            #expect(try bills.filter(\.client == 10).unfiltered().count() == 5)
            #expect(try bills.filter(\.client == 10).update(.set(\.amount, 1000)) == 4)
            #expect(
                try numbers(session, "SELECT number FROM bill WHERE amount = 1000 ORDER BY number") == [22, 34, 46, 58])
            #expect(try bills.orderByKey().limit(1).unfiltered().delete() == 1)
            #expect(try bills.filter(\.client == 10).delete() == 4)
            #expect(try session.delete(Bill.self, keys: [[0, 10, 10], [1, 1, 1]]) == 1)
            #expect(try numbers(session, "SELECT count(*) FROM bill") == [54])
        }
    }

    @Test func findingByKey() throws {
        try database.write { session in
            _ = log.take()
            #expect(try session.find(Client.self, 0, 6) == nil)
            #expect(
                log.texts() == [
                    #"SELECT "tenant", "number", "name", "deleted" FROM "client" WHERE "tenant" = ? AND "number" = ? "#
                        + #"AND "client"."deleted" IS NULL"#
                ])
            #expect(try session.find(Client.self, 0, 2)?.name == "client 2")
            #expect(try session.find(Client.self, raw: 1, 9) == nil)
            #expect(try session.find(Client.self, keys: [[0, 0], [0, 2], [1, 1], [1, 3]]).map(\.number) == [2, 1])
            let hidden = try #require(try session.unfiltered { try $0.find(Client.self, 0, 6) })
            #expect(try session.unfiltered { try $0.find(Client.self, keys: [[0, 0], [0, 2]]) }.count == 2)
            #expect(try session.find(Client.self, 0, 6) == nil)
            #expect(try session.find(Office.Memo.self, 2) == nil && session.find(Office.Memo.self, 1) != nil)
            // A model goes by its key alone.
            hidden.name = "renamed"
            try session.save(hidden)
            try session.reload(hidden)
            #expect(hidden.name == "renamed")
            let other = Client()
            (other.tenant, other.number, other.name) = (0, 6, "loaded")
            let error = #expect(throws: ModelError.self) { try session.load(other) }
            #expect(error?.code == .rowNotFound && other.name == "loaded")
            try session.upsert(other)
            #expect(try session.find(Client.self, 0, 6)?.name == "loaded")
            try session.delete(other)
        }
        #expect(try database.find(Client.self, 1, 3) == nil)
    }

    /// Lazily, in a batch, eagerly and joined: the rows of plain SQL.
    @Test func relationships() throws {
        try database.read { session in
            let clients = try session.query(Client.self).unfiltered().orderByKey().all()
            for client in clients {
                let kept: SQL =
                    "FROM bill WHERE tenant = \(client.tenant) AND client = \(client.number) AND deleted IS NULL"
                let expected = try numbers(session, "SELECT number \(kept) ORDER BY number")
                #expect(try client.bills([.orderBy("number")]).map(\.number) == expected)
                #expect(try client.bills().map(\.number).sorted() == expected)
                #expect(
                    try client.bills([.filter("amount > \(20)")]).count
                        == numbers(session, "SELECT count(*) \(kept) AND amount > 20").first)
                #expect(try client.bill()?.number == expected.first)
                #expect(
                    try client.bills([.orderBy("number"), .limit(1), .offset(1)]).first?.number
                        == expected.dropFirst().first)
                let alone = try #require(
                    try session.unfiltered { try $0.find(Client.self, client.tenant, client.number) })
                #expect(try alone.bills().map(\.number).sorted() == expected)
                #expect(try session.unfiltered { _ in try client.bills() }.count == 5)
                #expect(try client.bills().count == expected.count)
            }
            let bills = try session.query(Bill.self).unfiltered().orderByKey().all()
            let eager = try session.query(Bill.self).unfiltered().with("owner").with("words").orderByKey().all()
            let joined = try session.query(Bill.self).unfiltered().with(joined: "owner").orderByKey().all()
            _ = log.take()
            for (bill, other) in zip(eager, joined) {
                _ = try (bill.owner(), bill.words(), other.owner())
            }
            #expect(log.texts() == [])
            for (index, bill) in bills.enumerated() {
                let owner = try numbers(
                    session,
                    "SELECT number FROM client WHERE tenant = \(bill.tenant) AND number = \(bill.client) AND deleted IS NULL"
                )
                #expect(try bill.owner().map { [$0.number] } ?? [] == owner)
                #expect(try eager[index].owner().map { [$0.number] } ?? [] == owner)
                #expect(try joined[index].owner().map { [$0.number] } ?? [] == owner)
                let words = try session.rows(
                    """
                    SELECT w.word FROM tag AS t JOIN word AS w ON w.tenant = t.tenant AND w.word = t.word
                    WHERE t.tenant = \(bill.tenant) AND t.client = \(bill.client) AND t.number = \(bill.number)
                    AND t.deleted IS NULL AND w.deleted IS NULL ORDER BY w.word
                    """
                ).map { try $0.get(0, as: String.self) }
                #expect(try bill.words().map(\.word).sorted() == words)
                #expect(try eager[index].words().map(\.word).sorted() == words)
                let found = try #require(
                    try session.unfiltered { try $0.find(Bill.self, bill.tenant, bill.client, bill.number) })
                #expect(try found.words().map(\.word).sorted() == words)
            }
        }
    }

    @Test func pathsOfFiltersAndOrders() throws {
        try database.read { session in
            func found(_ query: Query<Bill>) throws -> [Int] { try query.orderBy(\.number).all().map(\.number) }
            let bills = try session.query(Bill.self)
            let join: SQL =
                "FROM bill AS b LEFT JOIN client AS c ON c.tenant = b.tenant AND c.number = b.client AND c.deleted IS NULL"
            #expect(
                try found(bills.filter("owner.name = \("client 1")"))
                    == numbers(
                        session, "SELECT b.number \(join) WHERE b.deleted IS NULL AND c.name = 'client 1' ORDER BY 1"))
            #expect(
                try found(bills.filter("owner.name = nil"))
                    == numbers(session, "SELECT b.number \(join) WHERE b.deleted IS NULL AND c.name IS NULL ORDER BY 1")
            )
            // The table joined with itself.
            let former: SQL = """
                FROM bill AS b LEFT JOIN bill AS f ON f.tenant = b.tenant AND f.client = b.client AND f.number = b.replaces
                AND f.deleted IS NULL
                """
            #expect(
                try found(bills.filter("former.amount > \(10)"))
                    == numbers(
                        session, "SELECT b.number \(former) WHERE b.deleted IS NULL AND f.amount > 10 ORDER BY 1"))
            #expect(
                try found(bills.unfiltered().with(joined: "former").filter("former.amount > \(10)"))
                    == numbers(session, "SELECT b.number \(former) WHERE f.amount > 10 ORDER BY 1"))
            let words: SQL = """
                EXISTS (SELECT 1 FROM tag AS t JOIN word AS w ON w.tenant = t.tenant AND w.word = t.word
                WHERE t.tenant = b.tenant AND t.client = b.client AND t.number = b.number
                AND t.deleted IS NULL AND w.deleted IS NULL AND w.word IN ('w1', 'w2', 'w3'))
                """
            #expect(
                try found(bills.filter("words.word IN (\("w1"), \("w2"), \("w3"))"))
                    == numbers(session, "SELECT number FROM bill AS b WHERE deleted IS NULL AND \(words) ORDER BY 1"))
            #expect(
                try found(bills.filter("NOT (words.word IN (\("w1"), \("w2"), \("w3")))"))
                    == numbers(
                        session, "SELECT number FROM bill AS b WHERE deleted IS NULL AND NOT \(words) ORDER BY 1"))
            let clients = try session.query(Client.self).filter("bills.amount > \(40)").orderBy(\.number).all()
            #expect(
                try clients.map(\.number)
                    == numbers(
                        session,
                        """
                        SELECT number FROM client AS c WHERE deleted IS NULL AND EXISTS (SELECT 1 FROM bill AS b
                        WHERE b.tenant = c.tenant AND b.client = c.number AND b.deleted IS NULL AND b.amount > 40) ORDER BY 1
                        """))
        }
    }

    @Test func theTenantIsThatOfTheTask() throws {
        for tenant in [0, 1] {
            try Office.$tenant.withValue(tenant) {
                let bills = try database.read { try $0.query(Bill.self).all() }
                #expect(Set(bills.map(\.tenant)) == [tenant])
                #expect(try database.find(Bill.self, 1 - tenant, 2 + (1 - tenant), 2 + (1 - tenant)) == nil)
                let rest = try database.write { session in
                    try session.query(Bill.self).delete()
                    return try session.unfiltered { try $0.query(Bill.self).filter(\.tenant == 1 - tenant).count() }
                }
                #expect(rest == (tenant == 0 ? 30 : 6))
            }
        }
    }

    /// Within one session another tenant's rows are asked for anew.
    @Test func whatWasPrefetchedForOneTenantIsNotAnothers() throws {
        try database.read { session in
            let clients = try session.query(Client.self).orderByKey().all()
            let counts = try [0, 1, nil].map { tenant in
                try Office.$tenant.withValue(tenant) { try clients.map { try $0.bills().count } }
            }
            #expect(zip(clients, counts[0]).allSatisfy { $0.tenant == 0 ? $1 == 4 : $1 == 0 })
            #expect(zip(clients, counts[1]).allSatisfy { $0.tenant == 1 ? $1 == 4 : $1 == 0 })
            #expect(counts[2].allSatisfy { $0 == 4 })
        }
    }

    /// A filter that comes and goes counts from one sibling to the next.
    @Test func whatWasPrefetchedWithoutAFilterIsNotFilteredByChance() throws {
        try database.read { session in
            let clients = try session.query(Client.self).orderByKey().all()
            for (index, client) in clients.enumerated() {
                let tenant = [nil, 0, 1][index % 3]
                let count = try Office.$tenant.withValue(tenant) {
                    try client.hasMany(Office.OpenBill.self, foreignKey: ["tenant", "client"]).count
                }
                #expect(count == (tenant == nil || tenant == client.tenant ? 5 : 0))
            }
            for client in clients {
                let bills = try session.unfiltered { _ in
                    try client.hasMany(Office.OpenBill.self, foreignKey: ["tenant", "client"])
                }
                #expect(bills.count == 5)
                let mine = try Office.$tenant.withValue(1 - client.tenant) {
                    try client.hasMany(Office.OpenBill.self, foreignKey: ["tenant", "client"])
                }
                #expect(mine.isEmpty)
            }
        }
    }

    @Test func badFiltersAreRefused() throws {
        try database.read { session in
            let loose = try session.query(Office.Loose.self)
            #expect(try loose.count() == 48)
            let joined = #expect(throws: ModelError.self) { try loose.filter("former.number > \(3)").all() }
            #expect(
                joined?.message
                    == "the default filter of class Loose holds an expression, whose columns cannot be told from others where "
                    + "\"bill\" is joined as \"former\"")
            let wrong = #expect(throws: ModelError.self) { try session.query(Office.Wrong.self).all() }
            #expect(wrong?.code == .unknownColumn)
            #expect(throws: ModelError.self) { try session.find(Office.Wrong.self, 1, 1) }
        }
    }
}
