#if MySQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMOrm

    /// A row that a writer has inserted: its key has two columns.
    private final class Entry: Model {
        var writer = 0, number = 0
        var node = 0
        override class var table: String { "entry" }
        override class var primaryKey: [String] { ["writer", "number"] }
        override class var isAutoIncremented: Bool { false }
        override class var columns: [Column] {
            [Column("writer", \Entry.writer), Column("number", \Entry.number), Column("node", \Entry.node)]
        }
    }

    /// Three nodes that all take writes. One test after the other: the last one kills a node.
    @Suite(.serialized, .enabled("Galera is not installed") { GaleraCluster.isInstalled })
    struct ClusterTests {
        /// The rows that were acknowledged.
        private final class Acknowledged: Sendable {
            private let rows = Mutex<[[Int]]>([])

            func add(_ writer: Int, _ number: Int) { rows.withLock { $0.append([writer, number]) } }
            var all: Set<[Int]> { rows.withLock { Set($0) } }
            func count(of writers: Range<Int>) -> Int {
                rows.withLock { rows in rows.count { row in row.first.map(writers.contains) ?? false } }
            }
        }

        /// A database of its own, as each node shows it.
        private func databases(_ script: String) throws -> [Database] {
            let cluster = try #require(GaleraCluster.shared)
            let name = "zim_" + UUID().uuidString.prefix(8).lowercased()
            let first = try Database(url: cluster.url(node: 1))
            try first.withoutTransaction { try $0.execute("CREATE DATABASE \(identifier: name) CHARACTER SET utf8mb4") }
            var options = DatabaseOptions()
            options.server.waitsForCluster = true
            let all = try cluster.nodes.map {
                try Database(url: cluster.url(node: $0, database: name), options: options)
            }
            try all[0].withoutTransaction { try $0.execute(SQL(unsafe: script)) }
            return all
        }

        private static let table = """
            CREATE TABLE entry (writer INT, number INT, node INT NOT NULL DEFAULT 0, PRIMARY KEY (writer, number))
            """

        /// A read on another node sees a commit, where the option asks for it; models and relationships as anywhere.
        @Test func aReadSeesTheCommitOfAnotherNode() throws {
            let nodes = try databases(Self.table)
            for number in 0..<60 {
                let (writer, reader) = (nodes[number % 3], nodes[(number + 1) % 3])
                try writer.write { session in
                    let entry = Entry()
                    (entry.writer, entry.number, entry.node) = (1, number, number % 3)
                    try session.insert(entry)
                }
                let seen = try reader.read { try $0.find(Entry.self, 1, number)?.node }
                #expect(seen == number % 3)
            }
            let counts = try nodes.map { try $0.read { try $0.query(Entry.self).count() } }
            #expect(counts == [60, 60, 60])
        }

        /// Two nodes change one row: the second commit fails its certification, and runs again.
        @Test func aFailedCertificationRunsAgain() throws {
            let nodes = try databases(Self.table + "; INSERT INTO entry VALUES (1, 1, 0)")
            let update: SQL = "UPDATE entry SET node = node + 1 WHERE writer = 1 AND number = 1"
            let error = #expect(throws: DatabaseError.self) {
                try nodes[0].write { session in
                    try session.execute(update)
                    try nodes[1].write { try $0.execute(update) }
                    // The other node's commit arrives, and ends this transaction at the latest with its own commit.
                    try session.execute("SELECT node FROM entry")
                }
            }
            #expect(error?.code == .deadlock || error?.code == .transactionEnded, "\(error as Any)")
            var attempts = 0
            try nodes[0].write(retrying: 5) { session in
                attempts += 1
                try session.execute(update)
                if attempts == 1 { try nodes[1].write { try $0.execute(update) } }
            }
            #expect(attempts == 2)
            for node in nodes { #expect(try node.read { try $0.find(Entry.self, 1, 1)?.node } == 3) }
        }

        /// All nodes count in one row at once; what was acknowledged is what is counted.
        @Test func allNodesCountInOneRow() async throws {
            let nodes = try databases(Self.table + "; INSERT INTO entry VALUES (1, 1, 0)")
            let acknowledged = Acknowledged()
            try await withThrowingTaskGroup { group in
                for (writer, node) in (nodes + nodes).enumerated() {
                    group.addTask {
                        for number in 0..<20 {
                            try await node.write(retrying: 200) { session in
                                try session.execute("UPDATE entry SET node = node + 1 WHERE writer = 1 AND number = 1")
                            }
                            acknowledged.add(writer, number)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(acknowledged.all.count == 120)
            for node in nodes { #expect(try await node.read { try $0.find(Entry.self, 1, 1)?.node } == 120) }
        }

        /// A savepoint may be what is told that another node's commit was preferred: what follows is not written beside the
        /// transaction.
        @Test func aSavepointThatFailsEndsTheTransaction() throws {
            let nodes = try databases(Self.table + "; INSERT INTO entry VALUES (1, 1, 0)")
            let error = #expect(throws: DatabaseError.self) {
                try nodes[0].write { session throws in
                    try session.execute("UPDATE entry SET node = 5 WHERE writer = 1")
                    try nodes[1].write { try $0.execute("UPDATE entry SET node = 6 WHERE writer = 1") }
                    Thread.sleep(forTimeInterval: 0.5)
                    _ = try? session.transaction { try $0.execute("INSERT INTO entry VALUES (2, 1, 0)") }
                    let refused = Server.error { try session.execute("INSERT INTO entry VALUES (3, 1, 0)") }
                    // Still a conflict, so that it is repeated by whoever repeats such writes.
                    #expect(refused?.code == .deadlock)
                }
            }
            #expect(error?.code == .deadlock)
            for node in nodes {
                let rows = try node.read { try $0.rows("SELECT * FROM entry").map(\.values) }
                #expect(rows == [[1, 1, 6]])
            }
        }

        /// Lists are written in savepoints, which fail as commits do.
        @Test func listsAreWrittenAgain() async throws {
            let nodes = try databases(Self.table + "; INSERT INTO entry VALUES (0, 0, 0)")
            try await withThrowingTaskGroup { group in
                for (writer, node) in (nodes + nodes).enumerated() {
                    group.addTask {
                        for round in 0..<15 {
                            try await node.write(retrying: 200) { session in
                                try session.execute("UPDATE entry SET node = node + 1 WHERE writer = 0")
                                try session.insert(
                                    (0..<20).map { number in
                                        let entry = Entry()
                                        (entry.writer, entry.number) = (writer + 1, 20 * round + number)
                                        return entry
                                    })
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            for node in nodes {
                #expect(try await node.read { try $0.find(Entry.self, 0, 0)?.node } == 90)
                #expect(try await node.read { try $0.query(Entry.self).count() } == 1_801)
            }
        }

        /// A node is killed while all are written to: the others go on, nothing acknowledged is lost, and the node catches up.
        @Test func nothingAcknowledgedIsLostWithANode() async throws {
            let cluster = try #require(GaleraCluster.shared)
            let nodes = try databases(Self.table)
            let acknowledged = Acknowledged()
            let onLast = 6..<9
            try await withThrowingTaskGroup { group in
                for writer in 0..<9 {
                    let place = writer / 3
                    let node = nodes[place]
                    group.addTask {
                        for number in 0..<60 {
                            do {
                                try await node.write(retrying: 50) { session in
                                    let entry = Entry()
                                    (entry.writer, entry.number, entry.node) = (writer, number, place)
                                    try session.insert(entry)
                                }
                            } catch let error as DatabaseError
                                where onLast.contains(writer) && error.code == .connection
                            {
                                return
                            }
                            acknowledged.add(writer, number)
                        }
                    }
                }
                group.addTask {
                    while acknowledged.count(of: onLast) < 30 { try await Task.sleep(for: .milliseconds(5)) }
                    try cluster.kill(3)
                    // Reads of what is there wait for nobody where they need not see the newest commit.
                    let reader = try Database(url: nodes[0].location)
                    #expect(try await reader.read { try $0.query(Entry.self).count() } > 0)
                }
                try await group.waitForAll()
            }
            let all = acknowledged.all
            #expect(acknowledged.count(of: 0..<6) == 360)
            func rows(_ database: Database) throws -> Set<[Int]> {
                try Set(database.read { try $0.query(Entry.self).all().map { [$0.writer, $0.number] } })
            }
            let survivors = try [rows(nodes[0]), rows(nodes[1])]
            #expect(survivors[0] == survivors[1])
            #expect(all.isSubset(of: survivors[0]))
            let gone = #expect(throws: DatabaseError.self) { try rows(nodes[2]) }
            #expect(gone?.code == .connection)
            try cluster.rejoin(3)
            #expect(try rows(nodes[2]) == survivors[0])
        }
    }
#endif
