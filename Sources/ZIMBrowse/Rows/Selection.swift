import ZIMOrm
import ZIMTool

/// Which rows of a table are asked for, as an address says it.
struct Selection: Sendable {
    let table: TableSchema
    var relation: Relation?
    /// Columns that must hold a value exactly, or must not.
    var equals: [Equal] = []
    /// A condition in the language of ``ZIMOrm/PredicateText``; empty for none.
    var filter = ""
    /// A column whose value must not fit its declared type, or be broken text: no SQL says so, each row is checked.
    var invalid: ColumnSchema?

    struct Equal: Sendable, Hashable {
        let column: String
        let value: ExactValue
        var isNegated = false

        var text: String { AddressText.encode(column) + "!" + value.text }
    }

    /// The rows that belong to one row of another table, or the same.
    struct Relation: Sendable {
        enum Kind: Sendable { case parent(LinkSchema), children(LinkSchema), through(Catalog.ManyToMany) }

        let kind: Kind
        /// The row that they belong to.
        let from: RowAddress

        /// The table of ``from``.
        var origin: TableSchema {
            switch kind {
            case .parent(let link): link.child
            case .children(let link): link.parent
            case .through(let join): join.near.parent
            }
        }

        var target: TableSchema {
            switch kind {
            case .parent(let link): link.parent
            case .children(let link): link.child
            case .through(let join): join.far.parent
            }
        }

        /// Whether the database declares it.
        var isDeclared: Bool {
            switch kind {
            case .parent(let link), .children(let link): link.isDeclared
            case .through(let join): join.near.isDeclared && join.far.isDeclared
            }
        }
    }

    /// The name of the asked table in every statement.
    static let alias = "r"

    init(_ table: TableSchema) { self.table = table }

    init(_ relation: Relation) {
        table = relation.target
        self.relation = relation
    }

    var isWhole: Bool { relation == nil && equals.isEmpty && filter.isEmpty && invalid == nil }

    /// The statement without columns and order.
    func statement(in catalog: Catalog) throws -> SelectStatement {
        var statement = try source(in: catalog)
        for equal in equals { statement = statement.where(condition(equal, catalog)) }
        if !filter.allSatisfy(\.isWhitespace) {
            statement = statement.where(try FilterText(filter).condition(on: table, alias: Self.alias, catalog))
        }
        return statement
    }

    private func condition(_ equal: Equal, _ catalog: Catalog) -> SQLExpression {
        var column = SQLExpression.column(equal.column, of: Self.alias)
        if equal.value.value.isNull { return equal.isNegated ? column.isNotNull : column.isNull }
        var value = equal.value.expression
        if let known = table.column(equal.column), !catalog.isComparable(known) {
            (column, value) = (column.cast(as: .text), value.cast(as: .text))
        }
        return equal.isNegated ? column != value || column.isNull : column == value
    }

    /// What the rows are taken from. A relationship is a join, so that the engine compares keys as it does for itself.
    private func source(in catalog: Catalog) throws -> SelectStatement {
        guard let relation else { return SelectStatement().from(table.identifier, alias: Self.alias) }
        let key = catalog.key(of: relation.origin)
        guard let own = key.condition(relation.from, alias: "o") else {
            throw PageProblem("the address names no row of \(relation.origin.name.printable)", .badRequest)
        }
        let origin = SelectStatement().from(relation.origin.identifier, alias: "o")
        switch relation.kind {
        case .parent(let link):
            return origin.join(table.identifier, alias: Self.alias)
                .joinOn(catalog.schema.traits.isParent(link, parent: Self.alias, child: "o")).where(own)
        case .children(let link):
            return origin.join(table.identifier, alias: Self.alias)
                .joinOn(catalog.schema.traits.isParent(link, parent: "o", child: Self.alias)).where(own)
        case .through(let join):
            // Each row once, however often it is joined.
            var joined = origin.join(join.near.child.identifier, alias: "j")
                .joinOn(catalog.schema.traits.isParent(join.near, parent: "o", child: "j")).where(own)
            for part in catalog.schema.traits.childParts(join.far, child: "j") { joined = joined.column(part) }
            let references = join.far.references.map { SQLExpression.column($0, of: Self.alias) }
            let left = references.count == 1 ? references[0] : .row(references)
            return SelectStatement().from(table.identifier, alias: Self.alias).where(left.isIn(joined))
        }
    }
}

