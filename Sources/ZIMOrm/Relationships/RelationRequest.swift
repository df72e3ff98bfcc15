import ZIMDb

/// The parameters of a relationship's query, which are the key under which its statements are cached.
@dynamicMemberLookup
struct RelationRequest: Equatable {
    let kind: Relationship.Kind
    let target: ObjectIdentifier
    let foreignKey: [String]
    let references: [String]?
    /// What most requests do not have, kept aside: a request is made and compared at each call.
    var more: More?

    struct Options: Equatable {
        var join: JoinTable?
        var filter: SQLExpression?
        var orders: String?
        var limit: Int?
        var offset: Int?
        /// Whether the classes' default filters were taken away.
        var isUnfiltered = false
        /// Whether the rows are locked, and so read as they are.
        var isLocking = false
    }

    final class More: Equatable {
        let options: Options

        init(_ options: Options) { self.options = options }

        static func == (left: More, right: More) -> Bool { left === right || left.options == right.options }
    }

    subscript<T>(dynamicMember option: WritableKeyPath<Options, T>) -> T {
        @inline(__always) get {
            guard let more else { return Options()[keyPath: option] }
            return more.options[keyPath: option]
        }
        set {
            var options = more?.options ?? Options()
            options[keyPath: option] = newValue
            more = More(options)
        }
    }

    // Written out, since the derived one has the request that a plan holds copied, for each call of a relationship.
    @inline(__always)
    static func == (left: RelationRequest, right: RelationRequest) -> Bool {
        left.kind == right.kind && left.target == right.target && left.foreignKey == right.foreignKey
            && left.references == right.references && left.more == right.more
    }

    /// How many rows of each parent are wanted at most.
    var most: Int? { kind == .hasOne ? min(1, self.limit ?? 1) : self.limit }

    /// Whether rows of each parent are counted, when many parents ask at once; the first of each needs no count.
    var countsRows: Bool {
        kind == .hasOne ? most == 0 || (self.offset ?? 0) > 0 : self.limit != nil || self.offset != nil
    }

    /// Whether nothing in it was made up at run time, so that there are only as many as the program has calls.
    var isPlain: Bool {
        guard let options = more?.options else { return true }
        return options.filter == nil && options.orders == nil && options.limit == nil && options.offset == nil
    }

    struct JoinTable: Equatable {
        let type: ObjectIdentifier
        let targetForeignKey: [String]
        let targetReferences: [String]?
        /// Whether the rows of the join table are wanted beside those of the target.
        let isWanted: Bool
    }
}

/// A relationship's positions and statements, made once for each connection.
final class RelationPlan {
    let request: RelationRequest
    /// The same without the classes' default filters, where they have any.
    var asked: RelationRequest?
    let target: TablePlan
    let join: TablePlan?
    /// The positions among the asking class's columns whose values are looked up.
    let sourcePositions: [Int]
    /// The same as the properties that are read.
    let sourceKey: KeyReader
    /// The positions that these values are compared with: in the target, or in the join table.
    let matchedPositions: [Int]
    /// In the join table and the target: what joins the two.
    let joinPairs: [(join: String, target: String)]
    let orderings: [Ordering]
    /// Whether the filter or the order names columns without their table, as columns of a key set are called.
    private let hidesKeyColumns: Bool
    /// Whether each model asks alone: its rows are counted, and the server has no window functions.
    let asksAlone: Bool
    /// How the values are compared with the columns that they are looked up in.
    let comparisons: KeyComparisons
    let singleSQL: String
    /// The statement for one model by number; nil for one with options, of which there may be very many.
    let single: CachedSQL?
    /// The statements for a model in whose key some parts are numbers, where that matters.
    private var numberSingles: [KeyParts: Single] = [:]
    /// The parameters after those of the key.
    let singleTail: [SQLValue]
    /// The statements for many rows at once, by the number of keys where that matters, and the position of the column that
    /// tells which key a row belongs to where it is one of the target's.
    var keySets: [SetKind: (sql: RenderedSQL, position: Int?)] = [:]
    /// Whether no index finds the rows of keys, by what is the same in all of them and what is a number.
    var fullReads: [SetKind: Bool] = [:]

    typealias Single = (sql: String, shape: CachedSQL?)

    /// What the statement for a set of keys depends on.
    struct SetKind: Hashable {
        let form: KeySet.Form
        /// The parts that are compared as numbers.
        let numbers: KeyParts
    }

