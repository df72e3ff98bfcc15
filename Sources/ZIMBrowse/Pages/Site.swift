import Foundation
import Synchronization
import ZIMOrm
import ZIMTool

/// The pages of a database: answers requests, whoever brings them.
package final class Site: Sendable {
    let file: InspectedDatabase
    private let models: String?
    private let knowledge: Knowledge
    private let catalog: Mutex<(catalog: Catalog, hasLikely: Bool)>
    /// For what may take seconds: views, somebody's own SQL, looking at columns.
    private let slowLane = Lane(4)

    /// - Parameters:
    ///   - file: the database.
    ///   - models: a folder of generated classes, whose differences from the database are shown; nil for none.
    /// - Throws: `DatabaseError` where the schema cannot be read.
    package init(_ file: InspectedDatabase, models: String? = nil) throws {
        self.file = file
        self.models = models
        let schema = try file.schema()
        knowledge = Knowledge(file, schema)
        catalog = Mutex((Catalog(schema), false))
    }

    /// Begins to find out what takes longer than a page may take.
    package func begin() { knowledge.begin() }

    package func end() { knowledge.stop() }

    /// Waits until all is known that nobody needs to ask for, for tests.
    func waitUntilKnown() async {
        while !knowledge.current.isDone { try? await Task.sleep(for: .milliseconds(20)) }
    }

    /// What pages are made from.
    func world(_ request: WebRequest) -> World {
        let known = knowledge.current
        let catalog = catalog.withLock { current in
            if let likely = known.likely, !current.hasLikely {
                current = (likely.isEmpty ? current.catalog : Catalog(current.catalog.schema, likely: likely), true)
            }
            return current.catalog
        }
        return World(
            file: file, catalog: catalog, known: known, knowledge: knowledge, hasModels: models != nil,
            request: request)
    }

    /// The answer to a request; never an error, since pages say what is wrong.
    func respond(to request: WebRequest) async -> WebResponse {
        let world = world(request)
        guard let page = Address.Page(rawValue: request.page) else {
            return world.failure(PageProblem("there is no such page", .notFound))
        }
        do {
            if ![.style, .script, .icon].contains(page) { try file.requireSameFile() }
            switch page {
            case .style: return .file(StyleSheet.text, "text/css; charset=utf-8")
            case .script: return .file(Script.text, "text/javascript; charset=utf-8")
            case .icon: return .file(Icon.text, "image/svg+xml")
            case .overview:
                await waitForSmallDatabases()
                return OverviewPage(world: self.world(request)).response
            case .status: return world.status
            case .names: return world.names
            case .search: return SearchPage(world: world).response
            case .diagram: return try await slowly { _ in try DiagramPage(world: world).response }
            case .doctor:
                if request[.run] != nil { knowledge.beginExamination() }
                return try DoctorPage(world: self.world(request)).response
            case .check: return try await slowly { [models] _ in try CheckPage(world: world, models: models).response }
            case .columns:
                return try await slowly { try ColumnsPage(world: world, in: $0).response }
            case .query:
                guard request[.sql] != nil else { return QueryPage(world: world).response }
                // What ends the transaction fails behind the page.
                do { return try await querying { try QueryPage(world: world).run(in: $0) } } catch {
                    return QueryPage(world: world).failed(error)
                }
            case .queryCSV: return try await querying { try QueryPage(world: world).export(csv: true, in: $0) }
            case .queryJSON: return try await querying { try QueryPage(world: world).export(csv: false, in: $0) }
            case .table:
                if let address = try TablePage.built(world) { return WebResponse(redirectingTo: address) }
                return try await rows(world) { try TablePage(world: world).response(in: $0) }
            case .tableCSV: return try await rows(world) { try TablePage(world: world).export(csv: true, in: $0) }
            case .tableJSON: return try await rows(world) { try TablePage(world: world).export(csv: false, in: $0) }
            case .row: return try await file.database.read { try RowPage(world: world).response(in: $0) }
            case .follow: return try await file.database.read { try FollowPage(world: world).response(in: $0) }
            case .cell: return try await file.database.read { try CellPage(world: world).response(in: $0) }
            case .bytes: return try await file.database.read { try CellPage(world: world).bytes(in: $0) }
            }
        } catch { return world.failure(error) }
    }

    /// Rows of a view are computed: they wait for their turn, so that tables do not.
    private func rows(
        _ world: World, _ body: @escaping @Sendable (Session) throws -> WebResponse
    ) async throws -> WebResponse {
        let isView = try Selection(world.request, in: world.catalog).table.kind != .table
        if isView { return try await slowly(body) }
        return try await file.database.read { try body($0) }
    }

    private func slowly(_ body: @escaping @Sendable (Session) throws -> WebResponse) async throws -> WebResponse {
        try await slowLane.run { try await file.database.read { try body($0) } }
    }

    /// Somebody's own SQL, in which a bare name means a table of the schemas that were chosen.
    private func querying(_ body: @escaping @Sendable (Session) throws -> WebResponse) async throws -> WebResponse {
        try await slowLane.run { try await file.forQueries().read { try body($0) } }
    }

    /// The first page has the counts at once where they take no time.
    private func waitForSmallDatabases() async {
        let tables = knowledge.current
        guard tables.counts.isEmpty, !tables.isDone else { return }
        for _ in 0..<6 where knowledge.current.likely == nil { try? await Task.sleep(for: .milliseconds(25)) }
    }
}

extension WebResponse {
    static func file(_ text: String, _ type: String) -> WebResponse {
        var response = WebResponse(text, type: type)
        response.isFile = true
        return response
    }
}

/// What a page is made from: the schema, what is known by now, and the request.
struct World: Sendable {
    let file: InspectedDatabase
    let catalog: Catalog
    let known: Knowledge.State
    /// What hears of the numbers of rows that a page has counted.
    let knowledge: Knowledge
    let hasModels: Bool
    let request: WebRequest

    /// How long one statement about a table may take, or one about its neighbour.
    func time(for table: TableSchema) -> Duration {
        table.kind == .table ? .seconds(20) : file.timeAllowance.time(for: table)
    }
    static let boxTime = Duration.seconds(2)

    func findings(of table: String) -> [Finding] { known.findingsOfTables[ExactName(table)] ?? [] }

    /// What is known by now, for our script.
    var status: WebResponse {
        var counts: [String] = []
        for table in catalog.tables {
            guard let count = known.counts[ExactName(table.name)] else { continue }
            counts.append(JSONValue.text(AddressText.encode(table.name)) + ":" + JSONValue.text(count.number))
        }
        var doctor = ""
        if case .running(let table, let rows) = known.doctor {
            doctor = "looking at \(table.printable), \(rows.counted("row"))"
        }
        return WebResponse(
            "{\"counts\":{\(counts.joined(separator: ","))},\"done\":\(known.isDone),\"doctor\":\(JSONValue.text(doctor)),"
                + "\"examined\":\(known.doctor == .done)}", type: "application/json; charset=utf-8")
    }

    /// The names of tables and columns, for completion.
    var names: WebResponse {
        let tables = catalog.tables.map { table in
            JSONValue.text(table.name) + ":["
                + table.shownColumns.map { JSONValue.text($0.name) }.joined(separator: ",") + "]"
        }
        return WebResponse("{" + tables.joined(separator: ",") + "}", type: "application/json; charset=utf-8")
    }
}