extension Selection {
    /// What an address asks for.
    ///
    /// - Throws: ``PageProblem`` where it names what is not there.
    init(_ request: WebRequest, in catalog: Catalog) throws {
        if request[.relation] != nil {
            self.init(try Relation(request, in: catalog))
        } else {
            self.init(try catalog.table(request))
        }
        filter = request[.filter] ?? ""
        if request[.invalid] != nil {
            guard let column = request.name(.invalid).flatMap({ table.column($0) }) else {
                throw PageProblem("the address names no column of \(table.name.printable)", .badRequest)
            }
            invalid = column
        }
        let wanted = request.all(.equals).map { ($0, false) } + request.all(.differs).map { ($0, true) }
        for (text, isNegated) in wanted {
            let parts = text.split(separator: "!", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = AddressText.decode(parts[0]), let column = table.column(name),
                let value = ExactValue(text: parts[1])
            else { throw PageProblem("the address names no column and value of \(table.name.printable)", .badRequest) }
            equals.append(Equal(column: column.name, value: value, isNegated: isNegated))
        }
    }

    /// The address of these rows.
    var address: Address {
        var address = relation?.address ?? .table(table.name)
        if !filter.isEmpty { address = address.with(.filter, filter) }
        if let invalid { address = address.with(.invalid, AddressText.encode(invalid.name)) }
        return address.with(.equals, all: equals.filter { !$0.isNegated }.map(\.text))
            .with(.differs, all: equals.filter(\.isNegated).map(\.text))
    }
}

extension Selection.Relation {
    init(_ request: WebRequest, in catalog: Catalog) throws {
        guard let kind = request[.relation]?.first, let from = request[.from].flatMap(RowAddress.init),
            let link = request[.relation].flatMap({ LinkName.link(String($0.dropFirst()), in: catalog) })
        else { throw PageProblem("the address names no relationship", .badRequest) }
        self.from = from
        switch kind {
        case "p": self.kind = .parent(link)
        case "c": self.kind = .children(link)
        case "j":
            guard let far = request[.far].flatMap({ LinkName.link($0, in: catalog) }),
                far.child.name.hasSameBytes(as: link.child.name)
            else { throw PageProblem("the address names no join table", .badRequest) }
            self.kind = .through(Catalog.ManyToMany(near: link, far: far))
        default: throw PageProblem("the address names no relationship", .badRequest)
        }
    }

    /// The list of the rows; for a parent see ``Address/Page/follow``.
    var address: Address {
        let base = Address(.table)
        let address: Address
        switch kind {
        case .parent(let link): address = Self.address(toParent: link)
        case .children(let link): address = base.with(.relation, "c" + LinkName.text(of: link))
        case .through(let join):
            address = base.with(.relation, "j" + LinkName.text(of: join.near)).with(.far, LinkName.text(of: join.far))
        }
        return address.with(.from, from.text)
    }

    /// The address of the row that any row belongs to by a foreign key, without that row.
    static func address(toParent link: LinkSchema) -> Address {
        Address(.table).with(.relation, "p" + LinkName.text(of: link))
    }

    /// The columns that it goes by.
    var by: String {
        switch kind {
        case .parent(let link), .children(let link): "by \(link.columns.listed)"
        case .through(let join):
            "by \(join.near.child.name.printable) \(join.near.columns.listed) and \(join.far.columns.listed)"
        }
    }

    /// The relationship in words: `order_line of orders (1, 2, 3) by (ol_w_id, ol_d_id, ol_o_id)`.
    var words: String {
        switch kind {
        case .parent(let link):
            "\(link.parent.name) that \(origin.name) \(from.words) belongs to by \(link.columns.listed)"
        case .children(let link): "\(link.child.name) of \(origin.name) \(from.words) by \(link.columns.listed)"
        case .through(let join):
            "\(target.name) joined to \(origin.name) \(from.words) by \(join.near.child.name) \(join.near.columns.listed) and \(join.far.columns.listed)"
        }
    }
}

extension Catalog {
    /// The table that a request names.
    func table(_ request: WebRequest) throws -> TableSchema {
        guard let name = request.name(.table) else { throw PageProblem("the address names no table", .badRequest) }
        guard let table = table(name) ?? schema.table(name) else {
            throw PageProblem(
                "there is no table or view \(name.printable)", .notFound,
                NearestNames.hint(for: name, among: tables.map(\.name)))
        }
        return table
    }
}

/// Why a page cannot be shown.
struct PageProblem: Error, Sendable {
    let message: String
    let status: WebResponse.Status
    let hint: String?

    init(_ message: String, _ status: WebResponse.Status, _ hint: String? = nil) {
        self.message = message
        self.status = status
        self.hint = hint
    }
}
