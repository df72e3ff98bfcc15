import ZIMOrm
import ZIMTool

/// The frame of every page: landmarks, headings, navigation, and a way past it for the keyboard.
struct Layout {
    let world: World
    let title: String
    var page: Address.Page?
    /// The way that one came, ending where the page begins.
    var crumbs: [(text: String, address: Address)] = []
    var status = WebResponse.Status.ok

    func response(_ body: (inout HTML) -> Void) -> WebResponse {
        var html = HTML()
        html.element("html", .own("lang", "en")) { html in
            html.element("head") { html in
                html.void("meta", .own("charset", "utf-8"))
                html.void("meta", .own("name", "viewport"), .own("content", "width=device-width, initial-scale=1"))
                html.void("meta", .own("name", "color-scheme"), .own("content", "light dark"))
                html.element("title", text: title == world.file.name ? title : "\(title) · \(world.file.name)")
                html.void("link", .own("rel", "stylesheet"), .href(Address(.style)))
                html.void("link", .own("rel", "icon"), .href(Address(.icon)))
                html.element("script", .src(Address(.script)), .flag("defer")) { _ in }
            }
            html.element("body") { html in
                html.element("a", .class("skip"), .anchor("main"), text: "Skip to the content")
                header(&html)
                if !crumbs.isEmpty { breadcrumbs(&html) }
                html.element("main", .id("main"), content: body)
                html.element("footer") { html in
                    html.text("For reading only: nothing here changes the database. ")
                    html.element("kbd", text: "/")
                    html.text(" goes to the search.")
                }
            }
        }
        var response = WebResponse("<!doctype html>\n" + html.markup + "\n", type: "text/html; charset=utf-8")
        response.status = status
        return response
    }

    private func header(_ html: inout HTML) {
        html.element("header", .class("top")) { html in
            html.link(Address(.overview), world.file.name, .class("database"), .title(world.file.place))
            html.element("nav", .label("Pages")) { html in
                var pages: [(Address.Page, String)] = [
                    (.overview, "Tables"), (.diagram, "Diagram"), (.doctor, "Doctor"), (.query, "Query"),
                ]
                if world.hasModels { pages.append((.check, "Classes")) }
                for (page, name) in pages {
                    html.link(Address(page), name, page == self.page ? .own("aria-current", "page") : nil)
                }
            }
            html.element("form", .own("role", "search"), .action(Address(.search))) { html in
                html.element("label", .class("hidden"), .own("for", "search"), text: "Search tables, columns and keys")
                html.void(
                    "input", .id("search"), .own("type", "search"), .own("name", "search"),
                    .placeholder("Tables, columns, keys"), .value(world.request[.search] ?? ""))
            }
        }
    }

    private func breadcrumbs(_ html: inout HTML) {
        html.element("nav", .class("crumbs"), .label("The way here")) { html in
            html.element("ol") { html in
                for crumb in crumbs { html.element("li") { $0.link(crumb.address, crumb.text) } }
            }
        }
    }
}

extension World {
    /// The page that says why another cannot be shown.
    func failure(_ error: any Error) -> WebResponse {
        let problem = error as? PageProblem
        let layout = Layout(world: self, title: "Not shown", status: problem?.status ?? .failed)
        return layout.response { html in
            html.element("h1", text: "This page cannot be shown")
            html.problem(error)
        }
    }
}

extension HTML {
    /// What went wrong, in a box.
    mutating func problem(_ error: any Error) {
        element("div", .class("problem"), .own("role", "alert")) { html in
            html.element("p", text: Self.words(for: error))
            if let hint = Self.hint(of: error) { html.element("p", .class("hint"), text: hint) }
        }
    }

