import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// A database of one of the engines and its pages.
final class Bench: Sendable {
    let site: Site
    let file: InspectedDatabase
    private let folder: String?
    /// The file; nil for a server's database.
    let path: String?

    /// - Parameters:
    ///   - sql: what makes the database.
    ///   - statementTimeout: how long a statement may take.
    init(_ sql: String, on engine: ServedEngine = .sqlite, statementTimeout: Duration? = nil) throws {
        let setup: (inout DatabaseOptions) -> Void = { options in
            options.maximumReaders = 12
            options.server.maximumConnections = 6
            if let statementTimeout { options.limits.statementTimeout = statementTimeout }
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
        case .mariaDB:
            folder = nil
            path = nil
            let script = MySQLWords.script(sql)
            file = try InspectedDatabase(place: try #require(MySQLTestServer.shared).makeDatabase(script), setup: setup)
        }
        site = try Site(file)
    }

    init(path: String) throws {
        folder = nil
        self.path = path
        file = try InspectedDatabase(path: path)
        site = try Site(file)
    }

    init(url: String, schemas: [String] = []) throws {
        folder = nil
        path = nil
        file = try InspectedDatabase(place: url, schemas: schemas)
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

    /// Rows of a list, a line of JSON each.
    func rows(_ address: Address) async throws -> [String] {
        let response = await answer(address.on(.tableJSON).text)
        #expect(response.status == .ok, "\(address.text)")
        return JSONLines.read(response.text)
    }

    /// The rows of all pages, going on by the links of the pages themselves.
    func walk(_ address: Address, _ link: String) async throws -> [[String]] {
        var next: String? = address.text
        var pages: [[String]] = []
        while let current = next, pages.count < 50 {
            let page = await self.page(current)
            guard let json = page.markup.links.first(where: { $0.hasPrefix("table.json") }) else { break }
            pages.append(JSONLines.read(await answer(json).text))
            next = page.markup.elements.first { $0.name == "a" && $0.text == link }?.attributes["href"]
        }
        return pages
    }

    /// The same from plain SQL.
    func rows(sql: String) throws -> [String] {
        try file.database.read { session in
            try session.limiting(to: .seconds(60)) { session in
                try session.rows(SQL(unsafe: sql)).map { row in JSONLines.line(row.columns, row.values) }
            }
        }
    }
}

/// Rows as lines of JSON: compared as text, no digit is lost, and no parser takes its time.
enum JSONLines {
    static func read(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("  {") }.map {
            String($0.hasSuffix(",") ? $0.dropLast() : $0)
        }
    }

    static func line(_ names: [String], _ values: [SQLValue]) -> String {
        "  {" + zip(names, values).map { JSONValue.text($0) + ": " + JSONValue.text(of: $1) }.joined(separator: ", ")
            + "}"
    }

    /// The value of a column, where nothing in the line looks like the end of one.
    static func value(_ column: String, in line: String) -> String? {
        guard let start = line.range(of: "\"\(column)\": ") else { return nil }
        let rest = line[start.upperBound...]
        return String(rest[..<(rest.range(of: ", \"")?.lowerBound ?? rest.index(before: rest.endIndex))])
    }
}
