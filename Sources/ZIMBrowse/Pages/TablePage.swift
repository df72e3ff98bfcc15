import ZIMOrm
import ZIMTool

/// Rows of a table: all of them, those that belong to a row of another, or those that a condition finds.
struct TablePage {
    let world: World

    private var request: WebRequest { world.request }

    func response(in session: Session) throws -> WebResponse {
        let selection = try Selection(request, in: world.catalog)
        let table = selection.table
        let sort = try Sort(request, of: table)
        let start = try RowSlice.Start(request)
        let recorder = Recorder(session, plans: request[.plan] != nil)
        var reader = RowReader(table, world.catalog)
        var slice: RowSlice?
        var problem: (any Error)?
        do {
            slice = try RowSlice(
                selection, &reader, order: sort, start: start, time: world.time(for: table), recorder)
        } catch { problem = error }
        let count =
            selection.isWhole
            ? try countedAgain(selection, recorder)
            : slice == nil || selection.invalid != nil ? nil : try counted(selection, recorder)
        let address = self.address(selection, sort)
        var layout = Layout(world: world, title: selection.isWhole ? table.name : "\(table.name), some rows")
        layout.crumbs = crumbs(selection)
        let (columns, asked) = (reader.columns, reader.asked)
        return layout.response { html in
            heading(selection, count, &html)
            html.tableTabs(table.name, .table)
            filterForm(selection, sort, &html)
            if let problem { html.problem(problem) }
            if let slice {
                if slice.rows.isEmpty {
                    html.element("p", .class("note"), text: selection.isWhole ? "There are no rows." : "No row is so.")
                } else {
                    rows(slice, columns, asked, sort, address, table, &html)
                }
                pager(slice, address, selection, &html)
            }
            html.statements(
                recorder.sent, swift: SwiftCalls(world).rows(selection, sort),
                planAddress: currentAddress(address).with(.plan, "1"), hasPlans: request[.plan] != nil)
        }
    }

    /// The rows of the page as CSV or JSON, or all of them.
    func export(csv: Bool, in session: Session) throws -> WebResponse {
        let selection = try Selection(request, in: world.catalog)
        if request[.all] != nil { return try exportAll(selection, csv: csv, in: session) }
        var reader = RowReader(selection.table, world.catalog, asksForParents: false)
        reader.keepsValues = true
        // The same rows in the same order as on the page, with their values in full.
        let slice = try RowSlice(
            selection, &reader, order: try Sort(request, of: selection.table), start: try RowSlice.Start(request),
            time: world.time(for: selection.table), Recorder(session, plans: false))
        var text = ExportText(csv: csv, names: reader.columns.map(\.name))
        for row in slice.rows { try text.add(row.values) }
        return text.response(named: selection.table.name)
    }

    private func exportAll(_ selection: Selection, csv: Bool, in session: Session) throws -> WebResponse {
        var reader = RowReader(selection.table, world.catalog, asksForParents: false)
        let order = RowOrder(of: selection, try Sort(request, of: selection.table), reader)
        let statement = order.apply(to: reader.select(try selection.statement(in: world.catalog)))
        var text = ExportText(csv: csv, names: reader.columns.map(\.name))
        try session.inBox(world.time(for: selection.table)) { session in
            try session.forEachRow(statement) { row in
                if selection.invalid != nil, !selection.takes(reader.read(row), reader) { return }
                try text.add(reader.columns.indices.map { row.value(at: $0) })
            }
        }
        return text.response(named: selection.table.name)
    }

    // MARK: Addresses

    func address(_ selection: Selection, _ sort: Sort) -> Address {
        var address = selection.address
        if let column = sort.column { address = address.with(.sort, AddressText.encode(column.name)) }
        if sort.isDescending { address = address.with(.direction, "down") }
        return address.with(.via, all: request.all(.via))
    }

    /// With the place where the page begins.
    private func currentAddress(_ address: Address) -> Address {
        address.with(.after, request[.after]).with(.before, request[.before]).with(.offset, request[.offset])
    }

    private func crumbs(_ selection: Selection) -> [(String, Address)] {
        var crumbs = Way(request).crumbs
        if let relation = selection.relation {
            crumbs.append(
                ("\(relation.origin.name) \(relation.from.words)", Address.row(relation.origin.name, relation.from)))
        }
        return crumbs
    }

    /// How many rows a table has by now, as far as it is worth counting; else how many it had at the start.
    private func countedAgain(_ selection: Selection, _ recorder: Recorder) throws -> RowCount? {
        let table = selection.table
        guard let known = world.known.counts[ExactName(table.name)], table.kind == .table else { return nil }
        let now = try counted(selection, recorder)
        switch (now, known) {
        case (.unknown, _): return known
        case (.moreThan, .exactly(let number)) where number > RowCount.most: return known
        default: break
        }
        if now != known { world.knowledge.note(now, of: table) }
        return now
    }

