import ZIMOrm

extension CaseRun {
    /// The options of a relationship as the library takes them.
    private func options(_ options: Step.Options, _ link: LinkSpec) -> [RelationshipOption] {
        let target = subject.tables[link.target]
        var result: [RelationshipOption] = []
        if let filter = options.filter { result.append(.filter(predicate(target.columns[filter.column].name, filter))) }
        // By the properties' names: commas and spaces in an order mean something else.
        var orders = options.orders.map { target.columns[$0.column].property + ($0.isAscending ? "" : " DESC") }
        if options.endsWithNumber { orders.append("number") }
        if !orders.isEmpty { result.append(.orderBy(orders.joined(separator: ", "))) }
        if let limit = options.limit { result.append(.limit(limit)) }
        if let offset = options.offset { result.append(.offset(offset)) }
        return result
    }

    /// Follows a relationship of all rows and compares with the join.
    func follow(_ link: LinkSpec, _ way: Step.Way, _ wanted: Step.Options) throws {
        var wanted = wanted
        if link.kind == .belongsTo || way == .joined { wanted = Step.Options() }
        // A column that is compared with one of another type is a constant to SQLite, though its values differ.
        if !hasEqualTypes(link) {
            wanted.orders = []
            if wanted.limit != nil || wanted.offset != nil { wanted.endsWithNumber = true }
        }
        let expected = try expected(link, wanted)
        let given = options(wanted, link)
        var query = try query(link.source).orderBy("number")
        switch way {
        case .single: query = query.relationships(.single)
        case .batched: break
        case .eager: query = query.with(link.name, options: given)
        case .joined: query = query.with(joined: link.name)
        }
        let models = try query.all()
        try expect(models.map(\.number).sorted(), expected.keys.sorted(), "query(Table\(link.source).self).all()")
        for model in models {
            let found = try followed(model, link, given, isDirect: way == .single).map(\.number)
            guard let answer = expected[model.number] else { continue }
            comparisons += 1
            if !answer.holds(found) {
                throw Disagreement(
                    call: CaseText(subject).followCall(link, way, wanted, number: model.number),
                    expected: answer.isExact || answer.slice == 0..<Int.max
                        ? "\(answer.rows)" : "\(answer.rows.count) of \(answer.candidates)",
                    found: "\(found)")
            }
        }
        if let model = models.first { try removeOne(model, link, wanted) }
    }

    func followed(
        _ model: OracleRow, _ link: LinkSpec, _ options: [RelationshipOption], isDirect: Bool
    ) throws -> [OracleRow] {
        guard isDirect else { return try model.related(link.name, as: OracleRow.self, options: options) }
        let relationship = subject.relationship(link)
        let (key, references) = (relationship.foreignKey, relationship.references)
        let type = subject.type(link.target)
        switch link.kind {
        case .belongsTo: return try model.belongsTo(type, foreignKey: key, references: references).map { [$0] } ?? []
        case .hasOne:
            return try model.hasOne(type, foreignKey: key, references: references, options: options).map { [$0] } ?? []
        case .hasMany: return try model.hasMany(type, foreignKey: key, references: references, options: options)
        case .hasManyThrough:
            return try model.hasManyLinked(
                type, through: subject.type(link.join ?? 0), foreignKey: key,
                targetForeignKey: relationship.join?.targetForeignKey ?? [], references: references,
                targetReferences: relationship.join?.targetReferences, options: options
            ).map(\.model)
        }
    }

    /// Filters by a dotted path and compares with the join.
    func path(_ link: LinkSpec, _ number: Int) throws {
        let expected = try numbers(
            SQL(unsafe: "SELECT DISTINCT s.number \(joinText(link)) WHERE t.number = \(number) ORDER BY s.number"))
        let found = try query(link.source).filter("\(identifier: link.name).number = \(number)").orderBy("number").all()
        try expect(
            found.map(\.number), expected, CaseText(subject).pathCall(link, number: number))
    }

    /// A condition on one column as predicate text.
    func predicate(_ name: String, _ condition: Step.Condition) -> PredicateText {
        let values = condition.values
        return switch condition.comparison {
        case .isNull: "\(identifier: name) IS NULL"
        case .isNotNull: "\(identifier: name) IS NOT NULL"
        case .among: "\(identifier: name) IN \(values)"
        case .notAmong: "\(identifier: name) NOT IN \(values)"
        case .between: "\(identifier: name) BETWEEN \(values)"
        default: "\(identifier: name) \(unsafe: condition.comparison.rawValue) \(values[0])"
        }
    }
}
