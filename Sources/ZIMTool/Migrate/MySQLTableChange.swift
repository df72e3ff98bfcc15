import ZIMOrm
import ZIMSql

/// What ALTER TABLE does to make one table of another.
struct MySQLTableChange {
    private let old: MySQLTableText
    private let new: MySQLTableText
    /// Goes first: somebody writes values to new columns behind it.
    private(set) var before: [String] = []
    /// Goes next: stops at NULL where the server would make a value of it.
    private(set) var stops: [String] = []
    private(set) var clauses: [String] = []
    private(set) var notes: [String] = []
    /// Those of them about NULL, which are read before it stops.
    private(set) var nullNotes: [String] = []
    private(set) var loses = false
    /// What stays as it is.
    private(set) var differences: [String] = []

    init(from old: MySQLTableText, to new: MySQLTableText) {
        self.old = old
        self.new = new
        renewed = Self.renewed(from: old, to: new)
        dropChecksAndKeys()
        dropColumns()
        addColumns()
        addKeysAndChecks()
        changePeriods()
        setOptions()
        if let reason = Self.refusal(from: old, to: new) {
            (before, stops, clauses, notes, nullNotes, loses, differences) = ([], [], [], [], [], false, [reason])
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

    private typealias Renewed = (
        new: MySQLTableText.Column, old: MySQLTableText.Column, change: MySQLTableText.Column.Change
    )
    private let renewed: [Renewed]

    /// Generated columns that are made again: the server changes few of them, and drops none that another is computed from.
    private static func renewed(from old: MySQLTableText, to new: MySQLTableText) -> [Renewed] {
        var renewed: [Renewed] = new.columns.compactMap { column in
            guard let was = old.column(column.name), let change = was.change(to: column) else { return nil }
            if case .modify = change { return nil }
            return (column, was, change)
        }
        var rest = new.columns.filter { column in
            column.isGenerated && !renewed.contains { $0.new.name.hasSameBytes(as: column.name) }
        }
        while let index = rest.firstIndex(where: { column in
            renewed.contains { SQLText.names($0.new.name, in: column.text, rules: .mySQL) }
        }) {
            let column = rest.remove(at: index)
            if let was = old.column(column.name) { renewed.append((column, was, .again)) }
        }
        return renewed
    }

    /// A key of a column that is made again would lose it.
    private func isKept(_ key: MySQLTableText.Key) -> Bool {
        old.keys.contains(key) && new.keys.contains(key)
            && !renewed.contains { column in key.columns.contains { $0.hasSameBytes(as: column.new.name) } }
    }

    /// A column that a check names cannot be dropped.
    private func isKept(_ check: MySQLTableText.Check) -> Bool {
        old.checks.contains { $0.text == check.text } && new.checks.contains { $0.text == check.text }
            && !renewed.contains { SQLText.names($0.new.name, in: check.text, rules: .mySQL) }
    }

    private mutating func dropChecksAndKeys() {
        clauses += old.checks.filter { !isKept($0) }.map { "DROP CONSTRAINT " + $0.name.mySQLName }
        clauses += old.keys.filter { !isKept($0) }.map(\.dropped)
    }

    private mutating func addKeysAndChecks() {
        clauses += new.keys.filter { !isKept($0) }.map { "ADD " + $0.sql }
        clauses += new.checks.filter { !isKept($0) }.map { "ADD " + $0.sql }
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
        for (column, was, change) in renewed {
            let clause = "DROP COLUMN " + column.name.mySQLName
            if case .copy = change {
                clauses.append(clause)
                continue
            }
            // Before it is added again, which may be a statement of its own.
            if column.lacksValues { before.append(clause) } else { clauses.append(clause) }
            if was.isGenerated, column.isGenerated { continue }
            loses = true
            notes.append(
                "drops the values of \"\(column.name.printable)\"" + (column.isGenerated ? ": it is computed now" : ""))
        }
    }

    private mutating func addColumns() {
        for (index, column) in new.columns.enumerated() {
            let position = index == 0 ? " FIRST" : " AFTER " + new.columns[index - 1].name.mySQLName
            guard let was = old.column(column.name) else {
                add(column, position)
                continue
            }
            let name = column.name.mySQLName
            var place = name
            switch renewed.first(where: { $0.new.name.hasSameBytes(as: column.name) })?.change ?? was.change(to: column)
            {
            case nil: continue
            case .again:
                add(column, position)
                continue
            case .copy(let stored):
                // Its values are stored under another name first.
                place = "zim_new_\(index)".mySQLName
                before.append("ADD COLUMN \(place) \(stored)")
                clauses.append("CHANGE COLUMN \(place) \(name) \(column.text)\(position)")
            case .modify: clauses.append("MODIFY COLUMN \(name) \(column.text)")
            }
            if column.isNotNull, !was.isNotNull {
                stop(column, was, place)
                noteNull("\"\(column.name.printable)\" becomes NOT NULL: rows that hold NULL there stop the migration")
            }
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
        stop(column, column, name)
        clauses.append("MODIFY COLUMN \(name) \(column.text)\(position)")
        noteNull(
            old.isVersioned && new.isVersioned
                ? "\"\(column.name.printable)\" is NOT NULL and has no default: write one, rows of the past take no UPDATE"
                : "\"\(column.name.printable)\" is NOT NULL and has no default: write an UPDATE before this, if there are rows"
        )
    }

    /// NULL becomes the present time in a TIMESTAMP, and 0 or a new number in a column that counts: the type that the column
    /// had refuses it first, which changes no value.
    private mutating func stop(_ column: MySQLTableText.Column, _ was: MySQLTableText.Column, _ name: String) {
        guard column.isTimestamp || column.isCounted else { return }
        // MariaDB partitions by no DATETIME in unix_timestamp().
        guard old.rest.lowercased().contains("unix_timestamp") else {
            stops.append("MODIFY COLUMN \(name) \(was.refusing)")
            return
        }
        let check = "zim_stop_\(stops.count)".mySQLName
        stops.append("ADD CONSTRAINT \(check) CHECK (\(name) IS NOT NULL)")
        clauses.insert("DROP CONSTRAINT \(check)", at: 0)
    }

    private mutating func noteNull(_ text: String) {
        notes.append(text)
        nullNotes.append(text)
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

    /// How a column becomes another one.
    fileprivate enum Change {
        case modify
        /// It is dropped and added.
        case again
        /// Its values are kept in a column that stores them.
        case copy(_ stored: String)
    }

    /// nil where both say the same.
    ///
    /// Source: <https://dev.mysql.com/doc/refman/8.0/en/alter-table-generated-columns.html>
    fileprivate func change(to new: Self) -> Change? {
        if isSame(as: new) { return nil }
        if new.isGenerated { return .again }
        var tokens = SQLTokenizer(text, rules: .mySQL).tokens
        guard isGenerated, tokens.range(of: ["STORED"]) == nil else { return .modify }
        // The times of a row's versions are neither.
        guard let word = tokens.range(of: ["VIRTUAL"]) else { return .again }
        tokens.replaceSubrange(word, with: SQLTokenizer("STORED", rules: .mySQL).tokens)
        return .copy(tokens.map(\.text).joined())
    }

    fileprivate var isTimestamp: Bool { type.lowercased().hasPrefix("timestamp") }

    /// Its type alone, and NOT NULL; for a TIMESTAMP that of a DATETIME, in which the server makes no time of NULL.
    fileprivate var refusing: String {
        let ends = [
            "NOT", "NULL", "DEFAULT", "GENERATED", "AS", "INVISIBLE", "COMMENT", "CHECK", "ON", "AUTO_INCREMENT",
        ]
        let text = isTimestamp ? "datetime" + self.text.dropFirst("timestamp".count) : self.text
        let kept = SQLTokenizer(text, rules: .mySQL).tokens.prefix { token in !ends.contains { token.isWord($0) } }
        return kept.map(\.text).joined().trimmingSpaces + " NOT NULL"
    }

    /// The same, taking NULL.
    fileprivate var nullable: String {
        let tokens = SQLTokenizer(text, rules: .mySQL).tokens
        guard let words = tokens.range(of: ["NOT", "NULL"]) else { return text }
        return (tokens[..<words.lowerBound] + tokens[(words.upperBound - 1)...]).map(\.text).joined()
    }
}