    private func counted(_ selection: Selection, _ recorder: Recorder) throws -> RowCount {
        var count = RowCount.unknown("")
        do {
            let statement = SelectStatement().column(try RowCount.expression(selection, in: world.catalog))
            try recorder.run("How many there are", statement, time: World.boxTime) { count = RowCount(try $0.get(0)) }
        } catch let error as DatabaseError { count = .unknown(error.message) }
        return count
    }

    // MARK: Parts

    private func heading(_ selection: Selection, _ count: RowCount?, _ html: inout HTML) {
        let table = selection.table
        html.element("h1") { html in
            html.text(table.name)
            html.kindBadge(table)
        }
        html.element("p", .class("lead")) { html in
            if let relation = selection.relation {
                html.text(relation.words)
                html.likelyBadge(relation)
                html.text(" · ")
            }
            if let count { html.text(count.words) }
            if selection.isWhole, case .exactly(let number)? = count, number > RowCount.most {
                html.text(" when zim browse started")
            }
            if selection.isWhole {
                let findings = world.findings(of: table.name)
                if !findings.isEmpty { html.text(" ") }
                html.findings(findings, of: table.name)
            } else {
                html.text(" · ")
                html.link(.table(table.name), "all rows")
            }
        }
        if let comment = table.comment { html.element("p", .class("note"), text: comment) }
        if let problem = world.catalog.schema.problems[table.name] {
            html.element("p", .class("problem"), text: "It cannot be read: \(problem)")
        }
    }

    private func filterForm(_ selection: Selection, _ sort: Sort, _ html: inout HTML) {
        let hidden = address(selection, sort).parameters.filter { $0.name != .filter }
        html.element("form", .class("filter"), .action(Address(.table)), .own("role", "search"), .label("Filter")) {
            html in
            for field in hidden { html.hiddenField(field.name, field.value) }
            html.element("label") { html in
                html.element("span", text: "Only rows where")
                html.void(
                    "input", .own("name", "filter"), .value(selection.filter), .own("spellcheck", "false"),
                    .own("autocomplete", "off"), .flag("data-names"),
                    .placeholder("amount > 100 AND name BEGINSWITH 'A'"))
            }
            html.element("button", text: "Filter")
            html.element("fieldset") { html in
                html.element("legend", .class("hidden"), text: "Or by one column")
                html.element("label") { html in
                    html.element("span", .class("hidden"), text: "Column")
                    html.element("select", .own("name", "filterColumn")) { html in
                        html.element("option", .value(""), text: "or a column …")
                        // No condition can name one without a name.
                        for column in selection.table.shownColumns where !column.name.isEmpty {
                            html.element("option", .value(AddressText.encode(column.name)), text: column.name)
                        }
                    }
                }
                html.element("label") { html in
                    html.element("span", .class("hidden"), text: "Comparison")
                    html.element("select", .own("name", "filterOperator")) { html in
                        for choice in FilterChoice.allCases {
                            html.element("option", .value(choice.rawValue), text: choice.title)
                        }
                    }
                }
                html.element("label") { html in
                    html.element("span", .class("hidden"), text: "Value")
                    html.void("input", .own("name", "filterValue"), .placeholder("value"))
                }
                html.element("button", text: "Add")
            }
        }
        if !selection.equals.isEmpty || !selection.filter.isEmpty || selection.invalid != nil {
            html.element("ul", .class("chips"), .label("Conditions")) { html in
                for equal in selection.equals {
                    var fewer = selection
                    fewer.equals.removeAll { $0 == equal }
                    chip(
                        "\(equal.column) \(equal.isNegated ? "≠" : "=") \(equal.value.words)", address(fewer, sort),
                        &html)
                }
                if let column = selection.invalid {
                    var fewer = selection
                    fewer.invalid = nil
                    chip(
                        "\(column.name) is not \(column.type.isEmpty ? "of its type" : column.type)",
                        address(fewer, sort), &html)
                }
                if !selection.filter.isEmpty {
                    var fewer = selection
                    fewer.filter = ""
                    chip(selection.filter, address(fewer, sort), &html)
                }
            }
        }
    }

    private func chip(_ text: String, _ without: Address, _ html: inout HTML) {
        html.element("li") { html in
            html.text(text + " ")
            html.link(without, "×", .label("Take away \(text)"))
        }
    }

