import ZIMOrm

/// The sequences that number columns of PostgreSQL.
extension ServerMigration {
    /// Those that defaults ask come before all tables, since one may ask another's.
    mutating func sequences() {
        let tables = Set(wanted.tables.filter { $0.kind == .table && !isLeftOut($0.name) }.map(\.name))
        for sequence in to.sequences where !sequence.isIdentity && !sequence.users.isDisjoint(with: tables) {
            guard let old = from.sequences.first(where: { $0.sqlName == sequence.sqlName }) else {
                let hasRows = pairs.contains { sequence.users.contains($0.new.name) }
                make(sequence, hasRows: hasRows)
                continue
            }
            if goes(old) { continue }
            let place = sequence.owner.flatMap { kept($0) }
            // Otherwise it would go with the table or column that it belongs to. A new column is given it when it is there.
            let isGiven = !old.isIdentity && old.owner != sequence.owner && (old.owner != nil || place != nil)
            let home = place.map { "\($0.table.sqlName).\($0.column.name.sqlName)" } ?? "NONE"
            let changes = sequence.changes(of: old) + (isGiven ? ["OWNED BY " + home] : [])
            if changes.isEmpty { continue }
            let beginsAgain = changes.contains("RESTART")
            draft.add(
                "ALTER SEQUENCE \(sequence.sqlName) \(changes.joined(separator: " "))",
                note: beginsAgain && place == nil ? sequence.warning : nil)
            if beginsAgain, let place { continueSequence(place.column, place.table) }
        }
    }

    /// The column of an owner that is there before and afterwards.
    private func kept(_ owner: CopySequence.Owner) -> (table: TableSchema, column: ColumnSchema)? {
        guard let pair = pairs.first(where: { $0.old.name.hasSameBytes(as: owner.table) }),
            pair.old.exactly(owner.column) != nil, let column = pair.new.exactly(owner.column)
        else { return nil }
        return (pair.old, column)
    }

    /// One whose namesake has gone with what made a column an identity.
    mutating func makeSequence(behind old: ColumnSchema, _ table: TableSchema) {
        guard old.identity != nil, let gone = from.sequence(of: old, in: table),
            let sequence = to.sequences.first(where: {
                !$0.isIdentity && !$0.users.isEmpty && $0.sqlName == gone.sqlName
            })
        else { return }
        make(sequence, hasRows: true)
    }

    private mutating func make(_ sequence: CopySequence, hasRows: Bool) {
        let isNobodys = hasRows && sequence.owner == nil
        draft.add(sequence.sql, note: isNobodys ? sequence.warning : nil)
    }

    /// Whether a sequence of the base goes with what makes a column an identity.
    private func goes(_ sequence: CopySequence) -> Bool {
        guard sequence.isIdentity, let owner = sequence.owner,
            let pair = pairs.first(where: { $0.old.name.hasSameBytes(as: owner.table) })
        else { return false }
        return pair.new.exactly(owner.column)?.identity == nil
    }

    mutating func ownSequence(_ column: ColumnSchema, _ table: TableSchema) {
        guard column.identity == nil, let sequence = column.sequence else { return }
        draft.add("ALTER SEQUENCE \(sequence) OWNED BY \(table.sqlName).\(column.name.sqlName)")
    }

    /// How an identity counts.
    mutating func changeIdentity(_ old: ColumnSchema, _ new: ColumnSchema, of table: TableSchema) {
        guard let was = from.sequence(of: old, in: table), let now = to.sequence(of: new, in: table) else { return }
        // Its type is the column's.
        let changes = now.changes(of: was).filter { !$0.hasPrefix("AS ") }
        if changes.isEmpty { return }
        let words = changes.map { $0 == "RESTART" ? $0 : "SET " + $0 }
        draft.add(table.alter("ALTER COLUMN \(new.name.sqlName) \(words.joined(separator: " "))"))
        if changes.contains("RESTART") { continueSequence(new, table) }
    }

    /// A new sequence begins with its first number, whatever rows there are.
    mutating func continueSequence(_ column: ColumnSchema, _ table: TableSchema) {
        let (name, type) = (column.name.sqlName, column.baseType ?? column.type)
        let counter = to.sequence(of: column, in: table)
        let start = counter?.start ?? 1
        guard ["smallint", "integer", "bigint"].contains(type) || type.hasPrefix("numeric") else {
            return draft.note(
                "the new sequence of \"\(table.name)\".\"\(column.name)\" starts at \(start), whatever rows there are")
        }
        let isUpwards = (counter?.increment ?? 1) > 0
        let last = "\(isUpwards ? "max" : "min")(\(name))"
        let sequence = "pg_get_serial_sequence(\(SQLText.string(table.sqlName)), \(SQLText.string(column.name)))"
        draft.add(
            "SELECT setval(\(sequence), \(last)::bigint) FROM \(table.sqlName) HAVING \(last) \(isUpwards ? ">=" : "<=") \(start)",
            note: "the numbers go on behind those that are there")
    }

    /// Whether a default of the other schema asks a sequence, or that of a second column of this one.
    func isAsked(_ sequence: String) -> Bool {
        let text = "nextval(" + SQLText.string(sequence)
        func count(_ schema: DatabaseSchema) -> Int {
            schema.tables.flatMap(\.columns).count { $0.defaultValue?.contains(text) == true }
        }
        return count(wanted) > 0 || count(base) > 1
    }
}

extension CopySequence {
    /// That of a serial column of which nothing else is known.
    init(_ sqlName: String, of column: ColumnSchema, in table: TableSchema) {
        let type = ["smallint", "integer"].contains(column.type) ? column.type : "bigint"
        self.init(
            name: sqlName, schema: nil, sqlName: sqlName, options: ["CACHE 1", "NO CYCLE"], type: type, start: 1,
            increment: 1, range: Self.plainRange(of: type),
            owner: Owner(table: table.name, column: column.name), isIdentity: false, isReadable: false,
            users: [table.name])
    }

    var sql: String {
        let words = ["CREATE SEQUENCE \(sqlName)"] + (type == "bigint" ? [] : ["AS " + type])
        return (words + (isPlain ? [] : options)).joined(separator: " ")
    }

    /// What is said of one that belongs to no column.
    fileprivate var warning: String { "it starts at \(start), whatever rows there are" }

    /// The options in which it differs; the usual limits of a type go with the type.
    func changes(of old: CopySequence) -> [String] {
        (type == old.type ? [] : ["AS " + type])
            + (isPlain && old.isPlain ? [] : options.filter { !old.options.contains($0) })
            // The server refuses a range without the number where it stands.
            + (range.contains(old.start) ? [] : ["RESTART"])
    }
}

extension ServerSchema {
    /// That of an identity or serial column; one that was serial may own that of then, too.
    func sequence(of column: ColumnSchema, in table: TableSchema) -> CopySequence? {
        let owner = CopySequence.Owner(table: table.name, column: column.name)
        return sequences.first { $0.owner == owner && $0.isIdentity == (column.identity != nil) }
    }
}
