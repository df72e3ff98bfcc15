import TestServer
import ZIMOrm

/// What SQL says of a relationship: for each row of the source the rows at the other end.
struct ExpectedAnswer {
    /// In the order that was asked for.
    var candidates: [Int] = []
    var slice = 0..<Int.max
    /// Whether no two rows are equal in the order.
    var isExact = false

    var rows: [Int] {
        Array(candidates[Swift.min(slice.lowerBound, candidates.count)..<Swift.min(slice.upperBound, candidates.count)])
    }

    func holds(_ found: [Int]) -> Bool {
        if isExact { return found == rows }
        if slice == 0..<Int.max { return found.sorted() == candidates.sorted() }
        var left = candidates
        return found.count == rows.count
            && found.allSatisfy { number in
                guard let position = left.firstIndex(of: number) else { return false }
                left.remove(at: position)
                return true
            }
    }
}

extension CaseRun {
    /// `"p"."a" = "c"."a" AND …`, the referenced columns to the left, as the engines compare foreign keys.
    func condition(_ parent: String, _ keys: [String], _ child: String, _ foreign: [String]) -> String {
        zip(keys, foreign).map { "\(parent).\($0.quotedName) = \(child).\($1.quotedName)" }.joined(separator: " AND ")
    }

    /// `FROM "source" AS s JOIN "target" AS t ON …`
    func joinText(_ link: LinkSpec) -> String {
        let (source, target) = (subject.tables[link.source], subject.tables[link.target])
        let ends = "FROM \(source.quotedName) AS s JOIN "
        switch link.kind {
        case .belongsTo:
            let keys = subject.names(link.target, link.references ?? target.key)
            return ends + "\(target.quotedName) AS t ON "
                + condition("t", keys, "s", subject.names(link.source, link.foreignKey))
        case .hasOne, .hasMany:
            let keys = subject.names(link.source, link.references ?? source.key)
            return ends + "\(target.quotedName) AS t ON "
                + condition("s", keys, "t", subject.names(link.target, link.foreignKey))
        case .hasManyThrough:
            let join = link.join ?? 0
            let near = condition(
                "s", subject.names(link.source, link.references ?? source.key), "j",
                subject.names(join, link.foreignKey))
            let far = condition(
                "t", subject.names(link.target, link.targetReferences ?? target.key), "j",
                subject.names(join, link.targetForeignKey))
            return ends + "\(subject.tables[join].quotedName) AS j ON \(near) JOIN \(target.quotedName) AS t ON \(far)"
        }
    }

    /// `ORDER BY "a", "b" DESC NULLS LAST`; NULL is the smallest value on both engines.
    func orderText(_ table: Int, _ orders: [(name: String, isAscending: Bool)]) -> String {
        if orders.isEmpty { return "" }
        let nulls = subject.engine == .postgreSQL
        return " ORDER BY "
            + orders.map {
                $0.name.quotedName + ($0.isAscending ? "" : " DESC")
                    + (nulls ? $0.isAscending ? " NULLS FIRST" : " NULLS LAST" : "")
            }.joined(separator: ", ")
    }

    /// Whether the key tells all rows of a table apart.
    func isKeyTotal(_ table: Int) throws -> Bool {
        let spec = subject.tables[table]
        guard spec.constraint != .none, !spec.key.isEmpty else { return false }
        let nulls = spec.key.map { "\(spec.quoted($0)) IS NULL" }.joined(separator: " OR ")
        return try plain(SQL(unsafe: "SELECT 1 FROM \(spec.quotedName) WHERE \(nulls) LIMIT 1")).isEmpty
    }

    /// The pairs of columns that a relationship compares, by their declared types.
    func hasEqualTypes(_ link: LinkSpec) -> Bool {
        func types(_ table: Int, _ columns: [Int]) -> [String] {
            columns.map { subject.tables[table].columns[$0].type }
        }
        let source = subject.tables[link.source]
        let target = subject.tables[link.target]
        switch link.kind {
        case .belongsTo:
            return types(link.source, link.foreignKey) == types(link.target, link.references ?? target.key)
        case .hasOne, .hasMany:
            return types(link.target, link.foreignKey) == types(link.source, link.references ?? source.key)
        case .hasManyThrough:
            return types(link.join ?? 0, link.foreignKey) == types(link.source, link.references ?? source.key)
                && types(link.join ?? 0, link.targetForeignKey)
                    == types(link.target, link.targetReferences ?? target.key)
        }
    }

    /// What each row of a relationship's source must find, by the row's number.
    func expected(_ link: LinkSpec, _ options: Step.Options) throws -> [Int: ExpectedAnswer] {
        let target = subject.tables[link.target]
        var orders = options.orders.map { (target.columns[$0.column].name, $0.isAscending) }
        if options.endsWithNumber { orders.append(("number", true)) }
        orders += target.key.map { (target.columns[$0].name, true) }
        var sql = SQL(unsafe: "SELECT number FROM \(target.quotedName)")
        if let filter = options.filter {
            sql += " WHERE " + conditionSQL(target.columns[filter.column], filter.comparison, filter.values)
        }
        let ranked = try numbers(sql + SQL(unsafe: orderText(link.target, orders)))
        let ranks = Dictionary(ranked.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let pairs = try plain(SQL(unsafe: "SELECT s.number, t.number \(joinText(link))"))
        var answers: [Int: ExpectedAnswer] = [:]
        let isTotal = try options.endsWithNumber || isKeyTotal(link.target) && hasEqualTypes(link)
        let isOne = link.kind == .hasOne || link.kind == .belongsTo
        let isCut = isOne || options.limit != nil || options.offset != nil
        for number in try numbers(SQL(unsafe: "SELECT number FROM \(subject.tables[link.source].quotedName)")) {
            let first = options.offset ?? 0
            let most = isOne ? Swift.min(1, options.limit ?? 1) : options.limit ?? Int.max
            answers[number] = ExpectedAnswer(
                slice: isCut ? first..<(most == .max ? .max : first + most) : 0..<Int.max,
                isExact: isTotal && (isCut || options.endsWithNumber))
        }
        for pair in pairs {
            let (source, found) = (try pair.get(0, as: Int.self), try pair.get(1, as: Int.self))
            if ranks[found] != nil { answers[source]?.candidates.append(found) }
        }
        for number in answers.keys { answers[number]?.candidates.sort { (ranks[$0] ?? 0) < (ranks[$1] ?? 0) } }
        return answers
    }

    /// `"c" = ?`
    func conditionSQL(_ column: ColumnSpec, _ comparison: Step.Comparison, _ given: [SQLValue]) -> SQL {
        let values = given.map { column.given($0, on: subject.engine) }
        var sql = SQL(unsafe: column.name.quotedName)
        switch comparison {
        case .isNull, .isNotNull: sql += SQL(unsafe: " " + comparison.rawValue)
        case .among, .notAmong:
            sql += SQL(unsafe: " \(comparison.rawValue) (")
            for (index, value) in values.enumerated() { sql += index == 0 ? "\(value)" : ", \(value)" }
            sql += ")"
        case .between: sql += " BETWEEN \(values[0]) AND \(values[1])"
        default:
            let word = comparison == .notEqual ? "<>" : comparison.rawValue
            sql += SQL(unsafe: " \(word) ") + "\(values[0])"
        }
        return sql
    }
}
