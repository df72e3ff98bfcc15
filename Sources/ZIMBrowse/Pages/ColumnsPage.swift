import ZIMOrm
import ZIMTool

/// The columns of a table: what they were declared as, what they hold; keys, indexes, foreign keys both ways.
struct ColumnsPage {
    let world: World
    private let table: TableSchema
    private let survey: ColumnSurvey?
    private let problem: (any Error)?

    init(world: World, in session: Session) throws {
        self.world = world
        let table = try world.catalog.table(world.request)
        self.table = table
        do {
            survey = try session.inBox(world.time(for: table)) { try ColumnSurvey(table, in: $0) }
            problem = nil
        } catch {
            survey = nil
            problem = error
        }
    }

    var response: WebResponse {
        var layout = Layout(world: world, title: "Columns of \(table.name)")
        layout.crumbs = [(table.name, Address.table(table.name))]
        return layout.response { html in
            html.element("h1", text: table.name)
            html.tableTabs(table.name, .columns)
            if let problem { html.problem(problem) }
            if let survey {
                html.element(
                    "p", .class("lead"),
                    text: survey.isComplete
                        ? "\(survey.rows.counted("row")), all checked."
                        : "The first \(survey.rows.counted("row")) were checked.")
                html.element("div", .class("column-cards")) { html in
                    for column in survey.columns { card(column, survey.rows, &html) }
                }
            }
            keys(&html)
            definition(&html)
        }
    }

    private func card(_ column: ColumnSurvey.Column, _ rows: Int, _ html: inout HTML) {
        let own = column.column
        html.element("article", .class("card")) { html in
            html.element("h2") { html in
                html.text(own.name)
                html.element("small", text: " " + (own.type.isEmpty ? "no type" : own.type))
            }
            html.element("p", .class("marks")) { html in
                if own.keyPlace > 0 {
                    html.badge(table.primaryKey.count > 1 ? "key \(own.keyPlace)" : "key", "key")
                }
                if own.isNotNull { html.badge("NOT NULL", "plain") }
                if own.isGenerated { html.badge("generated", "plain") }
                for link in world.catalog.links(from: table.name) where link.columns.contains(own.name) {
                    html.link(
                        .table(link.parent.name), "→ \(link.parent.name)",
                        .classes(["badge", link.isDeclared ? "plain" : "guess"]), .title(link.columns.listed))
                }
                if column.profile.invalidValues > 0 {
                    html.badge(
                        "\(column.profile.invalidValues.grouped) invalid", "serious",
                        title: column.profile.invalidValue.map { "\($0.value) at \($0.row)" })
                }
                if column.profile.dates.count > 1 {
                    html.badge("dates in \(column.profile.dates.count) forms", "serious")
                }
            }
            let filled = column.profile.count
            html.element("p", .class("fill")) { html in
                html.meter(filled, of: rows, label: "filled")
                html.text(" \(Self.percent(filled, rows)) filled")
            }
            var facts: [(String, String)] = []
            if column.profile.nulls > 0 { facts.append(("NULL", column.profile.nulls.grouped)) }
            if column.empty > 0 { facts.append(("empty ''", column.empty.grouped)) }
            if column.blank > 0 { facts.append(("blank", column.blank.grouped)) }
            facts.append(("different values", (column.isAbout ? "about " : "") + column.distinct.grouped))
            if !column.profile.kinds.isEmpty { facts.append(("kinds", column.profile.kinds)) }
            if let value = own.defaultValue { facts.append(("default", value)) }
            html.facts(facts)
            if !column.bins.isEmpty, let low = column.low, let high = column.high {
                histogram(column.bins, low, high, &html)
            }
            frequent(column, rows, &html)
        }
    }

    private func histogram(_ bins: [Int], _ low: Double, _ high: Double, _ html: inout HTML) {
        let most = Double(max(bins.max() ?? 1, 1))
        html.element("figure", .class("histogram")) { html in
            let width = 240 / Double(bins.count)
            html.element(
                "svg", .own("viewBox", "0 0 240 48"), .own("preserveAspectRatio", "none"), .own("role", "img"),
                .label("How the numbers are spread: \(bins.map(String.init).joined(separator: ", "))")
            ) { html in
                for (index, count) in bins.enumerated() {
                    let height = count == 0 ? 0 : max(1, Double(count) / most * 46)
                    html.element(
                        "rect", .decimal("x", Double(index) * width + 1), .decimal("y", 48 - height),
                        .decimal("width", width - 2),
                        .decimal("height", height)
                    ) { $0.element("title", text: count.grouped) }
                }
            }
            html.element("figcaption") { html in
                html.element("span", text: Self.number(low))
                html.element("span", text: Self.number(high))
            }
        }
    }

