import ZIMOrm
import ZIMTool

/// One row: every column, the rows that it belongs to, those that belong to it, and what it has through join tables.
struct RowPage {
    let world: World

    /// How many rows of each relationship are shown.
    private static let shown = 5
    /// When all boxes together have taken this long, the others wait for a click.
    private static let timeLimit = Duration.seconds(6)

    /// What is known of one relationship of the row.
    private struct Box {
        let relation: Selection.Relation
        var rows: [RowReader.ReadRow] = []
        var columns: [ColumnSchema] = []
        var count: RowCount?
        var problem: (any Error)?
    }

    func response(in session: Session) throws -> WebResponse {
        let request = world.request
        let table = try world.catalog.table(request)
        guard let address = request[.row].flatMap({ RowAddress(text: $0) }) else {
            throw PageProblem("the address names no row", .badRequest)
        }
        let recorder = Recorder(session, plans: request[.plan] != nil)
        var reader = RowReader(table, world.catalog, asksForParents: false)
        let rows = try self.rows(table, address, &reader, recorder)
        guard let row = rows.first else {
            throw PageProblem("\(table.name.printable) has no row \(address.words)", .notFound)
        }
        let start = ContinuousClock.now
        func boxes(_ kinds: [Selection.Relation.Kind], shown: Int = Self.shown) -> [Box] {
            kinds.map { box(Selection.Relation(kind: $0, from: address), shown: shown, since: start, recorder) }
        }
        let parents = boxes(world.catalog.links(from: table.name).map { .parent($0) }, shown: 1)
        let children = boxes(world.catalog.links(to: table.name).map { .children($0) })
        let joined = boxes(world.catalog.manyToMany(of: table.name).map { .through($0) })
        var layout = Layout(world: world, title: "\(table.name) \(address.words)")
        layout.crumbs = Way(request).crumbs + [(table.name, Address.table(table.name))]
        let columns = reader.columns
        return layout.response { html in
            html.element("h1") { html in
                html.text(table.name + " ")
                html.element("span", .class("key"), text: address.words)
            }
            html.element("p", .class("bar")) { html in
                html.link(Address.table(table.name), "All rows")
                if reader.key.isComplete {
                    html.link(Address.table(table.name).with(.after, address.text), "The rows behind it")
                }
                html.link(Address(.diagram).with(.around, AddressText.encode(table.name)), "Diagram around it")
                html.link(Address.row(table.name, address), "Its own address", .own("rel", "bookmark"))
            }
            if rows.count > 1 {
                html.element("p", .class("problem"), text: "Several rows have this key; the first of them is shown.")
            }
            html.element("div", .class("row-page")) { html in
                html.element("section", .label("Columns")) { html in
                    html.element("h2", text: "Columns")
                    values(row, columns, table, address, parents, &html)
                }
                if !parents.isEmpty {
                    html.element("section", .label("Belongs to")) { html in
                        html.element("h2", text: "Belongs to")
                        for box in parents { parent(box, row, &html) }
                    }
                }
            }
            if !children.isEmpty {
                html.element("section", .label("Rows that belong to it")) { html in
                    html.element("h2", text: "What belongs to it")
                    lists(children, &html)
                }
            }
            if !joined.isEmpty {
                html.element("section", .label("What it has through join tables")) { html in
                    html.element("h2", text: "What it has through join tables")
                    lists(joined, &html)
                }
            }
            html.statements(
                recorder.sent, swift: SwiftCalls(world).row(table, address),
                planAddress: Address.row(table.name, address).with(.via, all: request.all(.via)).with(.plan, "1"),
                hasPlans: request[.plan] != nil)
        }
    }

    // MARK: Reading

    private func rows(
        _ table: TableSchema, _ address: RowAddress, _ reader: inout RowReader, _ recorder: Recorder
    ) throws -> [RowReader.ReadRow] {
        guard let condition = reader.key.condition(address, alias: Selection.alias) else {
            throw PageProblem("the address names no row of \(table.name.printable)", .badRequest)
        }
        let statement = reader.select(SelectStatement().from(table.identifier, alias: Selection.alias))
            .where(condition).limit(2)
        var rows: [RowReader.ReadRow] = []
        try recorder.run("This row", statement, time: world.time(for: table)) { rows.append(reader.read($0)) }
        return rows
    }

