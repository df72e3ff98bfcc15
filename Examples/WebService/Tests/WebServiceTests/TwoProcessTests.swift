import Foundation
import Testing
import ZIMOrm

@testable import WebService

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Two processes of the service on one database: what one was told to be written is never overwritten by the other.
@Suite struct TwoProcessTests {
    private static let tables = """
        CREATE TABLE "Orders" ("OrderID" INTEGER PRIMARY KEY, "CustomerID" TEXT, "ShipCountry" TEXT);
        CREATE TABLE "Order Details" ("OrderID" INTEGER REFERENCES "Orders", "ProductID" INTEGER, "UnitPrice" NUMERIC NOT NULL,
            "Quantity" INTEGER NOT NULL CHECK ("Quantity" > 0), "Discount" REAL NOT NULL, PRIMARY KEY ("OrderID", "ProductID"));
        INSERT INTO "Orders" VALUES (10248, 'VINET', 'France');
        INSERT INTO "Order Details" VALUES (10248, 11, 14, 12, 0), (10248, 42, 9.8, 10, 0);
        """
    private static let clients = 8
    private static let changes = 25

    @Test func onOneFile() async throws {
        let folder = NSTemporaryDirectory() + "two-services-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/northwind.sqlite"
        let database = try Database(path: path)
        try database.execute(SQL(unsafe: Self.tables))
        try await expectNoLostUpdate(path, database)
        database.close()
    }

    #if PostgreSQL
        /// ZIM_POSTGRES_URL names a server that the test may make a schema on.
        @Test(.enabled { ProcessInfo.processInfo.environment["ZIM_POSTGRES_URL"] != nil })
        func onOneServer() async throws {
            let url = try #require(ProcessInfo.processInfo.environment["ZIM_POSTGRES_URL"])
            let schema = "two_services_" + UUID().uuidString.lowercased().replacing("-", with: "")
            let admin = try Database(url: url)
            try admin.execute("CREATE SCHEMA \(identifier: schema)")
            let own = url + (url.contains("?") ? "&" : "?") + "options=-csearch_path%3D\(schema)"
            let database = try Database(url: own)
            try database.execute(SQL(unsafe: Self.tables))
            try await expectNoLostUpdate(own, database)
            database.close()
            try admin.execute("DROP SCHEMA \(identifier: schema) CASCADE")
        }
    #endif

    /// Clients of both processes add one to a quantity that they have read, again and again.
    private func expectNoLostUpdate(_ place: String, _ database: Database) async throws {
        let services = try await [Service(place), Service(place)]
        let conflicts = try await withThrowingTaskGroup(of: Int.self) { group in
            for client in 0..<Self.clients {
                let service = services[client % services.count]
                group.addTask {
                    var conflicts = 0
                    for _ in 0..<Self.changes { conflicts += try await service.addOne() }
                    return conflicts
                }
            }
            return try await group.reduce(0, +)
        }
        print("\(Self.clients * Self.changes) changes by two processes, \(conflicts) refused and made again")
        let quantities = try await database.read { session in
            try session.query(OrderLine.self).orderByKey().all().map(\.quantity)
        }
        #expect(quantities == [12 + Self.clients * Self.changes, 10])
    }
}

/// A process of the service on a port of its own, which ends with this object.
private final class Service: Sendable {
    private let process: Process
    private let line: URL

    init(_ place: String) async throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent().path
        let path = [folder + "/Serve", folder + "/../Serve"].first { FileManager.default.isExecutableFile(atPath: $0) }
        let port = Int.random(in: 20_000..<60_000)
        process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path, "the program Serve is not beside the tests"))
        process.arguments = [place, String(port)]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        line = try #require(URL(string: "http://127.0.0.1:\(port)/orders/10248/lines/11"))
        try process.run()
        while try await !answers() {
            try #require(process.isRunning, "the service ended at once")
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    deinit { process.terminate() }

    private func answers() async throws -> Bool {
        guard let (_, response) = try? await URLSession.shared.data(from: line) else { return false }
        return (response as? HTTPURLResponse)?.statusCode == 200
    }

    /// Reads the quantity and writes one more, until nobody was faster.
    ///
    /// - Returns: how often somebody was.
    func addOne() async throws -> Int {
        struct Line: Decodable { let quantity: Int }
        var conflicts = 0
        while true {
            let seen = try await JSONDecoder().decode(Line.self, from: URLSession.shared.data(from: line).0).quantity
            var request = URLRequest(url: line)
            request.httpMethod = "PUT"
            request.httpBody = Data(#"{"quantity": \#(seen + 1), "was": \#(seen)}"#.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let (data, response) = try await URLSession.shared.data(for: request)
            switch (response as? HTTPURLResponse)?.statusCode {
            case 200: return conflicts
            // 503: the database was busy, and nothing was written.
            case 409, 503: conflicts += 1
            case let status: throw Unexpected(status: status, body: String(decoding: data, as: UTF8.self))
            }
        }
    }

    private struct Unexpected: Error {
        let status: Int?
        let body: String
    }
}
