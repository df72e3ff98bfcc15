import ZIMOrm
import ZIMSql

/// How long the names of an engine may be.
struct CopyNameLimit: Sendable {
    let most: Int
    /// Whether bytes of UTF-8 count, not characters.
    let countsBytes: Bool

    func length(_ name: String) -> Int { countsBytes ? name.utf8.count : name.unicodeScalars.count }
    var words: String { "\(most) \(countsBytes ? "bytes" : "characters")" }
}

/// Gives other names to what has names that are too long for the target, or none at all.
///
/// A long name keeps its beginning and gets eight digits that stand for all of it, so that two names with the same
/// beginning stay two, and each is the same in every copy.
struct CopyNameFitting {
    private let limit: CopyNameLimit
    private let target: CopyEngine
    private(set) var notes: [CopyNote] = []
    /// The names of tables and of what stands beside them.
    private var taken: Set<[UInt8]>

    /// nil for an engine that takes all names.
    init?(_ tables: [CopyTable], for target: CopyEngine) {
        guard let limit = target.traits.nameLimit else { return nil }
        self.limit = limit
        self.target = target
        taken = Set(tables.map(\.name.foldedName) + tables.flatMap { $0.indexes.map(\.name.foldedName) })
    }

    mutating func run(_ tables: inout [CopyTable]) {
        var parents: [String: String] = [:]
        var columns: [String: [String: String]] = [:]
        for index in tables.indices {
            let (table, name) = (tables[index], tables[index].name)
            if let new = fitted(table.ownName, or: "unnamed_table", among: &taken) {
                notes.add(table, words(new, isEmpty: table.ownName.isEmpty))
                tables[index].newName = QualifiedName.text(schema: table.schema, table: new)
            }
            parents[name] = tables[index].name
            columns[tables[index].name] = fitColumns(&tables[index])
        }
        for index in tables.indices {
            let own = columns[tables[index].name] ?? [:]
            tables[index].take(own, parents, columns)
            fitConstraints(&tables[index])
        }
    }

    /// - Returns: the new names by the old ones.
    private mutating func fitColumns(_ table: inout CopyTable) -> [String: String] {
        var own = Set(table.columns.map(\.name.foldedName))
        var names: [String: String] = [:]
        for index in table.columns.indices {
            let name = table.columns[index].name
            guard let new = fitted(name, or: "column_\(index + 1)", among: &own) else { continue }
            notes.add("\(table.source.name).\(name)", words(new, isEmpty: name.isEmpty))
            table.columns[index].newName = new
            names[name] = new
        }
        return names
    }

    private mutating func fitConstraints(_ table: inout CopyTable) {
        for position in table.indexes.indices {
            table.indexes[position].name = fitted(table.indexes[position].name, "index", table) ?? ""
        }
        table.primaryKeyName = fitted(table.primaryKeyName, "primary key", table)
        for index in table.uniqueKeys.indices {
            table.uniqueKeys[index].name = fitted(table.uniqueKeys[index].name, "unique key", table)
        }
        for index in table.checks.indices {
            table.checks[index].name = fitted(table.checks[index].name, "check", table)
        }
        for index in table.foreignKeys.indices {
            table.foreignKeys[index].name = fitted(table.foreignKeys[index].name, "foreign key", table)
        }
    }

    private mutating func fitted(_ name: String?, _ what: String, _ table: CopyTable) -> String? {
        guard let name else { return nil }
        guard let new = fitted(name, or: "unnamed_\(what.replacing(" ", with: "_"))", among: &taken) else {
            return name
        }
        notes.add(table, "the \(what) \(name) " + words(new, isEmpty: name.isEmpty))
        return new
    }

    private func words(_ new: String, isEmpty: Bool) -> String {
        isEmpty
            ? "is called \(new): \(target.rawValue) has no empty names"
            : "is called \(new): names of \(target.rawValue) have at most \(limit.words)"
    }

    /// The name in place of one that cannot be; nil where that can.
    private func fitted(_ name: String, or unnamed: String, among taken: inout Set<[UInt8]>) -> String? {
        guard name.isEmpty || limit.length(name) > limit.most else { return nil }
        var number = 1
        while true {
            let new: String
            if name.isEmpty {
                new = number == 1 ? unnamed : "\(unnamed)_\(number)"
            } else {
                new = shortened(name, number == 1 ? [name] : [name, String(number)])
            }
            if taken.insert(new.foldedName).inserted { return new }
            number += 1
        }
    }

    private func shortened(_ name: String, _ all: [String]) -> String {
        let end = "_" + CopyState.digest(all).prefix(8)
        var beginning = ""
        var length = limit.length(end)
        for character in name {
            length += limit.length(String(character))
            guard length <= limit.most else { break }
            beginning.append(character)
        }
        return beginning + end
    }
}

extension CopyTable {
    /// Says the new names of columns and other tables wherever the old ones were said.
    fileprivate mutating func take(
        _ own: [String: String], _ parents: [String: String], _ columns: [String: [String: String]]
    ) {
        func new(_ names: [String]) -> [String] { names.map { own[$0] ?? $0 } }
        for index in foreignKeys.indices {
            let parent = parents[foreignKeys[index].parent] ?? foreignKeys[index].parent
            let others = columns[parent] ?? [:]
            foreignKeys[index].columns = new(foreignKeys[index].columns)
            foreignKeys[index].references = foreignKeys[index].references.map { others[$0] ?? $0 }
            foreignKeys[index].parent = parent
        }
        guard !own.isEmpty else { return }
        primaryKey = new(primaryKey)
        for index in uniqueKeys.indices { uniqueKeys[index].columns = new(uniqueKeys[index].columns) }
        for index in checks.indices { checks[index].condition = checks[index].condition.naming(own) }
        for index in indexes.indices {
            indexes[index].condition = indexes[index].condition?.naming(own)
            indexes[index].parts = indexes[index].parts.map { part in
                CopyIndex.Part(
                    column: part.column.map { own[$0] ?? $0 }, sql: part.sql?.naming(own),
                    isDescending: part.isDescending)
            }
        }
        if let column = identity?.column { identity?.column = own[column] ?? column }
    }
}

extension SQL {
    /// The same text with other names of columns.
    fileprivate func naming(_ columns: [String: String]) -> SQL {
        SQL(
            segments: segments.map { segment in
                guard case .identifier(let name) = segment, let new = columns[name] else { return segment }
                return .identifier(new)
            })
    }
}
