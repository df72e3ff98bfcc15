import ZIMOrm

/// The tables and relationships of a database, or of a part of it, to be drawn.
package struct Diagram: Sendable {
    package enum Format: String, Sendable, CaseIterable { case svg, mermaid, dot }
    /// Which columns are shown.
    package enum Columns: String, Sendable, CaseIterable { case all, keys, none, auto }

    /// What to draw.
    package struct Options: Sendable {
        /// Only these tables; empty for all.
        package var only: [String] = []
        /// Only this table and its neighbours.
        package var around: String?
        /// How many relationships away a neighbour may be.
        package var distance = 1
        package var columns = Columns.auto
        package var views = false
        /// Whether likely relationships are drawn too.
        package var guesses = false
        package init() {}
    }

    /// A table's box.
    struct Box: Sendable {
        let table: TableSchema
        let rows: [ColumnSchema]
        /// How many columns are not shown.
        let hidden: Int
        /// Whether only foreign keys name it: there is no such table.
        var isMissing = false
    }

    package let title: String
    /// What was given up because it took too long or may not be read, and is not drawn.
    package let givenUp: [String]
    let boxes: [Box]
    /// The foreign keys between the boxes.
    let links: [LinkSchema]
    /// Which of them reference a table or columns that do not exist.
    let dangling: Set<Int>
    /// The tables that others reference in the whole database, in its order: each has its own colour, whatever is drawn.
    let parents: [String]

    package init(of file: InspectedDatabase, options: Options = Options()) throws {
        let schema = try file.schema()
        var likely: [LinkSchema] = []
        var givenUp: [String] = []
        if options.guesses {
            let observation = try Observation(of: file, schema: schema, rows: 20_000, guesses: true)
            likely = observation.likely
            givenUp += observation.givenUp
        }
        try self.init(title: file.name, schema, likely: likely, givenUp: givenUp, options: options)
    }

    /// - Parameter likely: relationships that nobody declared.
    package init(
        title: String, _ schema: DatabaseSchema, likely: [LinkSchema], givenUp: [String] = [], options: Options
    ) throws {
        self.title = title
        self.givenUp = schema.givenUp + givenUp
        let all = schema.links(besides: likely)
        let wanted = try Self.wanted(schema, all, options, title)
        let tables = schema.tables.filter { wanted.contains($0.name) }
        let whole = Self.drawable(schema, options)
        let referenced = Set(
            all.filter { whole.contains($0.child.name) && whole.contains($0.parent.name) }.map(\.parent.name))
        parents = schema.tables.map(\.name).filter(referenced.contains)
        let known = all.filter { wanted.contains($0.child.name) && wanted.contains($0.parent.name) }
        let lost = schema.danglingLinks(of: tables)
        links = known + lost
        dangling = Set(links.indices.dropFirst(known.count))
        let style = options.columns == .auto ? (tables.count <= 16 ? Columns.all : .keys) : options.columns
        var keys: [String: Set<String>] = [:]
        for link in links {
            keys[link.child.name, default: []].formUnion(link.columns)
            keys[link.parent.name, default: []].formUnion(link.references)
        }
        let drawn = tables.map { table in
            let columns = table.columns.filter { !$0.isHidden || $0.isGenerated }
            let shown: [ColumnSchema]
            switch style {
            case .all, .auto: shown = columns
            case .none: shown = []
            case .keys:
                shown = columns.filter { $0.keyPlace > 0 || keys[table.name]?.contains($0.name) == true }
            }
            // The key first, in its own order, whatever the table's order is.
            let sorted =
                shown.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
                + shown.filter { $0.keyPlace == 0 }
            return Box(table: table, rows: sorted, hidden: columns.count - shown.count)
        }
        var missing: [Box] = []
        for link in lost where schema.table(link.parent.name) == nil {
            if !missing.contains(where: { $0.table.name == link.parent.name }) {
                missing.append(Box(table: link.parent, rows: [], hidden: 0, isMissing: true))
            }
        }
        boxes = drawn + missing
    }

    /// The picture, or the text that other programs draw from.
    package func text(_ format: Format) -> String {
        switch format {
        case .svg: SVGDiagram(diagram: self).text
        case .mermaid: MermaidDiagram(diagram: self).text
        case .dot: DotDiagram(diagram: self).text
        }
    }

    private static func wanted(
        _ schema: DatabaseSchema, _ links: [LinkSchema], _ options: Options, _ file: String
    ) throws -> Set<String> {
        var wanted = Set(try options.only.map { try schema.named($0, in: file).name })
        if let around = options.around {
            var near: Set<String> = [try schema.named(around, in: file).name]
            for _ in 0..<options.distance {
                let edge = links.filter { near.contains($0.child.name) || near.contains($0.parent.name) }
                near.formUnion(edge.flatMap { [$0.child.name, $0.parent.name] })
            }
            wanted.formUnion(near)
        }
        return wanted.isEmpty ? drawable(schema, options) : wanted
    }

    private static func drawable(_ schema: DatabaseSchema, _ options: Options) -> Set<String> {
        Set(
            schema.tables.filter { $0.kind == .table || $0.kind == .virtual || options.views && $0.kind == .view }
                .map(\.name))
    }
}

extension LinkSchema {
    /// The foreign key in words.
    var words: String {
        "\(child.name) belongs to \(parent.name) by \(columns.listed)"
            + (referencesPrimaryKey ? "" : " = \(references.listed)") + (isDeclared ? "" : ", not declared")
    }
}