    /// Whether at most one row is wanted.
    var isToOne: Bool { request.kind == .belongsTo || request.kind == .hasOne }

    init(
        _ request: RelationRequest, source plan: TablePlan, target: TablePlan, join joinPlan: TablePlan?,
        in session: Session
    )
        throws
    {
        self.request = request
        self.target = target
        self.join = joinPlan
        asksAlone = request.countsRows && target.dialect.features.contains(.olderMySQL)
        let there = target.mapping
        let source = plan.mapping
        let join = joinPlan.map { (plan: $0, mapping: $0.mapping) }
        switch request.kind {
        case .belongsTo:
            sourcePositions = try source.indexes(of: request.foreignKey)
            matchedPositions = try request.references.map { try there.indexes(of: $0) } ?? there.key
            joinPairs = []
        case .hasOne, .hasMany:
            sourcePositions = try request.references.map { try source.indexes(of: $0) } ?? source.key
            matchedPositions = try there.indexes(of: request.foreignKey)
            joinPairs = []
        case .hasManyThrough:
            guard let join, let names = request.join else {
                throw ModelError(.unknownRelationship, "a relationship through a join table needs its class")
            }
            sourcePositions = try request.references.map { try source.indexes(of: $0) } ?? source.key
            matchedPositions = try join.mapping.indexes(of: request.foreignKey)
            let keys = try join.mapping.indexes(of: names.targetForeignKey).map { join.mapping.columns[$0].name }
            let targets = try names.targetReferences.map { try there.indexes(of: $0) } ?? there.key
            try Self.require(
                join.mapping, keys, matches: there, targets.map { there.columns[$0].name })
            joinPairs = zip(keys, targets).map { ($0, there.columns[$1].name) }
        }
        let matched = request.kind == .hasManyThrough ? join?.mapping ?? there : there
        let sourceNames = sourcePositions.map { source.columns[$0].name }
        let names = matchedPositions.map { matched.columns[$0].name }
        if request.kind == .belongsTo {
            try Self.require(source, sourceNames, matches: there, names)
        } else {
            try Self.require(matched, names, matches: source, sourceNames)
        }
        sourceKey = KeyReader(source.columns, sourcePositions)
        let sourceColumns = try plan.comparedColumns(sourcePositions, in: session)
        let matchedColumns = try (joinPlan ?? target).comparedColumns(matchedPositions, in: session)
        let types = session.connection.engine.types
        let servers = try zip(zip(sourceColumns, matchedColumns), zip(sourceNames, names)).map { columns, names in
            try columns.0.serverComparison(with: columns.1, types) { (source, names.0, matched, names.1) }
        }
        comparisons = KeyComparisons(
            source: sourceColumns, matched: matchedColumns, servers: servers, isParent: request.kind == .belongsTo)
        for (name, _) in try OrderText.parse(request.orders) {
            if let position = target.mapping.firstIndex(of: name) { try target.requireSortable(position, in: session) }
        }
        orderings = try Self.orderings(
            request, there, join?.mapping, mayFindSeveral: request.references != nil || comparisons.mayFindSeveral)
        try target.readNullableKey(for: orderings, in: session)
        hidesKeyColumns = try target.dialect.nameKeyColumns(
            (request.filter.map { [$0] } ?? []) + orderings.map(\.expression))
        let statement = RelationStatement(
            request: request, target: target, join: joinPlan, orderings: orderings,
            comparisons: comparisons.parts(KeyParts()), hidesKeyColumns: hidesKeyColumns)
        let rendered = try statement.single(matched: names, pairs: joinPairs)
        singleSQL = rendered.sql
        single = request.isPlain ? CachedSQL(rendered.sql) : nil
        singleTail = rendered.parameters
    }

    /// The statements for keys in which some parts are compared as numbers.
    func statement(_ numbers: KeyParts) -> RelationStatement {
        RelationStatement(
            request: request, target: target, join: join, orderings: orderings, comparisons: comparisons.parts(numbers),
            hidesKeyColumns: hidesKeyColumns)
    }

    /// The statement for a model in whose key some parts are compared as numbers.
    func single(_ numbers: KeyParts) throws -> Single {
        if numbers.count == 0 { return (singleSQL, single) }
        if let known = numberSingles[numbers] { return known }
        let sql = try statement(numbers).single(matched: matchedNames, pairs: joinPairs).sql
        let made = (sql, request.isPlain ? CachedSQL(sql) : nil)
        numberSingles[numbers] = made
        return made
    }