    private func frequent(_ column: ColumnSurvey.Column, _ rows: Int, _ html: inout HTML) {
        // Where each value stands once, none is frequent.
        guard let first = column.frequent.first, first.count > 1 || column.frequent.count <= 3 else { return }
        html.element("ol", .class("frequent"), .label("Frequent values")) { html in
            for (value, count) in column.frequent {
                html.element("li") { html in
                    var selection = Selection(table)
                    selection.equals = [Selection.Equal(column: column.column.name, value: value)]
                    html.link(selection.address, value.words, .title("Rows with this value"))
                    html.element("span") { html in
                        html.meter(count, of: max(first.count, 1), label: "\(count.grouped) rows")
                        html.text(" " + count.grouped)
                    }
                }
            }
        }
    }

    private func keys(_ html: inout HTML) {
        let links = world.catalog.links(from: table.name)
        let inward = world.catalog.links(to: table.name)
        html.element("section", .label("Keys and relationships")) { html in
            html.element("h2", text: "Keys and relationships")
            html.element("ul", .class("found")) { html in
                if !table.primaryKey.isEmpty { html.element("li", text: "primary key \(table.primaryKey.listed)") }
                for key in table.uniqueKeys where !key.isPrimaryKey && !key.columns.isEmpty {
                    html.element(
                        "li", text: "unique \(key.columns.listed)\(key.isPartial ? ", for a part of the rows" : "")")
                }
                for link in links { relationship(link, to: link.parent.name, "belongs to", &html) }
                for link in inward {
                    relationship(link, to: link.child.name, link.isUnique ? "has one" : "has many", &html)
                }
                for join in world.catalog.manyToMany(of: table.name) {
                    html.element("li") { html in
                        html.text("joined to ")
                        html.link(.table(join.far.parent.name), join.far.parent.name)
                        html.text(
                            " by \(join.near.child.name) \(join.near.columns.listed) and \(join.far.columns.listed)")
                    }
                }
                for index in world.catalog.schema.indexes(of: table.name) where index.origin == .index {
                    html.element("li") { html in
                        html.text("\(index.isUnique ? "unique index" : "index") \(index.name) ")
                        html.text(index.parts.map { $0.column ?? $0.expression ?? "…" }.listed)
                        if let condition = index.condition { html.text(" where \(condition)") }
                    }
                }
            }
        }
    }

    private func relationship(_ link: LinkSchema, to table: String, _ words: String, _ html: inout HTML) {
        html.element("li") { html in
            html.text(words + " ")
            html.link(.table(table), table)
            html.text(" by \(link.columns.listed) = \(link.references.listed) ")
            if !link.isDeclared { html.badge("likely", "guess") }
        }
    }

    private func definition(_ html: inout HTML) {
        guard let definition = world.catalog.schema.definitions[table.name] else { return }
        html.element("details", .class("code")) { html in
            html.element("summary", text: "The SQL that made it")
            html.element("pre") { $0.lines(definition) }
        }
    }

    static func percent(_ count: Int, _ total: Int) -> String {
        if total == 0 { return "0 %" }
        if count == total { return "100 %" }
        // Never rounded to all or to nothing.
        let share = Double(count) / Double(total) * 100
        let rounded = min(99.9, max(count == 0 ? 0 : 0.1, (share * 10).rounded() / 10))
        return (Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)") + " %"
    }

    private static func number(_ number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? "\(number)"
    }
}

extension HTML {
    /// A bar that says how much of something there is.
    mutating func meter(_ count: Int, of total: Int, label: String) {
        element(
            "svg", .class("meter"), .own("viewBox", "0 0 100 8"), .own("preserveAspectRatio", "none"),
            .own("role", "img"), .label(label)
        ) {
            html in
            html.element("rect", .class("all"), .own("width", "100"), .own("height", "8")) { _ in }
            html.element(
                "rect", .decimal("width", total == 0 ? 0 : Double(count) / Double(total) * 100), .own("height", "8")
            ) { _ in }
        }
    }
}
