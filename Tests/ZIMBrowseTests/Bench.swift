import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// A database of either engine and its pages.
final class Bench: Sendable {
    let site: Site
    let file: InspectedDatabase
    private let folder: String?
    /// The file; nil for a server's database.
    let path: String?

    /// - Parameters:
    ///   - sql: what makes the database.
    ///   - patience: how long a view may take.
    init(_ sql: String, on engine: ServedEngine = .sqlite, patience: Duration? = nil) throws {
        let setup: (inout DatabaseOptions) -> Void = { options in
            options.maximumReaders = 12
            options.server.maximumConnections = 6
            if let patience { options.limits.statementTimeout = patience }
        }
        switch engine {
        case .sqlite:
            let folder = NSTemporaryDirectory() + "zim-browse-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            self.folder = folder
            let path = folder + "/test.sqlite"
            self.path = path
            var options = DatabaseOptions()
            options.enforcesForeignKeys = false
            let database = try Database(path: path, options: options)
            try database.execute(SQL(unsafe: sql))
            database.close()
            file = try InspectedDatabase(path: path, setup: setup)
        case .postgreSQL:
            folder = nil
            path = nil
            file = try InspectedDatabase(place: try #require(TestServer.shared).makeDatabase(sql), setup: setup)
        }
        site = try Site(file)
    }

    init(path: String) throws {
        folder = nil
        self.path = path
        file = try InspectedDatabase(path: path)
        site = try Site(file)
    }

    init(url: String) throws {
        folder = nil
        path = nil
        file = try InspectedDatabase(place: url)
        site = try Site(file)
    }

    deinit {
        site.end()
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// A page, which must be well-formed.
    func page(
        _ address: String, _ status: WebResponse.Status = .ok, location: SourceLocation = #_sourceLocation
    ) async -> (text: String, markup: MarkupReader) {
        let response = await answer(address)
        #expect(response.status == status, "\(address)", sourceLocation: location)
        let markup = MarkupReader(response.text)
        #expect(markup.problems == [], "\(address)", sourceLocation: location)
        return (response.text, markup)
    }

    func page(
        _ address: Address, _ status: WebResponse.Status = .ok, location: SourceLocation = #_sourceLocation
    ) async -> (text: String, markup: MarkupReader) {
        await page(address.text, status, location: location)
    }

    /// The answer to an address as it stands in a link; redirections are followed.
    func answer(_ address: String) async -> WebResponse {
        var address = address
        for _ in 0..<5 {
            let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let page = parts[0] == "./" ? "" : String(parts[0])
            let response = await site.respond(
                to: WebRequest(page: page, query: parts.count > 1 ? String(parts[1]) : ""))
            guard let location = response.location else { return response }
            address = location.text
        }
        return .plain("too many redirections", .failed)
    }

    /// Rows of a list as JSON objects, in their order.
    func rows(_ address: Address) async throws -> [[String: String]] {
        let response = await answer(address.on(.tableJSON).text)
        #expect(response.status == .ok, "\(address.text)")
        return try JSONRows.read(response.text)
    }

    /// The same from plain SQL.
    func rows(sql: String) throws -> [[String: String]] {
        try file.database.read { session in
            try session.limiting(to: .seconds(60)) { session in
                try session.rows(SQL(unsafe: sql)).map { row in
                    Dictionary(zip(row.columns, row.values.map { JSONValue.text(of: $0) })) { first, _ in first }
                }
            }
        }
    }
}

/// The objects of a list in JSON, their values as text, so that no digit is lost.
enum JSONRows {
    static func read(_ text: String) throws -> [[String: String]] {
        guard text.hasPrefix("[") else { throw ReadingError() }
        return text.split(separator: "\n").filter { $0.hasPrefix("  {") }.map { line in
            var rest = Substring(line.dropFirst(3))
            var row: [String: String] = [:]
            while rest.first == "\"" {
                let key = string(&rest)
                rest = rest.dropFirst(2)
                let value: String
                if rest.first == "\"" {
                    let start = rest
                    _ = string(&rest)
                    value = String(start[..<rest.startIndex])
                } else {
                    let plain = rest.prefix { $0 != "," && $0 != "}" }
                    value = String(plain)
                    rest = rest.dropFirst(plain.count)
                }
                if let name = try? JSONDecoder().decode(String.self, from: Data(("\"" + key + "\"").utf8)) {
                    row[name] = value
                }
                if rest.hasPrefix(", ") { rest = rest.dropFirst(2) }
            }
            return row
        }
    }

    struct ReadingError: Error {}

    /// What stands between quotation marks, as it is written.
    private static func string(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { break }
            text.append(character)
            if character == "\\", let next = rest.popFirst() { text.append(next) }
        }
        return text
    }
}