    /// The error for a person: hints about the library's calls are of no use here.
    private static func words(for error: any Error) -> String {
        switch error {
        case let problem as PageProblem: problem.message
        case let failure as DatabaseError:
            failure.code == .timedOut
                ? "It took too long and was given up: \(failure.message)"
                : failure.code == .readOnly
                    ? "Databases are opened for reading only: \(failure.message)" : failure.message
        case let failure as ModelError: failure.message
        case let failure as ToolError: failure.description
        default: "\(error)"
        }
    }

    private static func hint(of error: any Error) -> String? {
        switch error {
        case let problem as PageProblem: problem.hint
        case let failure as ModelError: failure.hint
        default: nil
        }
    }

    /// A small mark with a meaning in words.
    mutating func badge(_ text: String, _ kind: StaticString, title: String? = nil) {
        element("span", .classes(["badge", kind]), title.map { .title($0) }, text: text)
    }

    /// Says of a view what it is.
    mutating func kindBadge(_ table: TableSchema) {
        guard table.kind != .table else { return }
        text(" ")
        badge(table.kind.rawValue, "plain")
    }

    /// Says of a relationship that nobody declared that it is only likely.
    mutating func likelyBadge(_ relation: Selection.Relation) {
        guard !relation.isDeclared else { return }
        text(" ")
        badge("likely", "guess", title: "Not declared; names and rows suggest it")
    }

    /// A table that scrolls by itself: the cells of its head, and its rows.
    mutating func scrolledTable(
        _ style: StaticString, _ other: Attribute? = nil, label: String? = nil, head: (inout HTML) -> Void,
        rows: (inout HTML) -> Void
    ) {
        element(
            "div", .class("scroll"), label.map { _ in .own("tabindex", "0") },
            label.map { _ in .own("role", "region") },
            label.map { .label($0) }
        ) { html in
            html.element("table", .class(style), other) { html in
                html.element("thead") { $0.element("tr", content: head) }
                html.element("tbody", content: rows)
            }
        }
    }

    /// The cell that leads to a row.
    mutating func openCell(_ table: String, _ row: RowAddress?, _ way: Way) {
        element("td", .class("open")) { html in
            guard let row else { return }
            html.link(way.onward(Address.row(table, row)), "›", .label("Row \(row.words)"))
        }
    }

    /// The statements of a page, their plans, and the same in Swift.
    mutating func statements(_ sent: [Sent], swift: [String], planAddress: Address?, hasPlans: Bool) {
        element("details", .class("code")) { html in
            html.element("summary") { $0.element("h2", text: "SQL and Swift of this page") }
            for statement in sent {
                html.element("h3") { html in
                    html.text(statement.title)
                    if let time = statement.time { html.element("small", text: "  \(time.shown)") }
                }
                html.element("pre", .flag("data-copy")) { html in html.element("code") { $0.lines(statement.sql) } }
                if statement.sql.utf8.count < 4_000 {
                    html.element("p") { html in
                        html.link(Address(.query).with(.sql, statement.sql), "Open in the query page")
                    }
                }
                if let plan = statement.plan {
                    html.element("h4", text: "Plan")
                    html.element("pre") { $0.lines(plan.joined(separator: "\n")) }
                }
            }
            if !hasPlans, let planAddress {
                html.element("p") { $0.link(planAddress, "Show how the engine goes about them") }
            }
            if !swift.isEmpty {
                html.element("h3", text: "Swift")
                html.element("pre", .flag("data-copy")) { html in
                    html.element("code") { $0.lines(swift.joined(separator: "\n")) }
                }
            }
        }
    }

    /// A list of words and what they are.
    mutating func facts(_ facts: [(String, String)]) {
        element("dl", .class("facts")) { html in
            for (name, value) in facts {
                html.element("div") { html in
                    html.element("dt", text: name)
                    html.element("dd", text: value)
                }
            }
        }
    }
}

extension Duration {
    /// `3.2 ms`
    var shown: String {
        let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
        return seconds < 1 ? "\((seconds * 10_000).rounded() / 10) ms" : "\((seconds * 100).rounded() / 100) s"
    }
}
