import ZIMOrm
import ZIMTool

/// All tables: as a picture where there are few, as groups where there are many, and by name.
struct OverviewPage {
    let world: World

    /// More tables than this are drawn in groups.
    static let mostDrawn = 60

    var response: WebResponse {
        Layout(world: world, title: world.file.name, page: .overview).response { html in
            html.element("h1", text: world.file.name)
            summary(&html)
            if world.catalog.links.isEmpty {
                html.element("p", .class("note"), text: "No table points to another by a foreign key.")
            } else if world.catalog.tables.count <= Self.mostDrawn {
                picture(&html)
            } else {
                groups(&html)
            }
            tables(&html)
        }
    }

    private func summary(_ html: inout HTML) {
        let views = world.catalog.tables.count { $0.kind == .view }
        var parts = [(world.catalog.tables.count - views).counted("table")]
        if views > 0 { parts.append(views.counted("view")) }
        parts.append(world.catalog.links.count { $0.isDeclared }.counted("foreign key"))
        let likely = world.catalog.links.count { !$0.isDeclared }
        if likely > 0 { parts.append(likely.counted("likely relationship")) }
        html.element("p", .class("lead")) { html in
            html.text(parts.joined(separator: ", ") + ". ")
            let serious = world.known.findings.count { $0.kind.isSerious }
            let others = world.known.findings.count - serious
            if serious > 0 {
                html.link(Address(.doctor), serious.counted("thing is wrong", "things are wrong"), .class("wrong"))
                html.text(". ")
            }
            if others > 0 {
                html.link(Address(.doctor), others.counted("thing could be better", "things could be better"))
            }
            if world.known.doctor == .done, world.known.findings.isEmpty { html.text("No problems were found.") }
        }
        if !world.known.isDone {
            html.element("p", .class("note"), .id("working"), .own("role", "status")) { html in
                html.text("Rows are being counted and checked; ")
                html.link(Address(.overview), "load the page again")
                html.text(" to see more.")
            }
        } else {
            html.element(
                "p", .class("note"),
                text: "Rows were counted when zim browse started; the page of a table counts up to "
                    + "\(RowCount.most.grouped) again.")
        }
    }

    private func picture(_ html: inout HTML) {
        var options = Diagram.Options()
        options.columns = .keys
        guard
            let diagram = try? Diagram(
                title: world.file.name, world.catalog.schema, likely: world.catalog.links.filter { !$0.isDeclared },
                options: options)
        else { return }
        html.diagram(DrawnDiagram(diagram) { Address.table($0).text }, named: "The tables and their foreign keys")
    }

    private func groups(_ html: inout HTML) {
        let clusters = Clusters(world.catalog)
        html.element("section", .label("Groups of tables")) { html in
            html.element("h2", text: "Groups")
            html.element(
                "p", .class("note"),
                text: "Tables that foreign keys connect closely, called after the one that most others point to.")
            html.element("ul", .class("cards")) { html in
                for (number, cluster) in clusters.groups.enumerated() {
                    html.element("li", .class("card")) { html in
                        html.element("h3") { html in
                            html.link(Address(.diagram).with(.cluster, String(number)), cluster.name)
                            html.element("small", text: " " + cluster.tables.count.counted("table"))
                        }
                        html.element("p") { html in
                            for (index, table) in cluster.tables.prefix(10).enumerated() {
                                if index > 0 { html.text(" · ") }
                                html.link(.table(table), table)
                            }
                            if cluster.tables.count > 10 { html.text(" · …") }
                        }
                    }
                }
            }
            if !clusters.alone.isEmpty {
                html.element(
                    "p", .class("note"),
                    text: clusters.alone.count.counted("table is", "tables are") + " connected to no other.")
            }
        }
    }

    private func tables(_ html: inout HTML) {
        html.element("section", .label("All tables and views")) { html in
            html.element("div", .class("bar")) { html in
                html.element("h2", text: "Tables and views")
                html.element("label", .class("narrow"), .own("hidden", "hidden"), .flag("data-narrow")) { html in
                    html.element("span", .class("hidden"), text: "Show only names with")
                    html.void("input", .own("type", "search"), .placeholder("Show only …"))
                }
            }
            html.scrolledTable("list", .id("tables")) { html in
                for (name, isNumber) in Self.heads {
                    html.element("th", .own("scope", "col"), isNumber ? .class("number") : nil, text: name)
                }
            } rows: { html in
                for table in world.catalog.tables { row(table, &html) }
            }
        }
    }

    private static let heads = [
        ("Name", false), ("Rows", true), ("Columns", true), ("Key", false), ("Points to", true),
        ("Is pointed to by", true), ("Findings", false),
    ]

    private func row(_ table: TableSchema, _ html: inout HTML) {
        html.element("tr") { html in
            html.element("th", .own("scope", "row")) { html in
                html.link(.table(table.name), table.name)
                html.kindBadge(table)
            }
            let count = world.known.counts[ExactName(table.name)]
            html.element(
                "td", .class("number"), .data("data-count", AddressText.encode(table.name)),
                text: count?.number ?? (table.kind == .table ? "…" : ""))
            html.element("td", .class("number"), text: table.shownColumns.count.grouped)
            html.element("td", text: table.primaryKey.joined(separator: ", "))
            html.element("td", .class("number"), text: Self.number(world.catalog.links(from: table.name).count))
            html.element("td", .class("number"), text: Self.number(world.catalog.links(to: table.name).count))
            html.element("td") { $0.findings(world.findings(of: table.name), of: table.name) }
        }
    }

    private static func number(_ count: Int) -> String { count == 0 ? "" : count.grouped }
}

extension HTML {
    /// How many findings a table has, as badges that lead to them.
    mutating func findings(_ findings: [Finding], of table: String) {
        let address = Address(.doctor).with(.only, AddressText.encode(table))
        let serious = findings.filter(\.kind.isSerious)
        if !serious.isEmpty {
            link(
                address, "\(serious.count) wrong", .classes(["badge", "serious"]),
                .title(serious.map(\.message).prefix(5).joined(separator: "; ")))
        }
        let others = findings.filter { !$0.kind.isSerious }
        if !others.isEmpty {
            if !serious.isEmpty { text(" ") }
            link(
                address, others.count.counted("hint"), .classes(["badge", "plain"]),
                .title(others.map(\.message).prefix(5).joined(separator: "; ")))
        }
    }

    /// A drawing that can be moved and enlarged; without our script it scrolls.
    mutating func diagram(_ drawing: DrawnDiagram, named name: String) {
        element("figure", .class("diagram-frame"), .flag("data-diagram")) { html in
            html.element("div", .class("diagram-view"), .own("tabindex", "0"), .own("role", "region"), .label(name)) {
                $0.drawing(drawing)
            }
            html.element(
                "figcaption", .class("note"),
                text:
                    "Each box leads to its table. Drag to move, Ctrl and the wheel or + and − to enlarge, 0 for all of it."
            )
        }
    }
}