    /// The columns that values are compared with.
    var matchedNames: [String] { matchedPositions.map { matchedMapping.columns[$0].name } }

    /// The class that ``matchedPositions`` count in.
    var matchedMapping: Mapping { join?.mapping ?? target.mapping }

    /// Appends the values of a model to look up, as its row holds them.
    ///
    /// - Returns: false where one of them is NULL, or no value of its column, and there is nothing to look up.
    @inline(__always)
    func lookup(_ model: Model, in source: Mapping, into keys: inout KeyList) throws -> Bool {
        try keys.append { part in
            let value = try sourceKey.value(part, of: model, in: source)
            return !comparisons.hasLimits || comparisons.canBeFound(value, part) ? value : .null
        }
    }

    /// Whether a model's values are still those that it was looked up by.
    @inline(__always)
    func matches(_ model: Model, in source: Mapping, _ keys: KeyList, _ position: Int) throws -> Bool {
        for part in 0..<sourceKey.count {
            let value = try sourceKey.value(part, of: model, in: source)
            if value.isNull || value != keys.part(part, of: position) { return false }
        }
        return true
    }

    private static func require(_ child: Mapping, _ foreignKey: [String], matches parent: Mapping, _ key: [String])
        throws
    {
        guard !key.isEmpty else {
            throw ModelError(
                .keyMismatch,
                "\"\(parent.table)\" has no primary key that (\(foreignKey.joined(separator: ", "))) of "
                    + "\"\(child.table)\" could point to",
                table: parent.table, hint: "Name the columns in references")
        }
        guard foreignKey.count == key.count else {
            throw ModelError(
                .keyMismatch,
                "the foreign key (\(foreignKey.joined(separator: ", "))) of \"\(child.table)\" has "
                    + "\(foreignKey.count) column\(foreignKey.count == 1 ? "" : "s"), the key (\(key.joined(separator: ", "))) of \"\(parent.table)\" has \(key.count)",
                table: child.table)
        }
    }

    /// The orders that were given, and the key after them where only some of the rows are wanted.
    private static func orderings(
        _ request: RelationRequest, _ mapping: Mapping, _ join: Mapping?, mayFindSeveral: Bool
    ) throws -> [Ordering] {
        func joined(_ join: Mapping, _ position: Int, _ isAscending: Bool = true) -> Ordering {
            let name = join.joinName(beside: mapping)
            let expression = SQLExpression.column(join.columns[position].name, of: name)
            return Ordering(expression: expression, isAscending: isAscending, position: nil)
        }
        var orderings = try OrderText.parse(request.orders).map { name, isAscending in
            if mapping.firstIndex(of: name) == nil, let join, let position = join.firstIndex(of: name) {
                return joined(join, position, isAscending)
            }
            let position = try mapping.index(of: name)
            return Ordering(expression: mapping.column(position), isAscending: isAscending, position: position)
        }
        // What is pointed to by columns other than the key may not be unique after all.
        let isFirstOfMany = request.kind == .hasOne || request.kind == .belongsTo && mayFindSeveral
        guard request.limit != nil || request.offset != nil || isFirstOfMany else { return orderings }
        // A table without a key is ordered by all its columns: the pages must fit together all the same.
        let key = mapping.key.isEmpty ? Array(mapping.columns.indices) : mapping.key
        for index in key where !orderings.contains(where: { $0.position == index }) {
            orderings.append(Ordering(expression: mapping.column(index), isAscending: true, position: index))
        }
        // A row may be joined to another twice: which row of the join table comes first must not be chance.
        if let join, request.join?.isWanted == true {
            let key = join.key.isEmpty ? Array(join.columns.indices) : join.key
            orderings += key.map { joined(join, $0) }
        }
        return orderings
    }
}

extension Mapping {
    /// What the join table is called in a statement: its name, unless the table at the other end has the same.
    func joinName(beside target: Mapping) -> String {
        table.lowercased() == target.table.lowercased()
            ? MadeUpNames(beside: [self, target])("join") : table
    }
}

extension OrderText {
    static func parse(_ text: String?) throws -> [(name: String, isAscending: Bool)] {
        try text.map { try parse($0) } ?? []
    }
}
