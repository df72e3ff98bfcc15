import ZIMOrm
import ZIMTool

/// SQL of one's own: read only, within a time, its rows in pages.
struct QueryPage {
    let world: World

    static let size = 100
    static let time = Duration.seconds(20)

    private var sql: String { world.request[.sql] ?? "" }

    /// What a statement gave.
    private struct Result {
        var names: [String] = []
        var rows: [[Cell]] = []
        var hasMore = false
        var time = Duration.zero
        var plan: [String]?
        var problem: (any Error)?
    }

    /// The page before anything was asked.
    var response: WebResponse { page(nil, 0) }

    /// The page of a statement that could not be run to its end.
    func failed(_ error: any Error) -> WebResponse {
        var result = Result()
        result.problem = error
        return page(result, 0)
    }

    func run(in session: Session) throws -> WebResponse {
        guard !sql.allSatisfy(\.isWhitespace) else { return response }
        let offset = world.request.number(.offset) ?? 0
        var result = Result()
        let start = ContinuousClock.now
        do {
            try reading(in: session) { session in
                if world.request[.plan] != nil {
                    result.plan = try session.plan(of: SQL(unsafe: sql))
                    return
                }
                var count = 0
                try eachRow(of: session, begin: { result.names = $0 }) { row in
                    count += 1
                    guard count > offset else { return }
                    if result.rows.count == Self.size {
                        result.hasMore = true
                        throw Enough()
                    }
                    result.rows.append((0..<row.count).map { Cell(row, at: $0) })
                }
            }
        } catch { result.problem = error }
        result.time = ContinuousClock.now - start
        return page(result, offset)
    }

    /// All rows.
    func export(csv: Bool, in session: Session) throws -> WebResponse {
        var text = ExportText(csv: csv, names: [])
        try reading(in: session) { session in
            try eachRow(of: session, begin: { text = ExportText(csv: csv, names: $0) }) { try text.add($0.values) }
        }
        return text.response(named: "query")
    }

    /// - Parameter begin: gets the names of the columns, also where there is no row.
    private func eachRow(of session: Session, begin: ([String]) -> Void, _ body: (Row) throws -> Void) throws {
        try session.forEachRow(
            rendered: RenderedSQL(sql: sql, parameters: []), inBatches: true, begin: { begin($0.columnNames) }, body)
    }

    /// Runs somebody's statement within its time, and takes back what it has done: a `SET` would stay with the
    /// connection, for pages that come after this one.
    private func reading(in session: Session, _ body: (Session) throws -> Void) throws {
        if world.catalog.isSQLite, Self.setsPragma(sql) {
            throw PageProblem(
                "PRAGMA with a value is not for this page: it would stay with the connection", .badRequest,
                "SELECT * FROM pragma_table_info('…') reads what takes a name")
        }
        // A connection that a statement has locked something by is closed; what a function locks nobody notices, and the next page
        // gets that connection. What has ended the connection has ended them.
        defer { if let release = world.catalog.schema.traits.lockRelease { _ = try? session.rows(release) } }
        do {
            try session.inBox(Self.time) { session in
                try body(session)
                throw Enough()
            }
        } catch is Enough {}
    }

    /// Whether it is a pragma that may set something, which SQLite does at once, even to explain it.
    private static func setsPragma(_ sql: String) -> Bool {
        let words = SQLTokenizer(sql).tokens.filter { !$0.isSpace && $0.kind != .comment }.map { $0.text.lowercased() }
        guard let first = words.first(where: { !["explain", "query", "plan", ";"].contains($0) }) else { return false }
        return first == "pragma" && (words.contains("=") || words.contains("("))
    }

    private func page(_ result: Result?, _ offset: Int) -> WebResponse {
        Layout(world: world, title: "Query", page: .query).response { html in
            html.element("h1", text: "Query")
            html.element("form", .class("query"), .action(Address(.query)), .label("Statement")) { html in
                html.element("label", .own("for", "sql"), text: "A statement that reads")
                html.element(
                    "textarea", .id("sql"), .own("name", "sql"), .own("rows", "6"), .own("spellcheck", "false"),
                    .own("autocomplete", "off"), .own("autocapitalize", "off"), .flag("data-names")
                ) { $0.exact(sql) }
                html.element("div", .class("bar")) { html in
                    html.element("button", text: "Run")
                    html.element("button", .own("name", "plan"), .value("1"), text: "Plan")
                    html.element("small", text: "Ctrl+Enter runs; at most \(Self.time.components.seconds) seconds.")
                }
            }
            if let result { show(result, offset, &html) }
        }
    }

    private func show(_ result: Result, _ offset: Int, _ html: inout HTML) {
        html.element("section", .label("Result"), .own("aria-live", "polite")) { html in
            if let problem = result.problem { return html.problem(problem) }
            if let plan = result.plan {
                html.element("h2", text: "Plan")
                html.element("pre") { $0.lines(plan.joined(separator: "\n")) }
                return
            }
            html.element(
                "p", .class("lead"),
                text: (result.rows.isEmpty
                    ? "No rows"
                    : "Rows \((offset + 1).grouped) to \((offset + result.rows.count).grouped)\(result.hasMore ? ", and more" : "")")
                    + " in \(result.time.shown)")
            guard !result.names.isEmpty else { return }
            html.scrolledTable("rows", label: "Rows") { html in
                for name in result.names { html.element("th", .own("scope", "col"), text: name) }
            } rows: { html in
                for row in result.rows {
                    html.element("tr") { html in
                        for cell in row {
                            html.element("td", .classes([cell.style])) { $0.cell(cell, whole: nil) }
                        }
                    }
                }
            }
            let address = Address(.query).with(.sql, sql)
            html.element("nav", .class("pager"), .label("Pages of rows")) { html in
                if offset > 0 {
                    html.link(address, "First")
                    html.link(
                        address.with(.offset, String(max(0, offset - Self.size))), "Previous", .own("rel", "prev"))
                }
                if result.hasMore {
                    html.link(address.with(.offset, String(offset + Self.size)), "Next", .own("rel", "next"))
                }
                html.link(address.on(.queryCSV), "CSV", .flag("download"))
                html.link(address.on(.queryJSON), "JSON", .flag("download"))
            }
        }
    }
}