    /// Rows and number of a relationship, in one statement that fails for itself alone.
    private func box(
        _ relation: Selection.Relation, shown: Int, since start: ContinuousClock.Instant, _ recorder: Recorder
    ) -> Box {
        var box = Box(relation: relation)
        guard ContinuousClock.now - start < Self.timeLimit else { return box }
        let selection = Selection(relation)
        var reader = RowReader(selection.table, world.catalog, asksForParents: false)
        box.columns = reader.columns
        do {
            var statement = reader.select(try selection.statement(in: world.catalog))
            var isCounted = false
            if case .parent = relation.kind {
            } else {
                statement = statement.column(
                    try RowCount.expression(selection, in: world.catalog), alias: "zim_count")
                let order = RowOrder(
                    terms: reader.key.order(Selection.alias, of: selection.table), isDescending: false,
                    isNullFirst: world.catalog.isNullFirst)
                statement = order.apply(to: statement)
                isCounted = true
            }
            var rows: [RowReader.ReadRow] = []
            var count: RowCount?
            try recorder.run(relation.words, statement.limit(shown), time: World.boxTime) { row in
                rows.append(reader.read(row))
                if isCounted, count == nil { count = RowCount(try row.get(row.count - 1)) }
            }
            box.rows = rows
            box.count = count ?? .exactly(rows.count)
        } catch { box.problem = error }
        return box
    }

    // MARK: Writing

    private func values(
        _ row: RowReader.ReadRow, _ columns: [ColumnSchema], _ table: TableSchema, _ address: RowAddress,
        _ parents: [Box], _ html: inout HTML
    ) {
        let links = ParentLinks(table, world.catalog)
        let way = Way(world.request)
        let nulls = row.nulls(columns)
        let orphaned = Set(
            parents.filter { $0.rows.isEmpty && $0.problem == nil && $0.count != nil }.flatMap { box -> [ExactName] in
                guard case .parent(let link) = box.relation.kind, link.isDeclared,
                    nulls.isDisjoint(with: link.columns.exactNames)
                else { return [] }
                return link.columns.exactNames
            })
        html.element("table", .class("record")) { html in
            html.element("tbody") { html in
                for (cell, column) in zip(row.cells, columns) {
                    let isOrphan = orphaned.contains(ExactName(column.name))
                    html.element("tr") { html in
                        html.element("th", .own("scope", "row")) { html in
                            html.text(column.name)
                            html.element("small") { html in
                                html.text(column.type.isEmpty ? "no type" : column.type)
                                if column.keyPlace > 0 {
                                    html.text(table.primaryKey.count > 1 ? " · key \(column.keyPlace)" : " · key")
                                }
                                if column.isGenerated { html.text(" · generated") }
                            }
                        }
                        html.element("td", .classes(isOrphan ? [cell.style, "orphan"] : [cell.style])) { html in
                            if let picture = cell.picture, picture != .bmp || cell.length < 1 << 20 {
                                html.void(
                                    "img", .src(Address.cell(table.name, address, column.name).on(.bytes)),
                                    .alt("picture in \(column.name)"), .class("thumbnail"), .own("loading", "lazy"))
                            }
                            let link = isOrphan ? nil : links.link(column.name, address, nulls: nulls)
                            html.cell(
                                cell, whole: Address.cell(table.name, address, column.name),
                                link: link.map { way.onward($0.address) }, linkTitle: link?.title)
                            if isOrphan {
                                html.text(" ")
                                html.badge("points to no row", "serious")
                            }
                        }
                        html.element("td", .class("only")) { html in
                            if let only = only(column, cell, table) {
                                html.link(only, "all like this", .label("All rows with this \(column.name)"))
                            }
                        }
                    }
                }
            }
        }
    }

