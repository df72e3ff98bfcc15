import ZIMOrm
import ZIMSql

/// What ALTER TABLE does to make one table of another.
struct MySQLTableChange {
    private let old: MySQLTableText
    private let new: MySQLTableText
    /// Goes first: somebody writes values to new columns behind it.
    private(set) var before: [String] = []
    private(set) var clauses: [String] = []
    private(set) var notes: [String] = []
    private(set) var loses = false
    /// What stays as it is.
    private(set) var differences: [String] = []

    init(from old: MySQLTableText, to new: MySQLTableText) {
        self.old = old
        self.new = new
        renewed = new.columns.filter { column in
            guard let was = old.column(column.name), !was.isSame(as: column) else { return false }
            return was.isGenerated || column.isGenerated
        }
        dropChecksAndKeys()
        dropColumns()
        addColumns()
        addKeysAndChecks()
        changePeriods()
        setOptions()
        if let reason = Self.refusal(from: old, to: new) {
            (before, clauses, notes, loses, differences) = ([], [], [], false, [reason])
        }
    }

    /// What the server does not change: the table stays as it is.
    private static func refusal(from old: MySQLTableText, to new: MySQLTableText) -> String? {
        func period(_ table: MySQLTableText) -> String? {
            table.periods.first { $0.hasPrefix("PERIOD FOR SYSTEM_TIME") }
        }
        if old.isVersioned, new.isVersioned, let wanted = period(new), period(old) != wanted {
            return "the columns of its versions are others: \(wanted)"
        }
        guard old.isVersioned, !new.isVersioned, old.rest.hasPrefix("PARTITION BY SYSTEM_TIME") else { return nil }
        return "it is versioned, in partitions of its history: \(old.rest)"
    }

    /// Generated columns that are made again: the server changes few of them.
    private let renewed: [MySQLTableText.Column]

    /// A key of a column that is made again would lose it.
    private func isKept(_ key: MySQLTableText.Key) -> Bool {
        old.keys.contains(key) && new.keys.contains(key)
            && !renewed.contains { column in key.columns.contains { $0.hasSameBytes(as: column.name) } }
    }

    private mutating func dropChecksAndKeys() {
        for check in old.checks where !new.checks.contains(where: { $0.text == check.text }) {
            clauses.append("DROP CONSTRAINT " + check.name.mySQLName)
        }
        clauses += old.keys.filter { !isKept($0) }.map(\.dropped)
    }

    private mutating func addKeysAndChecks() {
        clauses += new.keys.filter { !isKept($0) }.map { "ADD " + $0.sql }
        for check in new.checks where !old.checks.contains(where: { $0.text == check.text }) {
            clauses.append("ADD " + check.sql)
        }
    }

    private mutating func dropColumns() {
        let gained = new.columns.filter { old.column($0.name) == nil }
        for column in old.columns where new.column(column.name) == nil {
            clauses.append("DROP COLUMN " + column.name.mySQLName)
            if column.isGenerated { continue }
            let twin = gained.first { $0.type == column.type }
            loses = true
            notes.append(
                "drops the values of \"\(column.name.printable)\""
                    + (twin.map { "; if \"\($0.name.printable)\" is its new name, write RENAME COLUMN for both" } ?? "")
            )
        }
        for column in renewed {
            // Before it is added again, which may be a statement of its own.
            if column.lacksValues {
                before.append("DROP COLUMN " + column.name.mySQLName)
            } else {
                clauses.append("DROP COLUMN " + column.name.mySQLName)
            }
            guard old.column(column.name)?.isGenerated == false else { continue }
            loses = true
            notes.append("drops the values of \"\(column.name.printable)\": it is computed now")
        }
    }

    private mutating func addColumns() {
        for (index, column) in new.columns.enumerated() {
            let position = index == 0 ? " FIRST" : " AFTER " + new.columns[index - 1].name.mySQLName
            let isRenewed = renewed.contains { $0.name.hasSameBytes(as: column.name) }
            guard let was = old.column(column.name), !isRenewed else {
                add(column, isRenewed ? "" : position)
                continue
            }
            guard !was.isSame(as: column) else { continue }
            clauses.append("MODIFY COLUMN \(column.name.mySQLName) \(column.text)")
            if MySQLTypeName.withoutWidth(was.type) != MySQLTypeName.withoutWidth(column.type) {
                noteConversion(from: was, to: column)
            }
        }
    }

    /// The server would give the rows that are there a value of its own, 0 or an empty text, to a column that takes no NULL.
    private mutating func add(_ column: MySQLTableText.Column, _ position: String) {
        let name = column.name.mySQLName
        guard column.lacksValues else {
            clauses.append("ADD COLUMN \(name) \(column.text)\(position)")
            return
        }
        // The column that it stands behind may be new, too.
        before.append("ADD COLUMN \(name) \(column.nullable)")
        clauses.append("MODIFY COLUMN \(name) \(column.text)\(position)")
        notes.append(
            old.isVersioned && new.isVersioned
                ? "\"\(column.name.printable)\" is NOT NULL and has no default: write one, rows of the past take no UPDATE"
                : "\"\(column.name.printable)\" is NOT NULL and has no default: write an UPDATE before this, if there are rows"
        )
    }

    private mutating func noteConversion(from old: MySQLTableText.Column, to new: MySQLTableText.Column) {
        guard let loss = MySQLTypeChange(old: old.type, new: new.type).loss else { return }
        loses = true
        notes.append("\"\(new.name.printable)\" was \(old.type): \(loss)")
    }

    /// Source: <https://mariadb.com/kb/en/temporal-tables/>
    private mutating func changePeriods() {
        for period in old.periods where !new.periods.contains(period) {
            let name = SQLTokenizer(period, rules: .mySQL).tokens.prefix { $0.text != "(" }
            clauses.append("DROP " + name.map(\.text).joined().trimmingSpaces)
        }
        clauses += new.periods.filter { !old.periods.contains($0) }.map { "ADD " + $0 }
        if new.isVersioned, !old.isVersioned { clauses.append("ADD SYSTEM VERSIONING") }
        if old.isVersioned, !new.isVersioned {
            clauses.append("DROP SYSTEM VERSIONING")
            loses = true
            notes.append("drops the rows of the past")
        }
    }

    private mutating func setOptions() {
        var options = new.options.filter { old.option($0.name) != $0.value }
        if old.option("COMMENT") != nil, new.option("COMMENT") == nil { options.append(("COMMENT", "''")) }
        clauses += options.map { $0.name + "=" + $0.value }
        for option in old.options where new.option(option.name) == nil && option.name != "COMMENT" {
            differences.append("\(option.name)=\(option.value) is not in the other")
        }
        if old.rest != new.rest { differences.append(new.rest.isEmpty ? "it has \(old.rest)" : new.rest) }
        for other in new.others where !old.others.contains(other) { differences.append(other) }
        for other in old.others where !new.others.contains(other) { differences.append("it has " + other) }
    }
}

extension MySQLTableText.Column {
    /// Whether the rows that are there have no value for it.
    fileprivate var lacksValues: Bool { isNotNull && !hasDefault && !isCounted && !isGenerated }

    /// The same, taking NULL.
    fileprivate var nullable: String {
        let tokens = SQLTokenizer(text, rules: .mySQL).tokens
        guard let words = tokens.range(of: ["NOT", "NULL"]) else { return text }
        return (tokens[..<words.lowerBound] + tokens[(words.upperBound - 1)...]).map(\.text).joined()
    }
}