    private func rows(
        _ slice: RowSlice, _ columns: [ColumnSchema], _ asked: [LinkSchema], _ sort: Sort, _ address: Address,
        _ table: TableSchema, _ html: inout HTML
    ) {
        let parents = ParentLinks(table, world.catalog)
        let way = Way(request)
        html.scrolledTable("rows", .data("data-table", Address.table(table.name).text), label: "Rows") { html in
            html.element("th", .own("scope", "col")) { $0.element("span", .class("hidden"), text: "Row") }
            for column in columns { head(column, sort, address, table, &html) }
        } rows: { html in
            for row in slice.rows {
                let orphaned = Set(row.orphans.flatMap { asked[$0].columns.exactNames })
                let nulls = row.nulls(columns)
                html.element("tr") { html in
                    html.openCell(table.name, row.address, way)
                    for (cell, column) in zip(row.cells, columns) {
                        let isOrphan = orphaned.contains(ExactName(column.name))
                        let link = isOrphan ? nil : parents.link(column.name, row.address, nulls: nulls)
                        html.element(
                            "td", .classes(isOrphan ? [cell.style, "orphan"] : [cell.style]),
                            isOrphan ? .title("points to no row") : nil, cell.exact.map { .data("data-value", $0) }
                        ) { html in
                            html.cell(
                                cell, whole: row.address.map { Address.cell(table.name, $0, column.name) },
                                link: link.map { way.onward($0.address) }, linkTitle: link?.title)
                        }
                    }
                }
            }
        }
    }

    private func head(
        _ column: ColumnSchema, _ sort: Sort, _ address: Address, _ table: TableSchema, _ html: inout HTML
    ) {
        let isSorted = sort.isBy(column)
        let next = address.with(.sort, AddressText.encode(column.name))
            .with(.direction, isSorted && !sort.isDescending ? "down" : nil)
        html.element(
            "th", .own("scope", "col"), column.holdsNumbers ? .class("number") : nil,
            .own("aria-sort", isSorted ? (sort.isDescending ? "descending" : "ascending") : "none"),
            .data("data-column", AddressText.encode(column.name))
        ) { html in
            if world.catalog.isComparable(column) {
                html.link(next, column.name, .title("Sort by \(column.name)"))
            } else {
                html.text(column.name)
            }
            if isSorted { html.text(sort.isDescending ? " ↓" : " ↑") }
            html.element("small") { html in
                html.text(column.type.isEmpty ? "no type" : column.type)
                if column.keyPlace > 0 {
                    html.text(table.primaryKey.count > 1 ? " · key \(column.keyPlace)" : " · key")
                }
                if world.catalog.links(from: table.name).contains(where: { $0.columns.containsName(column.name) }) {
                    html.text(" →")
                }
            }
        }
    }

    private func pager(_ slice: RowSlice, _ address: Address, _ selection: Selection, _ html: inout HTML) {
        html.element("nav", .class("pager"), .label("Pages of rows")) { html in
            if let offset = slice.offset {
                if slice.hasBefore {
                    html.link(address, "First")
                    html.link(
                        address.with(.offset, String(max(0, offset - RowSlice.size))), "Previous", .own("rel", "prev"))
                }
                if slice.hasBehind {
                    html.link(address.with(.offset, String(offset + RowSlice.size)), "Next", .own("rel", "next"))
                }
                html.element(
                    "span", .class("note"), text: "Nothing tells these rows apart: pages count from the start.")
            } else {
                if slice.hasBefore { html.link(address, "First") }
                if slice.hasBefore, let first = slice.rows.first?.address {
                    html.link(address.with(.before, first.text), "Previous", .own("rel", "prev"))
                }
                if slice.hasBehind, let last = slice.rows.last?.address {
                    html.link(address.with(.after, last.text), "Next", .own("rel", "next"))
                }
                if slice.hasBehind { html.link(address.with(.before, "end"), "Last") }
            }
            if slice.hasBehind, slice.offset == nil, slice.rows.last?.address == nil {
                html.element(
                    "span", .class("note"),
                    text: "The key of the last row is too long for an address: go on in another order.")
            }
            if !slice.rows.isEmpty {
                html.link(currentAddress(address).on(.tableCSV).without(.via), "CSV", .flag("download"))
                html.link(currentAddress(address).on(.tableJSON).without(.via), "JSON", .flag("download"))
                if slice.hasBefore || slice.hasBehind {
                    html.link(address.on(.tableCSV).without(.via).with(.all, "1"), "All as CSV", .flag("download"))
                    html.link(address.on(.tableJSON).without(.via).with(.all, "1"), "All as JSON", .flag("download"))
                }
            }
        }
    }
}

extension HTML {
    /// The pages of one table.
    mutating func tableTabs(_ table: String, _ current: Address.Page) {
        let around = Address(.diagram).with(.around, AddressText.encode(table))
        element("nav", .class("tabs"), .label("Pages of \(table)")) { html in
            for (page, address, name) in [
                (Address.Page.table, Address.table(table), "Rows"),
                (.columns, Address.table(table).on(.columns), "Columns and keys"), (.diagram, around, "Around it"),
            ] {
                html.link(address, name, page == current ? .own("aria-current", "page") : nil)
            }
        }
    }

    mutating func hiddenField(_ name: Address.Parameter, _ value: String) {
        void("input", .own("type", "hidden"), .data("name", name.rawValue), .value(value))
    }
}

extension Address {
    static func cell(_ table: String, _ row: RowAddress, _ column: String) -> Address {
        Address.row(table, row).on(.cell).with(.column, AddressText.encode(column))
    }
}