    /// The rows that hold the same value; nil where that is too long for an address.
    private func only(_ column: ColumnSchema, _ cell: Cell, _ table: TableSchema) -> Address? {
        guard let value = cell.exact.flatMap({ ExactValue(text: $0) }) else { return nil }
        var selection = Selection(table)
        selection.equals = [Selection.Equal(column: column.name, value: value)]
        return selection.address
    }

    private func parent(_ box: Box, _ row: RowReader.ReadRow, _ html: inout HTML) {
        guard case .parent(let link) = box.relation.kind else { return }
        let way = Way(world.request)
        html.element("article", .class("card")) { html in
            html.element("h3") { html in
                if let found = box.rows.first, let address = found.address {
                    html.link(
                        way.onward(Address.row(link.parent.name, address)), "\(link.parent.name) \(address.words)")
                } else {
                    html.link(.table(link.parent.name), link.parent.name)
                }
                html.likelyBadge(box.relation)
            }
            html.element("p", .class("by"), text: box.relation.by)
            if let problem = box.problem { return html.problem(problem) }
            guard let found = box.rows.first else {
                let isNull =
                    box.count != nil
                    && !row.nulls(world.catalog.table(link.child.name)?.shownColumns ?? []).isDisjoint(
                        with: link.columns.exactNames)
                if box.count == nil {
                    html.element("p", .class("note"), text: "Not looked up: the page took long enough.")
                } else if isNull {
                    html.element("p", .class("note"), text: "NULL: it points nowhere.")
                } else if link.isDeclared {
                    html.element("p") { $0.badge("orphan: the row is missing", "serious") }
                } else {
                    html.element("p", .class("note"), text: "There is no such row.")
                }
                return
            }
            html.element("dl", .class("brief")) { html in
                for (cell, column) in zip(found.cells, box.columns).prefix(6) {
                    html.element("div") { html in
                        html.element("dt", text: column.name)
                        html.element("dd") { $0.cell(cell, whole: nil) }
                    }
                }
            }
        }
    }

    /// Those that have rows first, then those that have none in few words.
    private func lists(_ boxes: [Box], _ html: inout HTML) {
        let none = boxes.filter { $0.count == .exactly(0) && $0.problem == nil }
        for box in boxes where box.count != .exactly(0) || box.problem != nil { several(box, &html) }
        guard !none.isEmpty else { return }
        html.element("ul", .class("none"), .label("Without rows")) { html in
            for box in none {
                html.element("li") { html in
                    html.link(Way(world.request).onward(box.relation.address), box.relation.target.name)
                    html.element("small", text: " " + box.relation.by)
                    html.text(" ")
                    html.badge("0", "plain")
                    html.likelyBadge(box.relation)
                }
            }
        }
    }

    private func several(_ box: Box, _ html: inout HTML) {
        let way = Way(world.request)
        let target = box.relation.target
        html.element("article", .class("card")) { html in
            html.element("h3") { html in
                html.link(way.onward(box.relation.address), target.name)
                html.text(" ")
                if let count = box.count { html.badge(count.number, count == .exactly(0) ? "plain" : "count") }
                html.likelyBadge(box.relation)
            }
            html.element("p", .class("by"), text: box.relation.by)
            if let problem = box.problem { return html.problem(problem) }
            if box.count == nil {
                html.element("p", .class("note"), text: "Not looked up: the page took long enough.")
            }
            guard !box.rows.isEmpty else { return }
            brief(box, target, way, &html)
        }
    }

    private func brief(_ box: Box, _ target: TableSchema, _ way: Way, _ html: inout HTML) {
        html.scrolledTable("rows") { html in
            html.element("th", .own("scope", "col")) { $0.element("span", .class("hidden"), text: "Row") }
            for column in box.columns {
                html.element(
                    "th", .own("scope", "col"), column.holdsNumbers ? .class("number") : nil, text: column.name)
            }
        } rows: { html in
            for row in box.rows {
                html.element("tr") { html in
                    html.openCell(target.name, row.address, way)
                    for (cell, column) in zip(row.cells, box.columns) {
                        html.element("td", .classes([cell.style])) { html in
                            html.cell(cell, whole: row.address.map { Address.cell(target.name, $0, column.name) })
                        }
                    }
                }
            }
        }
    }
}
