import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// Databases that others have made, where they lie beside the repository.
@Suite struct LegacyDataTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../shared/data").standardized.path
    static let files = ["chinook", "northwind", "tpcc"].map { folder + "/" + $0 + ".sqlite" }
        .filter { FileManager.default.fileExists(atPath: $0) }

    /// Every link of two hundred pages, and the rows of each list compared with plain SQL.
    @Test(.enabled(if: !files.isEmpty, "../shared/data is absent"), arguments: files)
    func everyLinkIsAnswered(_ path: String) async throws {
        let bench = try Bench(path: path)
        bench.site.begin()
        await bench.site.waitUntilKnown()
        var crawler = Crawler(bench)
        try await crawler.crawl(pages: 200)
        #expect(crawler.pages == 200)
        #expect(crawler.lists >= 9, "\(crawler.lists)")
    }

    @Test(.enabled(if: !files.isEmpty, "../shared/data is absent"), arguments: files)
    func relationshipsAreThoseOfPlainSQL(_ path: String) async throws {
        let count = try await Follower(try Bench(path: path)).follow(rowsPerTable: 4)
        #expect(count.parents > 10 && count.children > 10)
    }

    #if PostgreSQL
        @Test(
            .enabled(if: TestServer.isInstalled && !files.isEmpty, "there is no server, or ../shared/data is absent"),
            arguments: ["chinook", "tpcc"])
        func theSameOnAServer(_ name: String) async throws {
            let server = try #require(TestServer.shared)
            let url = try server.makeDatabase(file: Self.folder + "/postgresql/\(name).sql")
            let bench = try Bench(url: url)
            bench.site.begin()
            await bench.site.waitUntilKnown()
            var crawler = Crawler(bench)
            try await crawler.crawl(pages: 200)
            #expect(crawler.pages == 200)
            _ = try await Follower(bench).follow(rowsPerTable: 4)
        }
    #endif
}

/// Goes from page to page as a person would who tries everything once.
struct Crawler {
    private let bench: Bench
    private(set) var pages = 0
    private(set) var lists = 0
    private var kinds: [String: Int] = [:]

    init(_ bench: Bench) { self.bench = bench }

    mutating func crawl(pages most: Int) async throws {
        var waiting = ["./"]
        var known: Set<String> = ["./"]
        while pages < most, !waiting.isEmpty {
            // The kind of page that was seen least, so that all are.
            let index =
                waiting.indices.min { (kinds[kind(waiting[$0])] ?? 0, $0) < (kinds[kind(waiting[$1])] ?? 0, $1) } ?? 0
            let address = waiting.remove(at: index)
            kinds[kind(address), default: 0] += 1
            pages += 1
            let response = await bench.answer(address)
            #expect(response.status == .ok, "\(address): \(response.text)")
            guard response.type.hasPrefix("text/html") else { continue }
            let page = MarkupReader(response.text)
            #expect(page.problems == [], "\(address)")
            #expect(!page.elements.contains { $0.attributes["role"] == "alert" }, "\(address): \(response.text)")
            if address.hasPrefix("table?") { try await compare(address, page) }
            for link in page.links where known.insert(link).inserted { waiting.append(link) }
        }
    }

    private func kind(_ address: String) -> String { String(address.prefix { $0 != "&" && $0 != "!" }) }

    /// The rows of a list as a statement of its own gives them: that of the page, run by itself.
    private mutating func compare(_ address: String, _ page: MarkupReader) async throws {
        guard let json = page.links.first(where: { $0.hasPrefix("table.json") }) else { return }
        let rows = JSONLines.read(await bench.answer(json).text)
        let cells = page.elements.filter { $0.name == "td" && $0.attributes["data-value"] != nil }
        #expect(page.elements.filter { $0.attributes["class"] == "open" }.count == rows.count, "\(address)")
        guard !address.contains("relation="), !address.contains("after="), !address.contains("before="),
            !address.contains("offset="),
            !address.contains("equals="), !address.contains("sort="), !address.contains("direction=")
        else { return }
        lists += 1
        let request = WebRequest(page: "table", query: String(address.dropFirst("table?".count)))
        let catalog = bench.site.world(request).catalog
        let table = try #require(request.name(.table).flatMap { catalog.table($0) })
        let key = catalog.key(of: table)
        let order = key.columns.isEmpty ? key.place.map { [$0] } ?? [] : key.columns
        let name = table.identifier.parts.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ".")
        let sql =
            "SELECT * FROM \(name)"
            + (order.isEmpty
                ? "" : " ORDER BY " + order.map { $0 == "ctid" ? $0 : "\"\($0)\"" }.joined(separator: ", "))
            + " LIMIT 50"
        #expect(try bench.rows(sql: sql) == rows, "\(address)")
        // What the cells show are the values.
        let first = try await bench.file.database.read { session in
            try session.limiting(to: .seconds(60)) { try $0.rows(SQL(unsafe: sql)).first }
        }
        for (cell, value) in zip(
            cells, first?.values.filter { value in Cell(value).hidden == 0 && Cell(value).length <= 160 } ?? [])
        {
            #expect(cell.attributes["data-value"] == ExactValue(value).text, "\(address)")
        }
    }
}
